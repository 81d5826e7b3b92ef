import { type Insertable, sql } from "kysely";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { log } from "~/platform/log.server";
import { addMinutes } from "~/platform/time";
import { eInvoiceProvider } from "../../e-invoices/http-provider.server";
import { type EInvoiceProvider, ProviderRefused } from "../../e-invoices/provider";
import { ensureEInvoice, type IssuedDocument } from "./e-invoice.server";
import "../../e-invoices/table";

/** How often it is asked how a document stands. */
const ASK_MINUTES = 5;
const AT_ONCE = 20;

/** Makes the electronic invoice of what was issued, if it has one and nothing is missing. */
export const keepEInvoice: Reaction<"invoice.issued"> = {
  name: "keep-e-invoice",
  run: async (ctx, { subjectId }) => void (await ensureEInvoice(ctx, { invoiceId: subjectId })),
};

export const keepECreditNote: Reaction<"invoice.credited"> = {
  name: "keep-e-invoice",
  run: async (ctx, { subjectId, data }) =>
    void (await ensureEInvoice(ctx, { invoiceId: subjectId, creditNoteId: data.creditNoteId })),
};

/** Hands it to the provider, if there is one. Done twice, it is handed over once: the provider knows our id. */
export const sendEInvoice: Reaction<"invoice.issued"> = {
  name: "send-e-invoice",
  asks: true,
  run: (ctx, { subjectId }, { config }) => handOver(ctx, eInvoiceProvider(config), { invoiceId: subjectId }),
};

export const sendECreditNote: Reaction<"invoice.credited"> = {
  name: "send-e-invoice",
  asks: true,
  run: (ctx, { subjectId, data }, { config }) =>
    handOver(ctx, eInvoiceProvider(config), { invoiceId: subjectId, creditNoteId: data.creditNoteId }),
};

/** Somebody of the office wants it sent, first or once more. */
export const sendAskedEInvoice: Reaction<"invoice.e-invoice-asked"> = {
  name: "send-e-invoice",
  asks: true,
  run: (ctx, { subjectId, data }, { config }) =>
    handOver(ctx, eInvoiceProvider(config), { invoiceId: subjectId, creditNoteId: data.creditNoteId }),
};

export async function handOver(
  ctx: Ctx,
  provider: EInvoiceProvider | null,
  of: IssuedDocument,
): Promise<void> {
  if (!provider) return;
  const made = await inTransaction(ctx, (ctx) => ensureEInvoice(ctx, of));
  if (made?.state !== "made") return;
  const { id, xml } = made;
  let news: EInvoiceChange;
  try {
    const provider_id = await provider.send({ id, xml });
    news = { state: "sent", provider_id, told: null, sent_at: ctx.now, asked_at: ctx.now };
  } catch (error) {
    if (!(error instanceof ProviderRefused)) {
      await ctx.db
        .updateTable("e_invoices")
        .set({ failed_tries: sql`failed_tries + 1` })
        .where("id", "=", id)
        .execute();
      throw error;
    }
    log.warn("The e-invoice provider refused a document", { error, eInvoice: id });
    news = { state: "refused", told: error.message };
  }
  await change(ctx, { id, from: "made" }, { ...news, failed_tries: 0 });
}

/** Asks how those stand that are on their way: each every few minutes, what was asked for longest ago first. */
export async function followEInvoices(ctx: Ctx, config: Config): Promise<void> {
  const provider = eInvoiceProvider(config);
  if (!provider) return;
  const waiting = await ctx.db
    .selectFrom("e_invoices")
    .select(["id", "provider_id"])
    .where("state", "=", "sent")
    .where("asked_at", "<=", addMinutes(ctx.now, -ASK_MINUTES))
    .orderBy("asked_at")
    .limit(AT_ONCE)
    .execute();
  for (const { id, provider_id } of waiting) {
    // Before the answer: one that cannot be asked after holds up no others.
    await change(ctx, { id, from: "sent" }, { asked_at: ctx.now });
    try {
      const news = await provider.find(provider_id!);
      if (news.state !== "sent")
        await change(
          ctx,
          { id, from: "sent" },
          { state: news.state, told: news.state === "refused" ? news.told : null },
        );
    } catch (error) {
      log.warn("The e-invoice provider did not say how a document stands", { error, eInvoice: id });
    }
  }
}

type EInvoiceChange = Partial<
  Pick<
    Insertable<Tables["e_invoices"]>,
    "state" | "provider_id" | "told" | "sent_at" | "asked_at" | "failed_tries"
  >
>;

/** Whoever was quicker has changed it. */
async function change(
  ctx: Ctx,
  { id, from }: { id: string; from: "made" | "sent" },
  values: EInvoiceChange,
): Promise<void> {
  await ctx.db.updateTable("e_invoices").set(values).where("id", "=", id).where("state", "=", from).execute();
}
