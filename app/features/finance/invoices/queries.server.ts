import { query } from "~/platform/auth/command.server";
import { isCustomerOf, openDocument } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { dubaiDate } from "~/platform/time";
import { sumDocument } from "../../core/pricing/document-lines";
import { quantityOf } from "../../core/pricing/quantity";
import { distinctVatPercents } from "./draft/invoice-lines";
import { isInvoiceOverdue, settlementStatus } from "./invoice";
import type { CustomerInvoices, OpenedInvoice } from "./views";

export interface InvoiceAddress {
  reference: string;
  /** Key of the emailed link; empty for signed-in customers. */
  key: string;
}

/**
 * Checks access to an invoice by link or sign-in; null without access. `ctx` acts as the customer of the
 * invoice and is null if the link has expired.
 */
export const openInvoice = query(
  "website.open-link",
  async function openInvoice(
    ctx,
    config: Pick<Config, "secret">,
    { reference, key }: InvoiceAddress,
  ): Promise<{ id: string; ctx: Ctx | null } | null> {
    const row = await ctx.db
      .selectFrom("invoices")
      .innerJoin("customers", "customers.id", "invoices.customerId")
      .select(["invoices.id", "linkVersion", "customers.userId"])
      .where("invoices.reference", "=", reference)
      .executeTakeFirst();
    if (!row) return null;
    const opened = openDocument(ctx, config, { kind: "invoice", ...row, reference }, key);
    if (opened.as === "stranger") return null;
    return { id: row.id, ctx: opened.as === "customer" ? opened.ctx : null };
  },
);

export const findOpenedInvoice = query(
  "website.open-link",
  async function findOpenedInvoice(
    ctx,
    config: Pick<Config, "secret">,
    address: InvoiceAddress,
  ): Promise<OpenedInvoice | null> {
    const opened = await openInvoice(ctx, config, address);
    if (!opened) return null;
    return opened.ctx
      ? { invoice: await getCustomerInvoice(opened.ctx, opened.id), linkExpired: false }
      : { invoice: null, linkExpired: true };
  },
);

export const getCustomerInvoice = query("invoices.pay", async function getCustomerInvoice(ctx, id: string) {
  const row = await ctx.db
    .selectFrom("invoices")
    .innerJoin("customers", "customers.id", "invoices.customerId")
    .selectAll("invoices")
    .select("customers.userId")
    .where("invoices.id", "=", id)
    .executeTakeFirst();
  if (!row || !isCustomerOf(ctx, { kind: "invoice", id, userId: row.userId })) return null;
  const lines = await ctx.db
    .selectFrom("invoiceLines")
    .selectAll()
    .where("invoiceId", "=", id)
    .orderBy("position")
    .execute();
  const notes = await ctx.db
    .selectFrom("creditNotes")
    .select(["id", "reference", "totalFils", "issueDate", "erasedAt"])
    .where("invoiceId", "=", id)
    .orderBy("reference")
    .execute();
  const eInvoices = await ctx.db
    .selectFrom("eInvoices")
    .select(["invoiceId", "creditNoteId"])
    .where((eb) =>
      eb.or([eb("invoiceId", "=", id), eb("creditNoteId", "=", anyOf(notes.map((note) => note.id)))]),
    )
    .execute();
  return {
    id,
    reference: row.reference!,
    kind: row.kind,
    title: row.title,
    buyerName: row.buyer?.name ?? "",
    issueDate: row.issueDate!,
    dueDate: row.dueDate!,
    overdue: isInvoiceOverdue(row, dubaiDate(ctx.now)),
    state: row.state,
    settlement: settlementStatus(row),
    totalFils: row.totalFils,
    openFils: row.openFils,
    vatFils: row.vatFils,
    vatPercents: distinctVatPercents(
      lines.map((line) => ({ vatPercent: line.vatPercent, vatFils: line.vatFils })),
    ),
    sums: sumDocument(lines),
    lines: lines.map((line) => ({
      position: line.position,
      description: line.description,
      quantityHundredths: quantityOf(line),
      unit: line.unit,
      unitFils: line.unitFils,
      discountFils: line.discountFils,
      grossFils: line.grossFils,
    })),
    creditNotes: notes.map((note) => ({
      id: note.id,
      reference: note.reference,
      totalFils: note.totalFils,
      issueDate: note.issueDate,
      hasDocument: note.erasedAt === null,
      hasEInvoice: eInvoices.some(({ creditNoteId }) => creditNoteId === note.id),
    })),
    hasDocument: row.kind !== "opening" && row.erasedAt === null,
    hasEInvoice: eInvoices.some(({ invoiceId }) => invoiceId === id),
  };
});

/** Open invoices first, then the newest. */
export const listMyInvoices = query(
  "account.use",
  async function listMyInvoices(ctx): Promise<CustomerInvoices> {
    if (!("userId" in ctx.actor)) return { invoices: [], creditFils: 0 };
    const { userId } = ctx.actor;
    const today = dubaiDate(ctx.now);
    const rows = await ctx.db
      .selectFrom("invoices")
      .innerJoin("customers", "customers.id", "invoices.customerId")
      .select(["reference", "invoices.state", "issueDate", "dueDate", "totalFils", "openFils", "heldFils"])
      .select(["settledFils", "creditedFils", "writtenOffFils"])
      .where("customers.userId", "=", userId)
      .where("issuedAt", "is not", null)
      .orderBy((eb) => eb("openFils", ">", 0), "desc")
      .orderBy("issueDate", "desc")
      .orderBy("invoices.id")
      .limit(MAX_SHOWN)
      .execute();
    const credit = await ctx.db
      .selectFrom("customerBalances")
      .innerJoin("customers", "customers.id", "customerBalances.customerId")
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("creditFils"), eb.lit(0)).as("fils"))
      .where("customers.userId", "=", userId)
      .executeTakeFirst();
    return {
      invoices: rows.map((row) => ({
        reference: row.reference!,
        state: row.state,
        settlement: settlementStatus(row),
        overdue: isInvoiceOverdue(row, today),
        issueDate: row.issueDate!,
        dueDate: row.dueDate!,
        totalFils: row.totalFils,
        openFils: row.openFils,
      })),
      creditFils: Number(credit?.fils ?? 0),
    };
  },
);

const MAX_SHOWN = 50;
