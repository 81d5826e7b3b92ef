import * as z from "zod/mini";
import { m } from "~/paraglide/messages";

import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { locales } from "~/platform/locale/locale";
import { multiLine, singleLine } from "~/platform/text/sanitize-text";

import { LOG_LENGTH } from "../../operations/bookings/schema";
import {
  changeBilling,
  changeCustomerLanguage,
  editCustomer,
  mergeCustomers,
  writeCustomerNote,
} from "./commands.server";
import { customerSorts } from "./merge";
import { findCustomerDetail, listCustomers } from "./queries.server";
import { billingSchema, customerSchema } from "./schema";
import { customerDetail, customerList } from "./views";

const oneCustomer = z.object({ customer: customerDetail });
const version = z.int32({ error: () => m.customers_error_stale() });

/** Customers in the office. */
export const customerDeskApi = endpoints("customer", [
  get("/admin/customers", {
    may: "customers.read",
    summary: "List customers, newest first or by name; `duplicates`: possible duplicates only",
    query: z.object({
      search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
      duplicates: z.optional(z.literal("yes")),
      sort: z.optional(z.enum(customerSorts)),
      ...pageParams,
    }),
    answer: customerList,
    run: listCustomers,
  }),

  get("/admin/customers/{id}", {
    may: "customers.read",
    summary: "Get a customer with related records; for a merged customer, the remaining one",
    answer: oneCustomer,
    run: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/customers/{id}/notes", {
    may: "customers.manage",
    summary: "Add a note to a customer, for the office or also for technicians",
    body: z.object({
      text: z
        .string({ error: () => m.booking_error_text_required() })
        .check(
          multiLine(),
          z.maxLength(LOG_LENGTH, { error: () => m.booking_error_too_long({ max: LOG_LENGTH }) }),
        ),
      forTechnician: z.optional(z.boolean()),
    }),
    answer: oneCustomer,
    idempotent: true,
    run: (ctx, { id, ...note }) => writeCustomerNote(ctx, id, note),
    refuses: ["not-found", "text-required"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/customers/{id}/edit", {
    may: "customers.manage",
    summary: "Correct a customer's name, phone and email",
    description: "`allowDuplicate`: even if another customer has this phone or email.",
    body: z.intersection(
      z.object({ version, allowDuplicate: z._default(z.boolean(), false) }),
      customerSchema,
    ),
    answer: oneCustomer,
    run: (ctx, { id, version, allowDuplicate, name, phone = null, email = null }) =>
      editCustomer(ctx, { id, version }, { name, phone, email }, { allowDuplicate }),
    refuses: ["not-found", "stale", "merged", "account-email", "duplicates"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/customers/{id}/billing", {
    operationId: "setCustomerBilling",
    may: "customers.manage",
    summary: "Set the billing details of a customer, and whether reminders are sent",
    description: "Issued documents do not change.",
    body: z.extend(billingSchema, { version }),
    answer: oneCustomer,
    run: (ctx, { id, version, reminders, ...given }) => {
      const { company = null, address = null, trn = null, street = null, city = null } = given;
      const { eAddress = null, licence = null, licenceAuthority = null } = given;
      const { country = null, emirate = null, region = null, taxNumber = null } = given;
      const billing = { company, address, trn, reminders, street, city, eAddress, licence, licenceAuthority };
      const place = country
        ? { country, emirate: null, region, taxNumber }
        : { country, emirate, region: null, taxNumber: null };
      return changeBilling(ctx, { id, version }, { ...billing, ...place });
    },
    refuses: ["not-found", "stale", "merged"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/customers/{id}/language", {
    operationId: "setCustomerLanguage",
    may: "customers.manage",
    summary: "Set the language of a customer's later messages and documents",
    description: "For a customer with an account, it is also the language of the account.",
    body: z.object({ version, language: z.enum(locales) }),
    answer: oneCustomer,
    run: (ctx, { id, version, language }) => changeCustomerLanguage(ctx, { id, version }, language),
    refuses: ["not-found", "stale", "merged"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),

  post("/admin/customers/{id}/merge", {
    may: "customers.manage",
    summary: "Merge another customer into this one; irreversible",
    body: z.object({ version, merged: z.object({ id: z.uuid(), version }) }),
    answer: oneCustomer,
    run: (ctx, { id, version, merged }, call) =>
      mergeCustomers(ctx, call.get("personalData"), { kept: { id, version }, merged }),
    refuses: ["not-found", "stale", "merged", "same", "two-accounts"],
    reply: (ctx, { id }) => oneOf(ctx, id),
  }),
]);

async function oneOf(ctx: Parameters<typeof findCustomerDetail>[0], id: string) {
  const customer = await findCustomerDetail(ctx, id);
  return customer && { customer };
}
