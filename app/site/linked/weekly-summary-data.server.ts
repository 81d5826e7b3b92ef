import { postUnsubscribe } from "~/features/people/accounts/submissions.server";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/weekly-summary-page";

/** Unsubscribes by POST only, so that link scanners do not. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = context.get(pageCtx)!;
  return { stopped: await postUnsubscribe(ctx, ctx, request) };
}
