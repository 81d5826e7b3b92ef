import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import { contactChannels } from "../booking";
import { logContact, writeNote } from "../commands/office-log.server";
import { refusalAsError } from "../refusals.server";
import { LOG_LENGTH } from "../schema";
import { refusedAnswer } from "../views";
import { bookingIdOf, getDetail, idParam, oneBooking, version } from "./office-api.server";

/** What the office writes down about a booking: notes for itself, and when it talked to the customer. */
export const officeLogApi = newApi();

const words = z
  .string({ error: () => m.booking_error_words_required() })
  .check(z.maxLength(LOG_LENGTH, { error: () => m.booking_error_too_long({ max: LOG_LENGTH }) }));
const noteBody = z.object({ version, words });
const contactBody = z.object({ version, channel: z.enum(contactChannels), words: z.optional(words) });

const written = {
  200: answerOf(oneBooking, "Written down"),
  409: answerOf(refusedAnswer, "Changed meanwhile (stale)"),
  422: answerOf(refusedAnswer, "Nothing was written"),
};

officeLogApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/notes",
    summary: "Write an internal note, which the customer never sees",
    parameters: idParam,
    request: { body: bodyOf(noteBody, "The note, and `version` as last seen") },
    responses: written,
  }),
  async (c) => {
    const body = await readJson(c, noteBody);
    const bookingId = bookingIdOf(c.req.param("id"));
    const result = await writeNote(c.get("ctx"), { bookingId, ...body });
    if (!result.ok) throw refusalAsError(result);
    return c.json({ booking: await getDetail(c.get("ctx"), bookingId) }, 200);
  },
);

officeLogApi.openapi(
  createRoute({
    method: "post",
    path: "/admin/bookings/{id}/contacts",
    summary: "Log a contact with the customer; the first one stops the 2-hour clock",
    parameters: idParam,
    request: { body: bodyOf(contactBody, "How, in words what was said, and `version` as last seen") },
    responses: written,
  }),
  async (c) => {
    const body = await readJson(c, contactBody);
    const bookingId = bookingIdOf(c.req.param("id"));
    const result = await logContact(c.get("ctx"), { bookingId, ...body });
    if (!result.ok) throw refusalAsError(result);
    return c.json({ booking: await getDetail(c.get("ctx"), bookingId) }, 200);
  },
);
