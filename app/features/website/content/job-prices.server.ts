import type { Ctx } from "~/platform/context";
import { addSurcharge } from "../../core/pricing/booking-price";
import { listPriceItems } from "../../core/pricing/queries.server";
import type { JobPrice } from "./views";

/** Current prices for typical jobs of one service or all; emergencies include the surcharge. */
export async function listJobPrices(ctx: Ctx, serviceId?: string): Promise<JobPrice[]> {
  const items = await listPriceItems(ctx, serviceId);
  const emergencies = await ctx.db
    .selectFrom("services")
    .select("id")
    .where("emergency", "=", true)
    .execute();
  return items.map((item) => {
    const isEmergency = emergencies.some(({ id }) => id === item.serviceId);
    return {
      serviceId: item.serviceId,
      item: item.item,
      name: item.name,
      ...addSurcharge(item, isEmergency ? "emergency-uplift" : null),
    };
  });
}
