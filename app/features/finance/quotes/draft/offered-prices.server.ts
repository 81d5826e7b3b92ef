import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { bidiIsolate, currentLocale, type Locale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { listPriceItems, type PriceItem } from "../../../core/pricing/queries.server";
import type { OfferedPrices } from "../views";

/**
 * Prices on offer today, in the office's order and language, with the texts of a line in the customer's. Hourly work has two
 * entries if further hours cost a different amount.
 */
export const listOfferedPrices = query(
  "quotes.read",
  async function listOfferedPrices(ctx, language: Locale): Promise<OfferedPrices> {
    const [items, printed, services] = await Promise.all([
      listOffers(ctx),
      language === currentLocale() ? null : inLocale(language, () => listOffers(ctx)),
      ctx.db
        .selectFrom("services")
        .select(["id", textInReaderLanguage("name").as("name"), "emergency"])
        .where("active", "=", true)
        .orderBy("position")
        .execute(),
    ]);
    const lines = new Map(printed?.map((offer) => [offer.id, offer]));
    const prices = services.flatMap(({ id: serviceId, name: serviceName }) =>
      items
        .filter((offer) => offer.serviceId === serviceId)
        .map((offer) => {
          const { description, unit } = lines.get(offer.id) ?? offer;
          return { ...offer, serviceName, label: offer.description, description, unit };
        }),
    );
    const bookableServices = services.filter(({ emergency }) => !emergency);
    return { prices, services: bookableServices.map(({ id, name }) => ({ id, name })) };
  },
);

async function listOffers(ctx: Ctx) {
  return (await listPriceItems(ctx)).flatMap(offersOf);
}

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
