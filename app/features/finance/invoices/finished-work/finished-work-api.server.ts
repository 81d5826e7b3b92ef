import * as z from "zod/mini";
import { endpoints, get, post } from "~/platform/http/endpoint.server";
import { bulkAnswer } from "~/platform/lists/bulk";
import { pageParams } from "~/platform/lists/keyset.server";
import { runBulk } from "~/platform/lists/run-bulk.server";
import { invoiceFinishedWork } from "../commands/invoice-finished-work.server";
import { day } from "../schema";
import { listFinishedWork } from "./list-finished-work.server";
import { finishedWorkList, finishedWorkSteps } from "./views";

const MAX_BATCH = 100;

export const finishedWorkApi = endpoints("invoice", [
  get("/admin/finished-work", {
    may: "bookings.read",
    summary: "List finished work with the step that is left, last finished first",
    description:
      "`from`, `to`: Dubai days of the finish. `step`: next step of the user, or null. " +
      "`invoiceReference` is null for users who see no invoices.",
    query: z.object({
      step: z.optional(z.enum(finishedWorkSteps)),
      from: z.optional(day),
      to: z.optional(day),
      ...pageParams,
    }),
    answer: finishedWorkList,
    run: listFinishedWork,
  }),

  post("/admin/finished-work/invoices", {
    operationId: "issueFinishedWorkInvoices",
    may: "invoices.manage",
    summary: "Draft and issue the invoices of completed bookings independently",
    description:
      "A refusal does not affect the others; results are in the order of the request. " +
      "A booking that already has an invoice is skipped, so a repeated request issues nothing twice.",
    body: z.object({ bookings: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_BATCH)) }),
    answer: bulkAnswer,
    run: (ctx, { bookings }, call) =>
      runBulk(
        bookings.map((id) => ({ id })),
        call.get("messageFor"),
        ({ id }) => invoiceFinishedWork(ctx, id),
      ),
    reply: (_ctx, _input, results) => ({ results }),
  }),
]);
