import { findOpenedInvoice } from "~/features/finance/invoices/queries.server";
import { postLinkRequest } from "~/features/finance/invoices/submissions.server";
import type { OpenedInvoice } from "~/features/finance/invoices/views";
import { findToPay } from "~/features/finance/payments/queries.server";
import type { ToPay } from "~/features/finance/payments/views";
import { moveLinkKeyToCookie } from "~/platform/auth/links/link-keys.server";
import { type PageCtx, pageCtx } from "~/server/context.server";
import type { Route } from "./+types/invoice-page";

export interface Loaded {
  opened: OpenedInvoice | null;
  toPay: ToPay | null;
}

/** Loads the invoice for holders of its key, so that the page also works without JavaScript. */
export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Loaded> {
  const ctx = context.get(pageCtx)!;
  const { reference } = params;
  const find = (ctx: PageCtx, key: string) => findOpenedInvoice(ctx, ctx, { reference, key });
  await moveLinkKeyToCookie(
    request,
    ctx,
    { below: "/invoices", reference },
    async (ctx, key) => (await find(ctx, key)) !== null,
  );
  const [opened, toPay] = await Promise.all([
    find(ctx, ""),
    findToPay(ctx, ctx, { kind: "invoice", reference, key: "" }),
  ]);
  return { opened, toPay };
}

/** Requests a new link without JavaScript after the old one has expired. */
export async function action({ context, params }: Route.ActionArgs) {
  return postLinkRequest(context.get(pageCtx)!, params.reference);
}
