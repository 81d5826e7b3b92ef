import { toWesternNumber } from "~/platform/text/numerals";
import type { JobPrice } from "./views";

const CURRENCY = String.raw`(?:AED|Dhs?\b\.?|dirhams?|د\.إ\.?|درهم)`;
const NUMBER = String.raw`\p{Nd}[\p{Nd},٬]*(?:[.٫]\p{Nd}+)?`;
/** Not within a word, such as the key of a link. */
const AMOUNT = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${CURRENCY}\\s?(${NUMBER})|(${NUMBER})\\s?${CURRENCY})(?![\\p{L}\\p{N}_])`,
  "giu",
);

/** Amounts that a text states itself and that no item of the price book costs, in fils. */
export function findUnknownAmounts(
  text: string,
  book: readonly Pick<JobPrice, "fils" | "nextFils">[],
): number[] {
  const known = new Set(book.flatMap(({ fils, nextFils }) => [fils, nextFils]));
  const amounts = [...text.matchAll(AMOUNT)].map(([, after, before]) =>
    Math.round(Number(toWesternNumber(after ?? before!).replaceAll(",", "")) * 100),
  );
  return [...new Set(amounts)].filter((fils) => !known.has(fils));
}
