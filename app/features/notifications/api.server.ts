import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, newApi, readQuery } from "~/platform/api.server";
import { ApiError } from "~/platform/errors";
import { pageFields } from "~/platform/keyset.server";
import { retryMail } from "./commands.server";
import { listMails } from "./queries.server";
import { mailList, mailStates } from "./views";

/** What the office sees of the mails that go out. Everything here lies behind the admin guard. */
export const notificationsApi = newApi();

const listQuery = z.object({
  state: z.optional(z.enum(mailStates)),
  subjectId: z.optional(z.uuid()),
  ...pageFields,
});

notificationsApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/mails",
    summary: "The mails that went out or are to go out, newest first",
    description:
      "Query: state, subjectId (of a booking, say), cursor (nextCursor of the page before), limit (at most 100).",
    responses: { 200: answerOf(mailList, "A page of mails") },
  }),
  async (c) => {
    const list = await listMails(c.get("ctx"), readQuery(c, listQuery));
    if (!list) throw notAllowed();
    return c.json(list, 200);
  },
);

notificationsApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/mails/{id}/retry",
    summary: "Try a failed mail again",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    responses: {
      200: answerOf(z.object({ success: z.literal(true) }), "Queued"),
      409: { description: "There is no such mail that failed" },
    },
  }),
  async (c) => {
    const id = z.safeParse(z.uuid(), c.req.param("id"));
    const result = id.success ? await retryMail(c.get("ctx"), id.data) : { ok: false, reason: "not-failed" };
    if (result.ok) return c.json({ success: true as const }, 200);
    if (result.reason === "not-allowed") throw notAllowed();
    throw new ApiError(409, "not-failed", m.mail_error_not_failed());
  },
);

function notAllowed(): ApiError {
  return new ApiError(403, "not-allowed", m.common_error_not_allowed());
}
