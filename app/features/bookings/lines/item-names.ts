import type { ChosenItem } from "../schema";

/** The fields of a form in which items of the price book are counted: `items.<service>.<item>`. */
const ITEM_FIELD = /^items\.([a-z-]+)\.([a-z0-9-]+)$/;

export function itemField({ serviceId, item }: { serviceId: string; item: string }): string {
  return `items.${serviceId}.${item}`;
}

/** What is chosen in a form's fields. What is no number stays for the rules to refuse. */
export function parseItems(fields: Record<string, unknown>): ChosenItem[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    const [, service, item] = ITEM_FIELD.exec(name) ?? [];
    const quantity = String(value).trim() === "" ? 0 : Number(value);
    return service && item && quantity !== 0 ? [{ service, item, quantity }] : [];
  });
}

/** To be compared: the order in which things are chosen is no difference. */
export function itemsKey(items: readonly ChosenItem[]): string {
  return items
    .map(({ service, item, quantity }) => `${service} ${item} ${quantity}`)
    .sort()
    .join();
}

/** The other fields. */
export function withoutItems<Value>(fields: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ITEM_FIELD.test(name)));
}
