import * as z from "zod/mini";
import { priceTerms } from "../pricing/views";

/** Service as the public sees it. Money in fils including VAT. */
export const serviceView = z.object({
  id: z.string(),
  name: z.string(),
  summary: z.string(),
  /** Name of a Lucide icon. */
  icon: z.string(),
  /** True if the service has a page at /services/<id>. */
  page: z.boolean(),
  /** Emergencies have no slot and start the 2-hour clock. */
  emergency: z.boolean(),
  outdoor: z.boolean(),
  durationMin: z.int(),
  /** Headline price; its name is empty without one. */
  price: z.extend(priceTerms, { name: z.string() }),
});
export type ServiceView = z.output<typeof serviceView>;

/** Service as the office sees it, including archived ones. */
export const serviceRecord = z.extend(z.omit(serviceView, { page: true }), {
  version: z.int(),
  /** Texts in both languages; those above are in the reader's. */
  texts: z.object({
    name: z.string(),
    nameAr: z.nullable(z.string()),
    summary: z.string(),
    summaryAr: z.nullable(z.string()),
  }),
  bufferMin: z.int(),
  /** Code for e-invoices; null if the code in the settings is used. */
  accountingCode: z.nullable(z.string()),
  active: z.boolean(),
  /** True if bookings, prices or technicians refer to it; then it can be archived but not deleted. */
  inUse: z.boolean(),
});
export type ServiceRecord = z.output<typeof serviceRecord>;
