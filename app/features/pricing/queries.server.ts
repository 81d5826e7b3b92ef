import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import "./table";

/** A price from the price book: AED including VAT, in fils; null: by survey. */
export interface Price {
  id: string;
  serviceId: string;
  mode: "fixed" | "hourly" | "survey";
  unit: string;
  fils: number | null;
  /** Hourly work: every hour after the first. */
  nextFils: number | null;
}

/** The leading price of each service ("from AED …"), as in force today in Dubai. */
export async function listLeadPrices(ctx: Ctx, serviceId?: string): Promise<Price[]> {
  let query = ctx.db
    .selectFrom("prices")
    .distinctOn("service_id")
    .select(["id", "service_id", "mode", "unit", "price_fils", "next_fils"])
    .where("lead", "=", true)
    .where("effective_from", "<=", dubaiDate(ctx.now))
    .orderBy("service_id")
    .orderBy("effective_from", "desc");
  if (serviceId) query = query.where("service_id", "=", serviceId);
  const rows = await query.execute();
  return rows.map((row) => ({
    id: row.id,
    serviceId: row.service_id,
    mode: row.mode,
    unit: row.unit,
    fils: row.price_fils,
    nextFils: row.next_fils,
  }));
}
