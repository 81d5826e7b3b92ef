import type { Ctx } from "~/platform/context";
import { listBookableItems } from "../../core/catalogue/queries.server";
import { addSurcharge } from "../../core/pricing/booking-price";
import type { JobPrice } from "./views";

/** Current prices for typical jobs of one service or all; emergencies include the surcharge. */
export async function listJobPrices(ctx: Ctx, serviceId?: string): Promise<JobPrice[]> {
  const items = (await listBookableItems(ctx)).filter((item) => !serviceId || item.serviceId === serviceId);
  return items.map((item) => ({
    serviceId: item.serviceId,
    item: item.item,
    name: item.name,
    durationMin: item.durationMin,
    ...addSurcharge(item, item.emergency ? "emergency-uplift" : null),
  }));
}
