import type { Ctx } from "~/platform/context";
import type { RawSubmission } from "~/platform/http/endpoint.server";
import { answerPostedForm, type Posting } from "../forms/posted-form.server";
import { submitOnce } from "../forms/submit-once.server";
import { requestContract } from "./commands.server";
import { contractRequestSchema } from "./schema";

/** The form that asks for a contract, from a call. */
export function submitContractRequest(ctx: Ctx, sent: RawSubmission) {
  return submitOnce(ctx, sent, {
    name: "contract",
    schema: contractRequestSchema,
    work: (ctx, { securityCheck, ...form }) => requestContract(ctx, form, securityCheck),
    reply: (_, { contractId, reference }) => ({ success: true, contractId, reference }),
  });
}

/** The form that asks for a contract, posted to its page. */
export function postContractRequest(ctx: Posting, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "contract",
    submit: (sent) => submitContractRequest(ctx, sent),
    done: ({ reference }) => `/amc-packages/requested?reference=${reference}`,
  });
}
