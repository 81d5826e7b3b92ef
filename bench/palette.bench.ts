import { test } from "vitest";
import { searchCustomers } from "~/features/core/customers/queries.server";
import { searchEverything } from "~/features/oversight/search/queries.server";
import { listCustomers } from "~/features/people/customer-desk/queries.server";
import type { Ctx } from "~/platform/context";
import { type Comparison, compareAlternately } from "./compare-alternately";
import { openCustomers } from "./many-customers";
import { startMeasurement, writeResults } from "./write-results";

/**
 * Searches of the office with a thousand customers and a million, alternately. Only the ratio is meaningful. ONLY measures some
 * of them. The result is written to docs/performance.md.
 */
const FEW = 1_000;
const MANY = Number(process.env.CUSTOMERS ?? 1_000_000);
const ONLY = process.env.ONLY;

const typed = {
  "a rare name": "Zephyrine",
  "a name of one in a thousand": "Zubaida",
  "a common name": "Mohammed",
  "a name of most": "Ketbi",
  "two names": "Mohammed Haddad",
  "two names, one rare": "Zubaida Fernandes",
  "two names that none has together": "Zubaida Ketbi",
  "two letters": "Al K",
  "two rare letters": "Wu 7",
  "a single letter": "k",
  "digits of a phone": "1000777",
  "a complete phone": "050 100 0777",
  "a reference": "OLD-000123",
  "an Arabic name": "محمد",
  "a transliterated name": "Muhammed",
  "a transliterated name of most": "الكتبي",
  "an area in the other script": "المارينا",
  "a word that none has": "Xylqwv",
};

const searches = {
  palette: searchEverything,
  "customers' picker": searchCustomers,
  "customer list, 20": (ctx: Ctx, search: string) => listCustomers(ctx, { search, limit: 20 }),
};

test("measures searches with many customers", { timeout: 7_200_000 }, async () => {
  const [few, many] = [await openCustomers(FEW), await openCustomers(MANY)];
  const measured = startMeasurement();
  const result: [typed: string, search: string, Comparison][] = [];
  for (const [kind, find] of Object.entries(searches)) {
    for (const [what, search] of Object.entries(typed)) {
      if (ONLY && !`${kind}: ${what}`.includes(ONLY)) continue;
      const compared = await compareAlternately(
        () => find(few.ctx, search),
        () => find(many.ctx, search),
      );
      console.info(`${kind}: ${what}`, compared);
      result.push([kind, what, compared]);
    }
  }
  if (!ONLY)
    writeResults(
      "palette",
      `${measured(`with ${MANY.toLocaleString("en")} customers against ${FEW.toLocaleString("en")}`)} Medians in ms.`,
      ["search", "typed", "few", "many", "ratio"],
      result.map(([kind, what, { few, many, ratio }]) => [kind, what, few, many, ratio]),
    );
  await Promise.all([few.close(), many.close()]);
});
