import { findOpenedContract } from "~/features/finance/contracts/queries.server";
import { postAcceptance } from "~/features/finance/contracts/submissions.server";
import type { OpenedContract } from "~/features/finance/contracts/views";
import { moveLinkKeyToCookie } from "~/platform/auth/links/link-keys.server";
import { type PageCtx, pageCtx } from "~/server/context.server";
import type { Route } from "./+types/contract-page";

export interface Loaded {
  opened: OpenedContract | null;
}

/** Loads the contract for holders of its key, so that it can be read and accepted without JavaScript. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Loaded> {
  const ctx = context.get(pageCtx)!;
  const { reference } = params;
  const find = (ctx: PageCtx, key: string) => findOpenedContract(ctx, ctx, { reference, key });
  await moveLinkKeyToCookie(
    request,
    ctx,
    { below: "/contracts", reference },
    async (ctx, key) => (await find(ctx, key)) !== null,
  );
  return { opened: await find(ctx, "") };
}

export function action({ context, params, request }: Route.ActionArgs) {
  const key = new URL(request.url).searchParams.get("key") ?? "";
  return postAcceptance(context.get(pageCtx)!, { reference: params.reference, key }, request);
}
