import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { type Refusal, refuse } from "~/platform/http/refusal";

/** Invoice id and the version that the editor had loaded. */
export interface SeenInvoice {
  id: string;
  version: number;
}

type InvoiceRow = Selectable<Tables["invoices"]>;

/** Locks a draft until the transaction ends. */
export async function lockDraft(
  ctx: Ctx,
  { id, version }: SeenInvoice,
): Promise<{ ok: true; draft: InvoiceRow } | Refusal<"not-found" | "stale" | "wrong-state">> {
  const draft = await ctx.db
    .selectFrom("invoices")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!draft) return refuse("not-found");
  if (draft.issuedAt) return refuse("wrong-state");
  if (draft.version !== version) return refuse("stale");
  return { ok: true, draft };
}
