import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import { linkRequestSchema } from "../schema";
import { submitLinkRequest } from "../submissions.server";
import { invalidAnswer, tooManyAnswer } from "../views";

export const linkApi = newApi();

linkApi.openapi(
  createRoute({
    method: "post",
    path: "/bookings/send-link",
    summary: "Mail the link of a booking again, to the address that it was made with",
    description: "Answered the same whether there is such a booking or not.",
    request: {
      body: bodyOf(linkRequestSchema, "The reference, and the email or phone number of the booking"),
    },
    responses: {
      200: answerOf(
        z.object({ success: z.literal(true) }),
        "If there is such a booking, its link is on its way",
      ),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      429: answerOf(tooManyAnswer, "Asked for too often"),
    },
  }),
  async (c) => {
    const { status, body } = await submitLinkRequest(c.get("ctx"), await readJson(c, z.unknown()));
    return c.json(body as never, status as 200);
  },
);
