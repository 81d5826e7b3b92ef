import { type Insertable, sql } from "kysely";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { log } from "~/platform/log.server";
import { addMinutes } from "~/platform/time";
import { eInvoiceProvider } from "../../../core/e-invoices/http-provider.server";
import { type EInvoiceProvider, EInvoiceRejectedError } from "../../../core/e-invoices/provider";
import { ensureEInvoice, type IssuedDocument } from "./e-invoice.server";

/** Polling interval per document. */
const POLL_INTERVAL_MINUTES = 5;
const BATCH_SIZE = 20;

export const createEInvoice: Reaction<"invoice.issued"> = {
  name: "create-e-invoice",
  run: async (ctx, { subjectId }) => void (await ensureEInvoice(ctx, { invoiceId: subjectId })),
};

export const createECreditNote: Reaction<"invoice.credited"> = {
  name: "create-e-invoice",
  run: async (ctx, { subjectId, data }) =>
    void (await ensureEInvoice(ctx, { invoiceId: subjectId, creditNoteId: data.creditNoteId })),
};

/** Submits to the provider, if one is configured. Safe to repeat, because the provider deduplicates by id. */
export const sendEInvoice: Reaction<"invoice.issued"> = {
  name: "send-e-invoice",
  external: true,
  run: (ctx, { subjectId }, { config }) =>
    submitEInvoice(ctx, eInvoiceProvider(config), { invoiceId: subjectId }),
};

export const sendECreditNote: Reaction<"invoice.credited"> = {
  name: "send-e-invoice",
  external: true,
  run: (ctx, { subjectId, data }, { config }) =>
    submitEInvoice(ctx, eInvoiceProvider(config), { invoiceId: subjectId, creditNoteId: data.creditNoteId }),
};

export const sendRequestedEInvoice: Reaction<"invoice.e-invoice-requested"> = {
  name: "send-e-invoice",
  external: true,
  run: (ctx, { subjectId, data }, { config }) =>
    submitEInvoice(ctx, eInvoiceProvider(config), { invoiceId: subjectId, creditNoteId: data.creditNoteId }),
};

export async function submitEInvoice(
  ctx: Ctx,
  provider: EInvoiceProvider | null,
  document: IssuedDocument,
): Promise<void> {
  if (!provider) return;
  const eInvoice = await inTransaction(ctx, (ctx) => ensureEInvoice(ctx, document));
  if (eInvoice?.state !== "created") return;
  const { id, xml } = eInvoice;
  let update: EInvoiceChange;
  try {
    const provider_id = await provider.send({ id, xml });
    update = { state: "sent", provider_id, rejection_reason: null, sent_at: ctx.now, polled_at: ctx.now };
  } catch (error) {
    if (!(error instanceof EInvoiceRejectedError)) {
      await ctx.db
        .updateTable("e_invoices")
        .set({ failed_attempts: sql`failed_attempts + 1` })
        .where("id", "=", id)
        .execute();
      throw error;
    }
    log.warn("e-invoice-rejected", "The e-invoice provider rejected a document", { error, eInvoice: id });
    update = { state: "rejected", rejection_reason: error.message };
  }
  await updateEInvoice(ctx, { id, from: "created" }, { ...update, failed_attempts: 0 });
}

/** Polls the status of sent documents, least recently polled first. */
export async function pollEInvoices(ctx: Ctx, config: Config): Promise<void> {
  const provider = eInvoiceProvider(config);
  if (!provider) return;
  const due = await ctx.db
    .selectFrom("e_invoices")
    .select(["id", "provider_id"])
    .where("state", "=", "sent")
    .where("polled_at", "<=", addMinutes(ctx.now, -POLL_INTERVAL_MINUTES))
    .orderBy("polled_at")
    .limit(BATCH_SIZE)
    .execute();
  for (const { id, provider_id } of due) {
    // Recorded before the request, so that a document that keeps failing does not block the others.
    await updateEInvoice(ctx, { id, from: "sent" }, { polled_at: ctx.now });
    try {
      const update = await provider.find(provider_id!);
      if (update.state !== "sent")
        await updateEInvoice(
          ctx,
          { id, from: "sent" },
          { state: update.state, rejection_reason: update.state === "rejected" ? update.reason : null },
        );
    } catch (error) {
      log.warn("e-invoice-status-missing", "The e-invoice provider did not report the status of a document", {
        error,
        eInvoice: id,
      });
    }
  }
}

type EInvoiceChange = Partial<
  Pick<
    Insertable<Tables["e_invoices"]>,
    "state" | "provider_id" | "rejection_reason" | "sent_at" | "polled_at" | "failed_attempts"
  >
>;

/** Does nothing if a concurrent change has left the state `from`. */
async function updateEInvoice(
  ctx: Ctx,
  { id, from }: { id: string; from: "created" | "sent" },
  values: EInvoiceChange,
): Promise<void> {
  await ctx.db.updateTable("e_invoices").set(values).where("id", "=", id).where("state", "=", from).execute();
}
