import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, newApi, readInput, readJson, readQuery } from "~/platform/api.server";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import { pageFields } from "~/platform/keyset.server";
import { LOG_LENGTH } from "../bookings/schema";
import { invalidAnswer, refusedAnswer } from "../bookings/views";
import type { MergeRefusal } from "./clientele";
import {
  type EditRefusal,
  editCustomer,
  mergeCustomers,
  type NoteRefusal,
  writeCustomerNote,
} from "./commands.server";
import { findCustomerDetail, listCustomers } from "./queries.server";
import { customerSchema } from "./schema";
import { alikeCustomer, type CustomerDetail, customerDetail, customerList } from "./views";

/** What the office does with customers. Everything here lies behind the admin guard. */
export const clienteleApi = newApi();

const id = z.uuid({ error: () => m.admin_customers_error_not_found() });
const idParam = [
  { name: "id", in: "path" as const, required: true, schema: { type: "string" as const, format: "uuid" } },
];
const oneCustomer = z.object({ customer: customerDetail });

const listQuery = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  alike: z.optional(z.literal("yes")),
  ...pageFields,
});

clienteleApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/customers",
    summary: "The list of customers, the latest first",
    description:
      "Query: search, alike (yes: those that may be there twice), cursor (nextCursor of the page before), limit.",
    responses: { 200: answerOf(customerList, "A page of customers") },
  }),
  async (c) => {
    const list = await listCustomers(c.get("ctx"), readQuery(c, listQuery));
    if (!list) throw refused("not-allowed");
    return c.json(list, 200);
  },
);

clienteleApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/customers/{id}",
    summary: "A customer with all that hangs on them; of one that was merged, the record that was kept",
    parameters: idParam,
    responses: { 200: answerOf(oneCustomer, "The customer"), 404: answerOf(refusedAnswer, "Not found") },
  }),
  async (c) => c.json({ customer: await getDetail(c.get("ctx"), c.req.param("id")) }, 200),
);

const noteBody = z.object({
  words: z
    .string({ error: () => m.booking_error_words_required() })
    .check(z.maxLength(LOG_LENGTH, { error: () => m.booking_error_too_long({ max: LOG_LENGTH }) })),
});

clienteleApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/customers/{id}/notes",
    summary: "Write down something about a customer, for the office alone",
    parameters: idParam,
    request: { body: bodyOf(noteBody, "The note") },
    responses: {
      200: answerOf(oneCustomer, "Written down"),
      422: answerOf(refusedAnswer, "Nothing was written"),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const customerId = customerIdOf(c.req.param("id"));
    const { words } = await readJson(c, noteBody);
    const result = await writeCustomerNote(ctx, customerId, words);
    if (!result.ok) throw refused(result.reason);
    return c.json({ customer: await getDetail(ctx, customerId) }, 200);
  },
);

const version = z.int({ error: () => m.admin_customers_error_stale() });
const editBody = z.object({ version, evenIfAlike: z._default(z.boolean(), false) });

clienteleApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/customers/{id}/edit",
    summary: "Correct a customer's name, phone and email",
    description: "`evenIfAlike`: though another customer has this phone or email.",
    parameters: idParam,
    request: {
      body: bodyOf(
        z.object({
          ...editBody.shape,
          name: z.string(),
          phone: z.nullable(z.string()),
          email: z.nullable(z.string()),
        }),
        "What is known now, and the `version` as last seen",
      ),
    },
    responses: {
      200: answerOf(oneCustomer, "Corrected"),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      409: answerOf(
        z.extend(refusedAnswer, { alike: z.optional(z.array(alikeCustomer)) }),
        "stale, merged, account-email; alike: with the customers who have this phone or email",
      ),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const customerId = customerIdOf(c.req.param("id"));
    const sent = await readJson(c, z.unknown());
    const { version, evenIfAlike } = readInput(sent, editBody);
    const { name, phone = null, email = null } = readInput(sent, customerSchema);
    const seen = { id: customerId, version };
    const result = await editCustomer(ctx, seen, { name, phone, email }, { evenIfAlike });
    if (!result.ok) throw editRefused(result);
    return c.json({ customer: await getDetail(ctx, customerId) }, 200);
  },
);

const mergeBody = z.object({ version, merged: z.object({ id, version }) });

clienteleApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/customers/{id}/merge",
    summary: "Make another record a part of this one; there is no way back",
    parameters: idParam,
    request: { body: bodyOf(mergeBody, "The record that goes, and both `version`s as last seen") },
    responses: {
      200: answerOf(oneCustomer, "Merged: the record that is kept"),
      409: answerOf(refusedAnswer, "stale, merged, same or two-accounts"),
    },
  }),
  async (c) => {
    const ctx = c.get("ctx");
    const customerId = customerIdOf(c.req.param("id"));
    const { version, merged } = await readJson(c, mergeBody);
    const result = await mergeCustomers(ctx, c.get("personalData"), {
      kept: { id: customerId, version },
      merged,
    });
    if (!result.ok) throw refused(result.reason);
    return c.json({ customer: await getDetail(ctx, customerId) }, 200);
  },
);

async function getDetail(ctx: Ctx, customerId: string): Promise<CustomerDetail> {
  const customer = await findCustomerDetail(ctx, customerIdOf(customerId));
  if (!customer) throw refused("not-found");
  return customer;
}

/** An id that is none is an id that is not found. */
function customerIdOf(param: string): string {
  if (!z.safeParse(id, param).success) throw refused("not-found");
  return param;
}

function editRefused(refusal: EditRefusal): ApiError {
  switch (refusal.reason) {
    case "alike":
      return new ApiError(409, refusal.reason, m.admin_customers_error_alike(), { alike: refusal.alike });
    case "account-email":
      return new ApiError(409, refusal.reason, m.admin_customers_error_account_email());
    default:
      return refused(refusal.reason);
  }
}

function refused(reason: MergeRefusal | NoteRefusal["reason"]): ApiError {
  switch (reason) {
    case "not-allowed":
      return new ApiError(403, reason, m.common_error_not_allowed());
    case "not-found":
      return new ApiError(404, reason, m.admin_customers_error_not_found());
    case "words-required":
      return new ApiError(422, reason, m.booking_error_words_required());
    case "stale":
      return new ApiError(409, reason, m.admin_customers_error_stale());
    case "merged":
      return new ApiError(409, reason, m.admin_customers_error_merged());
    case "same":
      return new ApiError(409, reason, m.admin_customers_error_same());
    case "two-accounts":
      return new ApiError(409, reason, m.admin_customers_error_two_accounts());
  }
}
