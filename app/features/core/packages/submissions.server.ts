import type { Ctx } from "~/platform/context";
import type { RawSubmission } from "~/platform/http/endpoint.server";
import { answerPostedForm, type Posting } from "../forms/posted-form.server";
import { submitOnce } from "../forms/submit-once.server";
import { requestContract } from "./commands.server";
import { contractRequestSchema } from "./schema";

export function submitContractRequest(ctx: Ctx, submission: RawSubmission) {
  return submitOnce(ctx, submission, {
    name: "contract",
    isLimitedByNetwork: true,
    schema: contractRequestSchema,
    operation: (ctx, { securityCheck, ...form }) => requestContract(ctx, form, securityCheck),
    reply: (_, { contractId, reference }) => ({ success: true, contractId, reference }),
  });
}

/** Form posted without JavaScript. */
export function postContractRequest(ctx: Posting, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "contract",
    submit: (submission) => submitContractRequest(ctx, submission),
    done: ({ reference }) => `/amc-packages/requested?reference=${reference}`,
  });
}
