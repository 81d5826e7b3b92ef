import { m } from "~/paraglide/messages";
import { documentPath, endOfLink } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { renderDocument } from "~/platform/documents/render.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { type StoredFile, saveFile } from "~/platform/files/files.server";
import { localeNamed } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { loadDocumentLogo } from "../business/logo.server";
import { readSettings } from "../business/read-settings.server";
import { creditNoteDocument, invoiceDocument } from "../documents/invoice";
import type { DocumentLine, PaymentInstructions } from "../documents/document-data";
import { placeOf } from "../quotes/document/parties.server";
import { attachedEInvoice } from "./e-invoice/e-invoice.server";
import { paidAtIssue } from "./e-invoice/paid-at-issue.server";
import "./table";

/*
 * The bytes of what was issued: drawn once, then kept as they are. Whoever needs them first has them drawn; nobody draws them again.
 */

export const INVOICE_FILE = "invoice";

/** The link opens for so many days after the due date. */
const LINK_DAYS_AFTER = 365;

interface LinkedInvoice {
  id: string;
  reference: string;
  dueDate: string;
}

/** The link by which the customer opens an invoice, in the language that is spoken now. */
export function invoiceUrl(ctx: Ctx, config: Place, invoice: LinkedInvoice): string {
  return config.publicUrl + invoicePath(ctx, config, invoice);
}

/** The same within the site. */
export function invoicePath(
  { now }: Ctx,
  config: Pick<Config, "secret">,
  { id, reference, dueDate }: LinkedInvoice,
): string {
  return documentPath(config, { kind: "invoice", id, reference }, endOfLink(now, dueDate, LINK_DAYS_AFTER));
}

type Place = Pick<Config, "publicUrl" | "secret">;

/** The file of an issued invoice, drawn if it was not yet. Null: it was taken over, and is on paper elsewhere, is a draft, or was kept long enough. */
export async function invoiceFile(
  ctx: Ctx,
  config: Place,
  store: FileStore,
  id: string,
): Promise<StoredFile | null> {
  return inTransaction(ctx, async (ctx) => {
    const row = await ctx.db
      .selectFrom("invoices")
      .selectAll()
      .where("id", "=", id)
      .where("kind", "!=", "opening")
      .where("issued_at", "is not", null)
      .where("forgotten_at", "is", null)
      // Two that come at once: the second finds the first one's.
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    if (row.document_id) return fileOf(ctx, row.document_id);
    const [lines, place, paidFils] = await Promise.all([
      ctx.db
        .selectFrom("invoice_lines")
        .selectAll()
        .where("invoice_id", "=", id)
        .orderBy("position")
        .execute(),
      row.property_id ? placeOf(ctx, row.property_id) : null,
      paidAtIssue(ctx, row),
    ]);
    const attachments = await attachedEInvoice(ctx, { invoiceId: id }, row.reference!);
    const bytes = await inLocale(localeNamed(row.language), async () =>
      renderDocument({
        attachments,
        ...invoiceDocument({
          title: row.title!,
          reference: row.reference!,
          issueDate: row.issue_date!,
          supplyDate: row.supply_date,
          dueDate: row.due_date!,
          seller: row.seller!,
          logo: await loadDocumentLogo(ctx),
          buyer: row.buyer!,
          note: row.note,
          place: place === row.buyer!.address ? null : place,
          lines: lines.map((line) => ({ ...toDocumentLine(line), section: line.section })),
          paidFils,
          paymentInstructions:
            paidFils < row.total_fils
              ? await loadPaymentInstructions(
                  ctx,
                  invoiceUrl(ctx, config, { id, reference: row.reference!, dueDate: row.due_date! }),
                )
              : null,
        }),
      }),
    );
    return keep(ctx, store, { table: "invoices", id, bytes });
  });
}

/** The file of a credit note of an invoice, drawn if it was not yet; null: there is none, or it was kept long enough. */
export async function creditNoteFile(
  ctx: Ctx,
  store: FileStore,
  { id, invoiceId }: { id: string; invoiceId: string },
): Promise<StoredFile | null> {
  return inTransaction(ctx, async (ctx) => {
    // The invoice first: in the same order as whoever makes the electronic one.
    await ctx.db.selectFrom("invoices").select("id").where("id", "=", invoiceId).forUpdate().execute();
    const row = await ctx.db
      .selectFrom("credit_notes")
      .selectAll()
      .where("id", "=", id)
      .where("invoice_id", "=", invoiceId)
      .where("forgotten_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    if (row.document_id) return fileOf(ctx, row.document_id);
    const [lines, invoice] = await Promise.all([
      ctx.db
        .selectFrom("credit_note_lines")
        .selectAll()
        .where("credit_note_id", "=", id)
        .orderBy("position")
        .execute(),
      ctx.db
        .selectFrom("invoices")
        .select(["reference", "issue_date"])
        .where("id", "=", row.invoice_id)
        .executeTakeFirstOrThrow(),
    ]);
    const attachments = await attachedEInvoice(ctx, { invoiceId, creditNoteId: id }, row.reference);
    const bytes = await inLocale(localeNamed(row.language), async () =>
      renderDocument({
        attachments,
        ...creditNoteDocument({
          title: row.title,
          reference: row.reference,
          issueDate: row.issue_date,
          seller: row.seller,
          logo: await loadDocumentLogo(ctx),
          buyer: row.buyer,
          note: "",
          invoice: { reference: invoice.reference!, issueDate: invoice.issue_date! },
          reason: row.reason,
          lines: lines.map((line) => ({ ...toDocumentLine(line), section: "" })),
        }),
      }),
    );
    return keep(ctx, store, { table: "credit_notes", id, bytes });
  });
}

/** How the business may be paid, by its settings. */
export async function loadPaymentInstructions(ctx: Ctx, link: string | null): Promise<PaymentInstructions> {
  const { bankName, accountName, iban } = (await readSettings(ctx, "money")).values;
  const business = (await readSettings(ctx, "business")).values;
  return {
    bank: iban ? { name: bankName ?? "", accountName: accountName ?? business.name, iban } : null,
    link,
    otherWays: m.invoices_other_ways(),
  };
}

interface Line
  extends Omit<
    DocumentLine,
    "section" | "quantityHundredths" | "unitFils" | "discountFils" | "vatPercent" | "grossFils" | "vatFils"
  > {
  quantity_hundredths: number;
  unit_fils: number;
  discount_fils: number;
  vat_percent: number;
  gross_fils: number;
  vat_fils: number;
}

function toDocumentLine(line: Line): Omit<DocumentLine, "section"> {
  return {
    description: line.description,
    quantityHundredths: line.quantity_hundredths,
    unit: line.unit,
    unitFils: line.unit_fils,
    discountFils: line.discount_fils,
    vatPercent: line.vat_percent,
    grossFils: line.gross_fils,
    vatFils: line.vat_fils,
  };
}

async function keep(
  ctx: Ctx,
  store: FileStore,
  drawn: { table: "invoices" | "credit_notes"; id: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<StoredFile> {
  const fileId = await saveFile(ctx, store, {
    kind: INVOICE_FILE,
    ownerId: drawn.id,
    contentType: "application/pdf",
    bytes: drawn.bytes,
  });
  await ctx.db.updateTable(drawn.table).set({ document_id: fileId }).where("id", "=", drawn.id).execute();
  return fileOf(ctx, fileId);
}

async function fileOf(ctx: Ctx, id: string): Promise<StoredFile> {
  const row = await ctx.db
    .selectFrom("files")
    .select(["id", "kind", "public", "content_type", "sha256"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    kind: row.kind,
    public: row.public,
    contentType: row.content_type,
    sha256: row.sha256,
  };
}
