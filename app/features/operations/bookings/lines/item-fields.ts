import { parseWholeNumber } from "~/platform/text/numerals";
import type { ChosenItem } from "../schema";

/** Form fields with item quantities: `items.<service>.<item>`. */
const ITEM_FIELD = /^items\.([a-z-]+)\.([a-z0-9-]+)$/;

export function itemField({ serviceId, item }: { serviceId: string; item: string }): string {
  return `items.${serviceId}.${item}`;
}

/** Invalid quantities are kept, so that the schema refuses them. */
export function parseItems(fields: Record<string, unknown>): ChosenItem[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const [, service, item] = ITEM_FIELD.exec(name) ?? [];
    const typed = String(value).trim();
    const quantity = typed === "" ? 0 : (parseWholeNumber(typed) ?? Number.NaN);
    return service && item && quantity !== 0 ? [{ service, item, quantity }] : [];
  });
}

/** Comparison key that ignores the order of the items. */
export function itemsKey(items: readonly ChosenItem[]): string {
  return items
    .map(({ service, item, quantity }) => `${service} ${item} ${quantity}`)
    .sort()
    .join();
}

export function withoutItems<Value>(fields: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ITEM_FIELD.test(name)));
}
