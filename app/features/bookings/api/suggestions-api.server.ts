import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { answerOf, newApi } from "~/platform/api.server";
import { bookingNotFound } from "../refusals.server";
import { listSuggestions } from "../suggestion-queries.server";
import { suggestionList } from "../views";

/** Who should go when. */
export const suggestionsApi = newApi();

suggestionsApi.openapi(
  createRoute({
    method: "get",
    path: "/admin/bookings/{id}/suggestions",
    summary: "Technicians and times for a booking, the best first, with what speaks for each",
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } }],
    responses: {
      200: answerOf(suggestionList, "At most five, each technician once, nothing in the way of any"),
    },
  }),
  async (c) => {
    const id = z.safeParse(z.uuid(), c.req.param("id"));
    const suggestions = id.success ? await listSuggestions(c.get("ctx"), id.data) : null;
    if (!suggestions) throw bookingNotFound();
    return c.json({ suggestions }, 200);
  },
);
