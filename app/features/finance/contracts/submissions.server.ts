import { data, redirect } from "react-router";
import { m } from "~/paraglide/messages";
import { InvalidInput } from "~/platform/errors";
import { readInput } from "~/platform/http/api.server";
import { readPostedFields } from "~/platform/http/posted-fields.server";
import { isRefusal, refuse } from "~/platform/http/refusal";
import type { Posting } from "../../core/forms/posted-form.server";
import { acceptContract } from "./accept.server";
import { type ContractAddress, openContract, requestContractLink } from "./link/contract-link.server";
import { type Acceptance, acceptanceSchema } from "./schema";
import type { PostedAcceptance } from "./views";

/** Handles the forms of the contract page that are posted without JavaScript; errors keep the typed name. */
export async function postAcceptance(ctx: Posting, address: ContractAddress, request: Request) {
  let fields: Record<string, string> = {};
  try {
    fields = await readPostedFields(request);
    if (fields.answer === "link") {
      await requestContractLink(ctx, address.reference);
      return respond(fields, { message: m.link_sent() });
    }
    const body = { agreementVersion: Number(fields.agreementVersion), name: fields.name };
    const acceptance = readInput(body, acceptanceSchema) as Acceptance;
    const opened = await openContract(ctx, ctx, address);
    const result = opened?.ctx
      ? await acceptContract(opened.ctx, opened.id, acceptance)
      : refuse("not-found");
    if (isRefusal(result)) {
      const { message, status } = ctx.asError(result, "contract");
      return respond(fields, { message, status });
    }
    return redirect(`/contracts/${address.reference}`, 303);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const { message, errors, status } = error;
    return respond(fields, { message, errors, status });
  }
}

function respond(
  { answer, name = "" }: Record<string, string>,
  { status = 200, ...rest }: { message: string; errors?: Record<string, string>; status?: number },
) {
  const posted: PostedAcceptance = {
    answer: answer === "link" ? "link" : "accept",
    name,
    errors: {},
    ...rest,
  };
  return data(posted, { status });
}
