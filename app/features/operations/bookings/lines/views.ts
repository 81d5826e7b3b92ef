import * as z from "zod/mini";
import { lineKinds } from "../../../core/pricing/booking-price";
import { priceModes } from "../../../core/pricing/price";

export const bookingLine = z.object({
  kind: z.enum(lineKinds),
  serviceId: z.string(),
  serviceName: z.string(),
  /** Null for surcharges. */
  priceId: z.nullable(z.uuid()),
  item: z.nullable(z.string()),
  /** Name in the price book; empty for surcharges. */
  name: z.string(),
  mode: z.enum(priceModes),
  unit: z.string(),
  quantity: z.int(),
  /** Price of the first hour for hourly work; null if by survey. */
  unitFils: z.nullable(z.int()),
  nextFils: z.nullable(z.int()),
  /** Surcharges only. */
  percent: z.nullable(z.int()),
  grossFils: z.nullable(z.int()),
  /** Part that the contract pays. */
  coveredFils: z.int(),
  contractId: z.nullable(z.uuid()),
  contractReference: z.nullable(z.string()),
});
export type BookingLineView = z.output<typeof bookingLine>;
