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
  run: async function createEInvoice(ctx, { subjectId }) {
    await ensureEInvoice(ctx, { invoiceId: subjectId });
  },
};

export const createECreditNote: Reaction<"invoice.credited"> = {
  name: "create-e-invoice",
  run: async function createECreditNote(ctx, { subjectId, data }) {
    await ensureEInvoice(ctx, { invoiceId: subjectId, creditNoteId: data.creditNoteId });
  },
};

/** Submits to the provider, if one is configured. Safe to repeat, because the provider deduplicates by id. */
export const sendEInvoice: Reaction<"invoice.issued"> = {
  name: "send-e-invoice",
  external: true,
  run: function sendEInvoice(ctx, { subjectId }, { config }) {
    return submitEInvoice(ctx, eInvoiceProvider(config), { invoiceId: subjectId });
  },
};

export const sendECreditNote: Reaction<"invoice.credited"> = {
  name: "send-e-invoice",
  external: true,
  run: function sendECreditNote(ctx, { subjectId, data }, { config }) {
    return submitEInvoice(ctx, eInvoiceProvider(config), {
      invoiceId: subjectId,
      creditNoteId: data.creditNoteId,
    });
  },
};

export const sendRequestedEInvoice: Reaction<"invoice.e-invoice-requested"> = {
  name: "send-e-invoice",
  external: true,
  run: function sendRequestedEInvoice(ctx, { subjectId, data }, { config }) {
    return submitEInvoice(ctx, eInvoiceProvider(config), {
      invoiceId: subjectId,
      creditNoteId: data.creditNoteId,
    });
  },
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
    const providerId = await provider.send({ id, xml });
    update = { state: "sent", providerId, rejectionReason: null, sentAt: ctx.now, polledAt: ctx.now };
  } catch (error) {
    if (!(error instanceof EInvoiceRejectedError)) {
      await ctx.db
        .updateTable("eInvoices")
        .set({ failedAttempts: sql`failed_attempts + 1` })
        .where("id", "=", id)
        .execute();
      throw error;
    }
    log.warn("e-invoice-rejected", "The e-invoice provider rejected a document", { error, eInvoice: id });
    update = { state: "rejected", rejectionReason: error.message };
  }
  await updateEInvoice(ctx, { id, from: "created" }, { ...update, failedAttempts: 0 });
}

/** Polls the status of sent documents, least recently polled first. */
export async function pollEInvoices(ctx: Ctx, config: Config): Promise<void> {
  const provider = eInvoiceProvider(config);
  if (!provider) return;
  const due = await ctx.db
    .selectFrom("eInvoices")
    .select(["id", "providerId"])
    .where("state", "=", "sent")
    .where("polledAt", "<=", addMinutes(ctx.now, -POLL_INTERVAL_MINUTES))
    .orderBy("polledAt")
    .limit(BATCH_SIZE)
    .execute();
  for (const { id, providerId } of due) {
    // Recorded before the request, so that a document that keeps failing does not block the others.
    await updateEInvoice(ctx, { id, from: "sent" }, { polledAt: ctx.now });
    try {
      const update = await provider.find(providerId!);
      if (update.state !== "sent")
        await updateEInvoice(
          ctx,
          { id, from: "sent" },
          { state: update.state, rejectionReason: update.state === "rejected" ? update.reason : null },
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
    Insertable<Tables["eInvoices"]>,
    "state" | "providerId" | "rejectionReason" | "sentAt" | "polledAt" | "failedAttempts"
  >
>;

/** Does nothing if a concurrent change has left the state `from`. */
async function updateEInvoice(
  ctx: Ctx,
  { id, from }: { id: string; from: "created" | "sent" },
  values: EInvoiceChange,
): Promise<void> {
  await ctx.db.updateTable("eInvoices").set(values).where("id", "=", id).where("state", "=", from).execute();
}
