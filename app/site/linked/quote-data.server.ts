import { findToPay } from "~/features/finance/payments/queries.server";
import type { ToPay } from "~/features/finance/payments/views";
import { findOpenedQuote } from "~/features/finance/quotes/queries.server";
import { postQuoteAnswer } from "~/features/finance/quotes/submissions.server";
import type { OpenedQuote } from "~/features/finance/quotes/views";
import { moveLinkKeyToCookie } from "~/platform/auth/links/link-keys.server";
import { type PageCtx, pageCtx } from "~/server/context.server";
import type { Route } from "./+types/quote-page";

export interface Loaded {
  opened: OpenedQuote | null;
  toPay: ToPay | null;
}

const REFERENCE = /^QT-\d{4}-\d{6}$/;

/** Loads the quote for holders of its key, so that it can be read and answered without JavaScript. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Loaded> {
  const ctx = context.get(pageCtx)!;
  const { reference } = params;
  if (!REFERENCE.test(reference)) return { opened: null, toPay: null };
  const find = (ctx: PageCtx, key: string) => findOpenedQuote(ctx, ctx, { reference, key });
  await moveLinkKeyToCookie(
    request,
    ctx,
    { below: "/quotes", reference },
    async (ctx, key) => (await find(ctx, key)) !== null,
  );
  const [opened, toPay] = await Promise.all([
    find(ctx, ""),
    findToPay(ctx, ctx, { kind: "quote", reference, key: "" }),
  ]);
  return { opened, toPay };
}

export function action({ context, params, request }: Route.ActionArgs) {
  const ctx = context.get(pageCtx)!;
  const key = new URL(request.url).searchParams.get("key") ?? "";
  return postQuoteAnswer(ctx, { reference: params.reference, key }, request);
}
