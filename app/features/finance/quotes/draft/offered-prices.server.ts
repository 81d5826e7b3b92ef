import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { bidiIsolate } from "~/platform/locale/locale";
import { listPriceItems, type PriceItem } from "../../../core/pricing/queries.server";
import type { OfferedPrices } from "../views";

/**
 * Prices on offer today, in the office's order. Hourly work has two entries if further hours cost a different
 * amount.
 */
export const listOfferedPrices = query(
  "quotes.read",
  async function listOfferedPrices(ctx): Promise<OfferedPrices> {
    const [items, services] = await Promise.all([
      listPriceItems(ctx),
      ctx.db
        .selectFrom("services")
        .select(["id", textInReaderLanguage("name").as("name"), "emergency"])
        .where("active", "=", true)
        .orderBy("position")
        .execute(),
    ]);
    const prices = services.flatMap(({ id, name }) =>
      items
        .filter(({ serviceId }) => serviceId === id)
        .flatMap((item) => offersOf(item).map((offer) => ({ ...offer, serviceName: name }))),
    );
    const bookableServices = services.filter(({ emergency }) => !emergency);
    return { prices, services: bookableServices.map(({ id, name }) => ({ id, name })) };
  },
);

function offersOf({ priceId, serviceId, name, mode, unit, fils, nextFils }: PriceItem) {
  if (fils === null) return [];
  const terms = { priceId, serviceId, unit };
  const further = mode === "hourly" && nextFils !== null && nextFils !== fils ? nextFils : null;
  const first = further === null ? name : m.quotes_first_hour({ name: bidiIsolate(name) });
  return [
    { ...terms, id: priceId, description: first, unitFils: fils },
    ...(further === null
      ? []
      : [
          {
            ...terms,
            id: `${priceId}-next`,
            description: m.quotes_next_hour({ name: bidiIsolate(name) }),
            unitFils: further,
          },
        ]),
  ];
}
