import * as z from "zod/mini";
import { priceTerms } from "../pricing/views";

/** A service as the public sees it. Money: AED including VAT, in fils. */
export const serviceView = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  /** Name of a Lucide icon. */
  icon: z.string(),
  /** Whether /services/<id> shows it. */
  page: z.boolean(),
  /** Has no slot: it starts the 2-hour clock. */
  emergency: z.boolean(),
  outdoor: z.boolean(),
  durationMin: z.int(),
  price: priceTerms,
});
export type ServiceView = z.output<typeof serviceView>;

/** A service as the office sees it: also one that is not offered any more. */
export const serviceRecord = z.extend(z.omit(serviceView, { page: true }), {
  version: z.int(),
  bufferMin: z.int(),
  /** For electronic invoices; null: that of the settings. */
  accountingCode: z.nullable(z.string()),
  active: z.boolean(),
  /** Booked, priced or known to a technician: archived when it goes, not deleted. */
  inUse: z.boolean(),
});
export type ServiceRecord = z.output<typeof serviceRecord>;
