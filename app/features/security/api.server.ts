import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
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

export const securityApi = newApi().openapi(
  createRoute({
    method: "post",
    path: "/security-events",
    summary: "Report what an admin should be able to look into",
    request: { body: bodyOf(securityEvent, "The event; userId is read from the session instead") },
    responses: { 202: answerOf(z.object({ success: z.literal(true) }), "Kept") },
  }),
  async (c) => {
    const event = await readJson(c, securityEvent);
    await recordSecurityEvent(c.get("ctx"), {
      type: event.type,
      message: event.message,
      metadata: event.metadata,
      userAgent: event.userAgent ?? c.req.header("user-agent"),
      reportedAt: event.timestamp === undefined ? c.get("ctx").now : new Date(event.timestamp),
    });
    return c.json({ success: true as const }, 202);
  },
);
