import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import type { Sent } from "~/platform/http/endpoint.server";
import type { Answer } from "~/platform/http/idempotency.server";
import { answerPostedForm } from "../forms/posted-form.server";
import { submitOnce } from "../forms/submit-once.server";
import { requestContract } from "./commands.server";
import { contractRequestSchema } from "./schema";

/** The form that asks for a contract, from a call. Throws what refuses it (`ApiError`). */
export async function submitContractRequest(ctx: Ctx, sent: Sent): Promise<Answer> {
  const answer = await submitOnce(ctx, sent, {
    name: "contract",
    schema: contractRequestSchema,
    async work(ctx, { securityCheck, ...form }) {
      const result = await requestContract(ctx, form, securityCheck);
      if (!result.ok) return result;
      return {
        status: 200,
        body: { success: true, contractId: result.contractId, reference: result.reference },
      };
    },
  });
  if ("status" in answer) return answer;
  throw new InvalidInput({ packageId: m.contract_error_package_unknown() }, m.common_error_invalid());
}

/** The form that asks for a contract, posted to its page. */
export function postContractRequest(ctx: Ctx & Pick<Config, "secret">, request: Request) {
  return answerPostedForm(ctx, request, {
    name: "contract",
    submit: (sent) => submitContractRequest(ctx, sent),
    done: ({ reference }) => `/amc-packages/requested?reference=${reference}`,
  });
}
