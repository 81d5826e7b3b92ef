import { query } from "~/platform/auth/command.server";
import { isCustomerOf, openDocument } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import { dubaiDate } from "~/platform/time";
import { distinctVatPercents } from "./draft/invoice-lines";
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
      .innerJoin("customers", "customers.id", "invoices.customer_id")
      .select(["invoices.id", "customers.user_id"])
      .where("invoices.reference", "=", reference)
      .executeTakeFirst();
    if (!row) return null;
    const opened = openDocument(
      ctx,
      config,
      { kind: "invoice", id: row.id, userId: row.user_id, reference },
      key,
    );
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
    .innerJoin("customers", "customers.id", "invoices.customer_id")
    .selectAll("invoices")
    .select("customers.user_id")
    .where("invoices.id", "=", id)
    .executeTakeFirst();
  if (!row || !isCustomerOf(ctx, { kind: "invoice", id, userId: row.user_id })) return null;
  const lines = await ctx.db
    .selectFrom("invoice_lines")
    .selectAll()
    .where("invoice_id", "=", id)
    .orderBy("position")
    .execute();
  const notes = await ctx.db
    .selectFrom("credit_notes")
    .select(["id", "reference", "total_fils", "issue_date", "erased_at"])
    .where("invoice_id", "=", id)
    .orderBy("reference")
    .execute();
  const eInvoices = await ctx.db
    .selectFrom("e_invoices")
    .select(["invoice_id", "credit_note_id"])
    .where((eb) =>
      eb.or([eb("invoice_id", "=", id), eb("credit_note_id", "=", anyOf(notes.map((note) => note.id)))]),
    )
    .execute();
  return {
    id,
    reference: row.reference!,
    kind: row.kind,
    title: row.title,
    buyerName: row.buyer?.name ?? "",
    issueDate: row.issue_date!,
    dueDate: row.due_date!,
    overdue: row.open_fils > 0 && row.due_date! < dubaiDate(ctx.now),
    totalFils: row.total_fils,
    openFils: row.open_fils,
    vatFils: row.vat_fils,
    vatPercents: distinctVatPercents(
      lines.map((line) => ({ vatPercent: line.vat_percent, vatFils: line.vat_fils })),
    ),
    lines: lines.map((line) => ({
      position: line.position,
      description: line.description,
      quantityHundredths: line.quantity_hundredths,
      unit: line.unit,
      unitFils: line.unit_fils,
      discountFils: line.discount_fils,
      grossFils: line.gross_fils,
    })),
    creditNotes: notes.map((note) => ({
      id: note.id,
      reference: note.reference,
      totalFils: note.total_fils,
      issueDate: note.issue_date,
      hasDocument: note.erased_at === null,
      hasEInvoice: eInvoices.some(({ credit_note_id }) => credit_note_id === note.id),
    })),
    hasDocument: row.kind !== "opening" && row.erased_at === null,
    hasEInvoice: eInvoices.some(({ invoice_id }) => invoice_id === id),
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
      .innerJoin("customers", "customers.id", "invoices.customer_id")
      .select(["reference", "invoices.state", "issue_date", "due_date", "total_fils", "open_fils"])
      .where("customers.user_id", "=", userId)
      .where("issued_at", "is not", null)
      .orderBy((eb) => eb("open_fils", ">", 0), "desc")
      .orderBy("issue_date", "desc")
      .orderBy("invoices.id")
      .limit(MAX_SHOWN)
      .execute();
    const credit = await ctx.db
      .selectFrom("customer_balances")
      .innerJoin("customers", "customers.id", "customer_balances.customer_id")
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("credit_fils"), eb.lit(0)).as("fils"))
      .where("customers.user_id", "=", userId)
      .executeTakeFirst();
    return {
      invoices: rows.map((row) => ({
        reference: row.reference!,
        state: row.state,
        overdue: row.open_fils > 0 && row.due_date! < today,
        issueDate: row.issue_date!,
        dueDate: row.due_date!,
        totalFils: row.total_fils,
        openFils: row.open_fils,
      })),
      creditFils: Number(credit?.fils ?? 0),
    };
  },
);

const MAX_SHOWN = 50;
