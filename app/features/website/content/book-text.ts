import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { labelForWorkTime } from "../../core/pricing/work-time-text";

/** Price book item as texts refer to it. Money in fils including VAT and, for emergencies, the surcharge. */
export interface BookItem {
  serviceId: string;
  item: string;
  fils: number | null;
  /** Price of each further hour of hourly work. */
  nextFils: number | null;
  /** In minutes. */
  durationMin: number;
}

/**
 * `{plumbing/drain}` is the price of the item, or of its first hour, `{plumbing/drain:time}` its duration and
 * `{plumbing/call-out:next}` the price of each further hour.
 */
const REFERENCE = /\{([a-z-]+)\/([a-z0-9-]+)(:time|:next)?\}/g;

/** First text in braces that is no reference to an item of the price book; undefined if there is none. */
export function findUnknownReference(
  texts: readonly string[],
  book: readonly Pick<BookItem, "serviceId" | "item">[],
): string | undefined {
  const known = new Set(book.flatMap(({ serviceId, item }) => `${serviceId}/${item}`));
  return texts
    .flatMap((text) => text.match(/\{[^{}]*\}/g) ?? [])
    .find((written) => {
      const [[reference, serviceId, item] = []] = [...written.matchAll(REFERENCE)];
      return reference !== written || !known.has(`${serviceId}/${item}`);
    });
}

/** Fills in prices and durations, so that texts never state figures of their own. */
export function fillFromBook(text: string, book: readonly BookItem[]): string {
  return text.replaceAll(REFERENCE, (_, serviceId: string, itemId: string, part: string | undefined) => {
    const item = book.find((item) => item.serviceId === serviceId && item.item === itemId);
    if (!item) return m.price_on_site();
    if (part === ":time") return labelForWorkTime(item.durationMin);
    const fils = part === ":next" ? (item.nextFils ?? item.fils) : item.fils;
    return fils === null ? m.price_survey() : formatMoney(fils);
  });
}
