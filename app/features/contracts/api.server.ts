import { createRoute } from "@hono/zod-openapi";
import type { Context } from "hono";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { type ApiEnv, answerOf, bodyOf, newApi, readJson } from "~/platform/api.server";
import { InvalidInput } from "~/platform/errors";
import type { Answer } from "~/platform/idempotency.server";
import { plainForm } from "../bookings/plain-form.server";
import { submitOnce } from "../bookings/submission.server";
import { invalidAnswer, tooManyAnswer } from "../bookings/views";
import { requestContract } from "./commands.server";
import { contractRequestSchema } from "./schema";

const requested = z.object({ success: z.literal(true), contractId: z.uuid() });

export const contractsApi = newApi();

contractsApi.use(
  "/contracts/requests",
  plainForm({
    page: "/amc-packages",
    done: "/amc-packages/requested",
    title: m.contract_form_title,
    labels: {
      customerName: m.booking_name,
      email: m.booking_email,
      phone: m.booking_phone,
      packageId: m.contract_package,
      propertyType: m.contract_property,
      street: m.booking_street,
      buildingName: m.booking_building,
      unitNumber: m.booking_unit,
      area: m.booking_area,
      landmark: m.booking_landmark,
      message: m.contract_message,
    },
    submit: m.contract_submit,
    handle: handleRequest,
  }),
);

contractsApi.openapi(
  createRoute({
    method: "post",
    path: "/contracts/requests",
    summary: "Ask for an AMC contract",
    description:
      "Send an Idempotency-Key: the same request is then answered the same for 24 hours and asks once. A plain HTML " +
      "form is answered with a page.",
    request: { body: bodyOf(contractRequestSchema, "The form 'Request your contract'") },
    responses: {
      200: answerOf(requested, "Requested; the office calls"),
      400: answerOf(invalidAnswer, "A rule is broken: a message by field"),
      429: answerOf(tooManyAnswer, "More than 3 attempts in 60 seconds"),
    },
  }),
  async (c) => {
    const { status, body } = await handleRequest(c, await readJson(c, z.unknown()));
    return c.json(body as never, status as 200);
  },
);

async function handleRequest(c: Context<ApiEnv>, sent: unknown): Promise<Answer> {
  const answer = await submitOnce(c, sent, {
    name: "contract",
    schema: contractRequestSchema,
    async work(ctx, { securityCheck, ...form }) {
      const result = await requestContract(ctx, form, securityCheck);
      if (!result.ok) return result;
      return { status: 200, body: { success: true, contractId: result.contractId } };
    },
  });
  if ("status" in answer) return answer;
  throw new InvalidInput({ packageId: m.contract_error_package_unknown() }, m.common_error_invalid());
}
