import { createRoute } from "@hono/zod-openapi";
import * as z from "zod/mini";
import { answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import { idempotencyKeyOf } from "~/platform/idempotency.server";
import { invalidAnswer, tooManyAnswer } from "../bookings/views";
import { contractRequestSchema } from "./schema";
import { submitContractRequest } from "./submissions.server";

const requested = z.object({ success: z.literal(true), contractId: z.uuid() });

export const contractsApi = newApi();

contractsApi.openapi(
  createRoute({
    method: "post",
    path: "/contracts/requests",
    summary: "Ask for an AMC contract",
    description:
      "Send an Idempotency-Key: the same request is then answered the same for 24 hours and asks once.",
    request: { body: bodyOf(contractRequestSchema, "The form 'Request your contract'") },
    responses: {
      200: answerOf(requested, "Requested; the office calls"),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      429: answerOf(tooManyAnswer, "More than 3 attempts in 60 seconds"),
    },
  }),
  async (c) => {
    const sent = { body: await readJson(c, z.unknown()), key: idempotencyKeyOf(c) };
    const { status, body } = await submitContractRequest(c.get("ctx"), sent);
    return c.json(body as never, status as 200);
  },
);
