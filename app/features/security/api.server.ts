import * as z from "zod/mini";
import { done, endpoints, post, sayDone } from "~/platform/http/endpoint.server";
import { recordSecurityEvent, securityEventTypes } from "~/platform/security-events.server";

/** The latest that a Date can hold, in milliseconds. */
const LAST_MOMENT = 8.64e15;

/** What a browser may tell (specification, section 3, "Security event"). Who is signed in is read from the session. */
const securityEvent = z.object({
  type: z.enum(securityEventTypes),
  message: z.string().check(z.maxLength(500)),
  userId: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
  metadata: z._default(
    z
      .record(z.string().check(z.maxLength(50)), z.unknown())
      .check(z.refine((metadata) => JSON.stringify(metadata).length <= 4_000)),
    {},
  ),
  timestamp: z.optional(z.union([z.iso.datetime(), z.number().check(z.minimum(0), z.maximum(LAST_MOMENT))])),
  userAgent: z.optional(z.string()),
});

export const securityApi = endpoints("security event", [
  post("/security-events", {
    may: "security.report",
    summary: "Report what an admin should be able to look into",
    description: "`userId` is read from the session instead.",
    body: securityEvent,
    answer: done,
    status: 202,
    run: (ctx, event, call) =>
      recordSecurityEvent(ctx, {
        type: event.type,
        message: event.message,
        metadata: event.metadata,
        userAgent: event.userAgent ?? call.req.header("user-agent"),
        reportedAt: event.timestamp === undefined ? ctx.now : new Date(event.timestamp),
      }),
    reply: sayDone,
  }),
]);
