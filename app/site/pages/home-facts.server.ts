import type { ServiceView } from "~/features/core/catalogue/views";
import { formatRating } from "~/features/operations/reviews/rating";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";

export interface HomeFact {
  value: string;
  label: string;
}

/** Facts below the hero, formatted on the server. A fact without data is null and not shown. */
export interface HomeFacts {
  rating: HomeFact | null;
  firstHour: HomeFact | null;
  /** The browser finds the time, because the page is cached. */
  nextSlot: { serviceId: string; label: string } | null;
}

export function homeFacts(
  services: ServiceView[],
  { rating, count }: { rating: number | null; count: number },
): HomeFacts {
  const cheapest = findCheapestFirstHour(services);
  const service = cheapest && bidiIsolate(cheapest.service.name);
  return {
    rating:
      rating === null
        ? null
        : {
            value: m.site_fact_rating({ rating: formatRating(rating) }),
            label: m.site_fact_reviews({ count }),
          },
    firstHour:
      cheapest && service
        ? { value: formatMoney(cheapest.fils), label: m.site_fact_first_hour({ service }) }
        : null,
    nextSlot:
      cheapest && service
        ? { serviceId: cheapest.service.id, label: m.site_fact_next_slot({ service }) }
        : null,
  };
}

function findCheapestFirstHour(services: ServiceView[]) {
  const hourly = services.flatMap((service) => {
    const { mode, fils } = service.price;
    return mode === "hourly" && fils && !service.emergency ? [{ service, fils }] : [];
  });
  return hourly.sort((a, b) => a.fils - b.fils)[0] ?? null;
}
