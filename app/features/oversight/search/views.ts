import * as z from "zod/mini";
import { customerHit } from "../../core/customers/views";
import { contractRow } from "../../finance/contracts/views";
import { invoiceRow } from "../../finance/invoices/views";
import { quoteRow } from "../../finance/quotes/views";
import { bookingRow } from "../../operations/bookings/list/views";
import { technicianRow } from "../../operations/scheduling/views";
import { conversationRow } from "../../people/inbox/views";

/** Best hits of each kind; empty for kinds without permission. */
export const found = z.object({
  bookings: z.array(
    z.pick(bookingRow, { id: true, reference: true, customerName: true, phone: true, state: true }),
  ),
  quotes: z.array(z.pick(quoteRow, { id: true, reference: true, customerName: true, state: true })),
  invoices: z.array(
    z.pick(invoiceRow, {
      id: true,
      reference: true,
      customer: true,
      state: true,
      settlement: true,
      overdue: true,
      totalFils: true,
      openFils: true,
    }),
  ),
  contracts: z.array(
    z.pick(contractRow, { id: true, reference: true, customerName: true, packageName: true, state: true }),
  ),
  customers: z.array(customerHit),
  inbox: z.array(z.pick(conversationRow, { id: true, name: true, lastMessageAt: true, latest: true })),
  technicians: z.array(z.pick(technicianRow, { id: true, name: true, phone: true })),
});
export type SearchResults = z.output<typeof found>;
