import { query } from "~/platform/auth/command.server";
import { may, type Permission } from "~/platform/auth/permissions";
import { searchCustomers } from "../../core/customers/queries.server";
import { findFewCustomerIds } from "../../core/customers/search.server";
import { listContracts } from "../../finance/contracts/queries.server";
import { listInvoices } from "../../finance/invoices/office/list-queries.server";
import { listQuotes } from "../../finance/quotes/office/list-queries.server";
import { listBookings } from "../../operations/bookings/office/list-queries.server";
import { lookUpTechnicians } from "../../operations/scheduling/technicians/technician-queries.server";
import { listConversations } from "../../people/inbox/queries.server";
import { MAX_PER_KIND } from "./search";
import { found, type SearchResults } from "./views";

/** Customers whose records are considered, the same for each kind. */
const MAX_OWNERS = 100;

/** Finds records by number, name, phone or address, newest first within each kind. */
export const searchEverything = query(
  "office.enter",
  async function searchEverything(ctx, search: string): Promise<SearchResults> {
    const ifPermitted = async <Rows>(permission: Permission, read: () => Promise<Rows[]>) =>
      may(ctx.actor, permission) ? read() : [];
    let owners: Promise<string[]> | undefined;
    const findOwners = () => {
      owners ??= findFewCustomerIds(ctx, search, MAX_OWNERS);
      return owners;
    };
    const few = { search, limit: MAX_PER_KIND, few: findOwners };
    const [bookings, quotes, invoices, contracts, customers, inbox, technicians] = await Promise.all([
      ifPermitted("bookings.read", async () => (await listBookings(ctx, few)).bookings),
      ifPermitted("quotes.read", async () => (await listQuotes(ctx, few)).quotes),
      ifPermitted("invoices.read", async () => (await listInvoices(ctx, few)).invoices),
      ifPermitted("contracts.read", async () => (await listContracts(ctx, few)).contracts),
      ifPermitted("customers.read", () => searchCustomers(ctx, search)),
      ifPermitted("customers.read", async () => (await listConversations(ctx, few)).conversations),
      ifPermitted("technicians.read", () => lookUpTechnicians(ctx, search, MAX_PER_KIND)),
    ]);
    // Reduces each row to the fields of the view.
    return found.parse({ bookings, quotes, invoices, contracts, customers, inbox, technicians });
  },
);
