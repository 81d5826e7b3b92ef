import { query } from "~/platform/auth/command.server";
import { may, type Permission } from "~/platform/auth/permissions";
import { listBookings } from "../bookings/queries.server";
import { listContracts } from "../contracts/queries.server";
import { lookUpCustomers } from "../customers/queries.server";
import { listInbox } from "../inbox/queries.server";
import { listInvoices } from "../invoices/office-list/list.server";
import { listQuotes } from "../quotes/queries.server";
import { lookUpTechnicians } from "../scheduling/technicians/technician-queries.server";
import { MAX_PER_KIND } from "./search";
import { type Found, found } from "./views";

/** What is known by a number, a name, a phone or an address like what was typed, the latest of each kind. */
export const searchEverything = query("office.enter", async (ctx, search: string): Promise<Found> => {
  const ifMay = async <Rows>(permission: Permission, read: () => Promise<Rows[]>) =>
    may(ctx.actor, permission) ? read() : [];
  const few = { search, limit: MAX_PER_KIND };
  const [bookings, quotes, invoices, contracts, customers, inbox, technicians] = await Promise.all([
    ifMay("bookings.read", async () => (await listBookings(ctx, few)).bookings),
    ifMay("quotes.read", async () => (await listQuotes(ctx, few)).quotes),
    ifMay("invoices.read", async () => (await listInvoices(ctx, few)).invoices),
    ifMay("contracts.read", async () => (await listContracts(ctx, few)).contracts),
    ifMay("customers.read", () => lookUpCustomers(ctx, search)),
    ifMay("customers.read", async () => (await listInbox(ctx, few)).items),
    ifMay("technicians.read", () => lookUpTechnicians(ctx, search, MAX_PER_KIND)),
  ]);
  // Leaves of each row what is said of it.
  return found.parse({ bookings, quotes, invoices, contracts, customers, inbox, technicians });
});
