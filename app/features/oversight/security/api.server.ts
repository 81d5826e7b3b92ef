import * as z from "zod/mini";
import { endpoints, get, okResponse, post, respondOk } from "~/platform/http/endpoint.server";
import { limitClientReports } from "~/platform/incidents/client-report-limit.server";
import { recordSecurityEvent, securityEventTypes } from "~/platform/incidents/security-events.server";
import { pageParams } from "~/platform/lists/keyset.server";
import { multiLine, normalizeJson, singleLine } from "~/platform/text/sanitize-text";
import { reopenCase, reopenError, resolveCase, resolveError } from "./commands.server";
import { findClientError, findSecurityCase, listClientErrors, listSecurityCases } from "./queries.server";
import {
  answerBody,
  caseStates,
  clientErrorDetail,
  clientErrorGroups,
  errorStates,
  securityCaseDetail,
  securityCases,
} from "./views";

/** Limit of reports a minute per client address. */
const REPORTS_A_MINUTE = 30;
/** Largest time value of a Date, in milliseconds. */
const LAST_MOMENT = 8.64e15;

/** Report of a browser (docs/domain.md, "Activity"). The user is read from the session. */
const securityEvent = z.object({
  type: z.enum(securityEventTypes),
  message: z.string().check(multiLine(), z.maxLength(500)),
  userId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  metadata: z._default(
    z.record(z.string().check(singleLine(), z.maxLength(50)), z.unknown()).check(
      z.refine((metadata) => JSON.stringify(metadata).length <= 4_000),
      z.overwrite(normalizeJson),
    ),
    {},
  ),
  timestamp: z.optional(z.union([z.iso.datetime(), z.number().check(z.minimum(0), z.maximum(LAST_MOMENT))])),
  userAgent: z.optional(z.string().check(singleLine())),
});

/** Query parameters of both lists. */
const listParams = {
  search: z.optional(z.string().check(singleLine(), z.maxLength(100))),
  from: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
  ...pageParams,
};

export const securityApi = endpoints("security event", [
  post("/security-events", {
    operationId: "reportSecurityEvent",
    may: "security.report",
    summary: "Report a security event",
    description: "`userId` is ignored; the session is used.",
    body: securityEvent,
    answer: okResponse,
    status: 202,
    perMinute: REPORTS_A_MINUTE,
    async run(ctx, event, call) {
      await limitClientReports(ctx, { kind: "security", client: 30, all: 600 });
      await recordSecurityEvent(ctx, {
        type: event.type,
        message: event.message,
        metadata: event.metadata,
        userAgent: event.userAgent ?? call.req.header("user-agent"),
        reportedAt: event.timestamp === undefined ? ctx.now : new Date(event.timestamp),
      });
    },
    reply: respondOk,
  }),
  get("/admin/security-cases", {
    may: "activity.read",
    summary: "Security events by origin, open ones first",
    description:
      "`search`: start of a client address, or part of an account's name or email. `from`, `until`: Dubai days of the latest event, both included.",
    query: z.object({ state: z.optional(z.enum(caseStates)), ...listParams }),
    answer: securityCases,
    run: listSecurityCases,
  }),
  get("/admin/security-cases/{id}", {
    may: "activity.read",
    summary: "Get a security event with the latest attempts and its resolution",
    answer: securityCaseDetail,
    run: (ctx, { id }) => findSecurityCase(ctx, id),
  }),
  post("/admin/security-cases/{id}/resolve", {
    may: "activity.answer",
    summary: "Mark a security event as resolved",
    body: answerBody,
    answer: securityCaseDetail,
    run: (ctx, { id, comment }) => resolveCase(ctx, id, comment),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx, { id }) => findSecurityCase(ctx, id),
  }),
  post("/admin/security-cases/{id}/reopen", {
    may: "activity.answer",
    summary: "Reopen a security event",
    answer: securityCaseDetail,
    run: (ctx, { id }) => reopenCase(ctx, id),
    refuses: ["not-found", "wrong-state", "still-occurring"],
    reply: (ctx, { id }) => findSecurityCase(ctx, id),
  }),
  get("/admin/client-errors", {
    may: "activity.read",
    summary: "Client errors by message and location, open ones first",
    description:
      "`search`: part of the message, location or page. `from`, `until`: Dubai days of the latest occurrence, both included.",
    query: z.object({ state: z.optional(z.enum(errorStates)), ...listParams }),
    answer: clientErrorGroups,
    run: listClientErrors,
  }),
  get("/admin/client-errors/{id}", {
    may: "activity.read",
    summary: "Get a client error with its stack, days and fix",
    answer: clientErrorDetail,
    run: (ctx, { id }) => findClientError(ctx, id),
  }),
  post("/admin/client-errors/{id}/resolve", {
    may: "activity.answer",
    summary: "Mark a client error as fixed; it reopens if it recurs",
    body: answerBody,
    answer: clientErrorDetail,
    run: (ctx, { id, comment }) => resolveError(ctx, id, comment),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx, { id }) => findClientError(ctx, id),
  }),
  post("/admin/client-errors/{id}/reopen", {
    may: "activity.answer",
    summary: "Reopen a client error",
    answer: clientErrorDetail,
    run: (ctx, { id }) => reopenError(ctx, id),
    refuses: ["not-found", "wrong-state"],
    reply: (ctx, { id }) => findClientError(ctx, id),
  }),
]);
