import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { documentPath, linkExpiry } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import type { RenderableDocument } from "~/platform/documents/document";
import { renderDocument } from "~/platform/documents/render.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { releaseFiles, type StoredFile, saveFile } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { type Locale, localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { vatIncluded } from "~/platform/uae/vat";
import { loadDocumentLogo } from "../../core/business/logo.server";
import { readSettings } from "../../core/business/read-settings.server";
import type { DocumentLine, PaymentInstructions } from "../../core/documents/document-data";
import { creditNoteDocument, invoiceDocument } from "../../core/documents/invoice";
import { quantityOf } from "../../core/pricing/quantity";
import { isTaxable, type VatTreatment } from "../../core/pricing/vat-treatment";
import { propertyAddress } from "../quotes/document/parties.server";
import { eInvoiceAttachments } from "./e-invoice/e-invoice.server";
import { loadPaidAtIssue } from "./e-invoice/paid-at-issue.server";

/*
 * PDFs of issued documents. Each is drawn once, on first use, and stored, because an issued document must
 * never change.
 */

export const INVOICE_FILE_KIND = "invoice";

/** Validity of the invoice link after the due date, in days. */
const LINK_DAYS_AFTER_DUE = 365;

interface LinkedInvoice {
  id: string;
  reference: string;
  dueDate: string;
  linkVersion: number;
}

/** Absolute link to the invoice in the current language. */
export function invoiceUrl(ctx: Ctx, config: LinkConfig, invoice: LinkedInvoice): string {
  return config.publicUrl + invoicePath(ctx, config, invoice);
}

export function invoicePath(
  { now }: Ctx,
  config: Pick<Config, "secret">,
  { id, reference, dueDate, linkVersion }: LinkedInvoice,
): string {
  return documentPath(
    config,
    { kind: "invoice", id, reference, linkVersion },
    linkExpiry(now, dueDate, LINK_DAYS_AFTER_DUE),
  );
}

type LinkConfig = Pick<Config, "publicUrl" | "secret">;

/** Link for the office to share, in the customer's language. Null for drafts. */
export async function findInvoiceUrl(ctx: Ctx, config: LinkConfig, id: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom("invoices")
    .select(["reference", "dueDate", "language", "linkVersion"])
    .where("id", "=", id)
    .where("issuedAt", "is not", null)
    .executeTakeFirst();
  if (!row) return null;
  const { language, linkVersion } = row;
  const invoice = { id, reference: row.reference!, dueDate: row.dueDate!, linkVersion };
  return inLocale(localeOrDefault(language), () => invoiceUrl(ctx, config, invoice));
}

/** Null for opening balances (their document is in the former system), drafts and purged documents. */
export async function loadInvoicePdf(
  ctx: Ctx,
  config: LinkConfig,
  store: FileStore,
  id: string,
): Promise<StoredFile | null> {
  const issued = await inTransaction(ctx, async (ctx): Promise<IssuedPdf | null> => {
    const row = await ctx.db
      .selectFrom("invoices")
      .selectAll()
      .where("id", "=", id)
      .where("kind", "!=", "opening")
      .where("issuedAt", "is not", null)
      .where("erasedAt", "is", null)
      // Writing the e-invoice locks the row first as well.
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    if (row.documentId) return { stored: await loadStoredFile(ctx, row.documentId) };
    const [lines, place, paidFils] = await Promise.all([
      ctx.db.selectFrom("invoiceLines").selectAll().where("invoiceId", "=", id).orderBy("position").execute(),
      row.propertyId ? propertyAddress(ctx, row.propertyId) : null,
      loadPaidAtIssue(ctx, row),
    ]);
    const attachments = await eInvoiceAttachments(ctx, { invoiceId: id }, row.reference!);
    const translationOf = await loadTranslations(ctx, lines);
    const locale = localeOrDefault(row.language);
    const document = await inLocale(locale, async () => ({
      attachments,
      ...invoiceDocument({
        title: row.title!,
        reference: row.reference!,
        issueDate: row.issueDate!,
        supplyDate: row.supplyDate,
        dueDate: row.dueDate!,
        seller: row.seller!,
        logo: await loadDocumentLogo(ctx),
        buyer: row.buyer!,
        note: row.note,
        place: place === row.buyer!.address ? null : place,
        lines: lines.map((line) => ({
          ...toDocumentLine(line),
          translation: translationOf(line),
          section: line.section,
        })),
        paidFils,
        paymentInstructions:
          paidFils < row.totalFils
            ? await loadPaymentInstructions(
                ctx,
                invoiceUrl(ctx, config, {
                  id,
                  reference: row.reference!,
                  dueDate: row.dueDate!,
                  linkVersion: row.linkVersion,
                }),
              )
            : null,
      }),
    }));
    return { document, locale, linkVersion: row.linkVersion };
  });
  const drawn = issued && (await drawAndStore(ctx, store, { table: "invoices", id, issued }));
  // The link was replaced meanwhile.
  return drawn === "outdated" ? loadInvoicePdf(ctx, config, store, id) : drawn;
}

/** Null if unknown or purged. */
export async function loadCreditNotePdf(
  ctx: Ctx,
  store: FileStore,
  { id, invoiceId }: { id: string; invoiceId: string },
): Promise<StoredFile | null> {
  const issued = await inTransaction(ctx, async (ctx): Promise<IssuedPdf | null> => {
    // Lock the invoice first, as e-invoicing does, to avoid deadlocks.
    await ctx.db.selectFrom("invoices").select("id").where("id", "=", invoiceId).forUpdate().execute();
    const row = await ctx.db
      .selectFrom("creditNotes")
      .selectAll()
      .where("id", "=", id)
      .where("invoiceId", "=", invoiceId)
      .where("erasedAt", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return null;
    if (row.documentId) return { stored: await loadStoredFile(ctx, row.documentId) };
    const [lines, invoice] = await Promise.all([
      ctx.db
        .selectFrom("creditNoteLines as line")
        .leftJoin("invoiceLines as charged", (join) =>
          join
            .onRef("charged.invoiceId", "=", "line.invoiceId")
            .onRef("charged.position", "=", "line.invoicePosition"),
        )
        .selectAll("line")
        .select(["charged.priceId", "charged.serviceId"])
        .select((eb) =>
          eb.fn.coalesce("charged.vatTreatment", "line.vatTreatment").$castTo<string>().as("vatTreatment"),
        )
        .where("line.creditNoteId", "=", id)
        .orderBy("line.position")
        .execute(),
      ctx.db
        .selectFrom("invoices")
        .select(["reference", "issueDate", "netFils"])
        .select((eb) =>
          eb
            .selectFrom("creditNotes as earlier")
            .select(sql<number>`coalesce(sum(earlier.net_fils), 0)::bigint`.as("fils"))
            .whereRef("earlier.invoiceId", "=", "invoices.id")
            .where("earlier.reference", "<", row.reference)
            .as("creditedNetFils"),
        )
        .where("id", "=", row.invoiceId)
        .executeTakeFirstOrThrow(),
    ]);
    const attachments = await eInvoiceAttachments(ctx, { invoiceId, creditNoteId: id }, row.reference);
    const translationOf = await loadTranslations(ctx, lines);
    const locale = localeOrDefault(row.language);
    const document = await inLocale(locale, async () => ({
      attachments,
      ...creditNoteDocument({
        title: row.title,
        reference: row.reference,
        issueDate: row.issueDate,
        seller: row.seller,
        logo: await loadDocumentLogo(ctx),
        buyer: row.buyer,
        note: "",
        invoice: {
          reference: invoice.reference!,
          issueDate: invoice.issueDate!,
          netFils: row.originalFils === null ? invoice.netFils : originalNetFils(row.originalFils, lines),
          creditedNetFils: invoice.creditedNetFils ?? 0,
        },
        reason: row.reason,
        lines: lines.map((line) => ({
          ...toDocumentLine(line),
          translation: translationOf(line),
          section: "",
        })),
      }),
    }));
    return { document, locale };
  });
  const drawn = issued && (await drawAndStore(ctx, store, { table: "creditNotes", id, issued }));
  return drawn === "outdated" ? null : drawn;
}

interface NamedLine {
  description: string;
  priceId: string | null;
  serviceId: string | null;
}

/**
 * Finds the name of a line's item, otherwise of its service, in the other language, because tax documents are read in
 * both. Null if the office wrote another description, or the price book has the name in one language.
 */
async function loadTranslations(
  ctx: Ctx,
  lines: readonly NamedLine[],
): Promise<(line: NamedLine) => string | null> {
  const idsOf = (key: "priceId" | "serviceId") => [...new Set(lines.flatMap((line) => line[key] ?? []))];
  const [prices, services] = await Promise.all([
    ctx.db
      .selectFrom("prices")
      .select(["id", "name", "nameAr"])
      .where("id", "=", anyOf(idsOf("priceId")))
      .execute(),
    ctx.db
      .selectFrom("services")
      .select(["id", "name", "nameAr"])
      .where("id", "=", sql<string>`any(${idsOf("serviceId")}::text[])`)
      .execute(),
  ]);
  const named = new Map([...prices, ...services].map((row) => [row.id, row]));
  return ({ description, priceId, serviceId }) => {
    const names = named.get(priceId ?? serviceId ?? "");
    if (!names?.nameAr) return null;
    if (description.includes(names.nameAr)) return names.name;
    return description.includes(names.name) ? names.nameAr : null;
  };
}

/** Value of an invoice of the former books without VAT, at the rate of the line that credits it. */
function originalNetFils(originalFils: number, lines: readonly { vatPercent: number }[]): number {
  return originalFils - vatIncluded(originalFils, lines[0]?.vatPercent ?? 0);
}

export async function loadPaymentInstructions(ctx: Ctx, link: string | null): Promise<PaymentInstructions> {
  const { bankName, accountName, iban } = (await readSettings(ctx, "money")).values;
  const business = (await readSettings(ctx, "business")).values;
  return {
    bank: iban ? { name: bankName ?? "", accountName: accountName ?? business.name, iban } : null,
    link,
    otherMethods: iban ? m.invoices_other_methods() : m.invoices_other_methods_cash(),
  };
}

interface Line
  extends Omit<
    DocumentLine,
    "section" | "quantityHundredths" | "unitFils" | "discountFils" | "vatPercent" | "grossFils" | "vatFils"
  > {
  quantityHundredths: number;
  quantityThousandths: number;
  unitFils: number;
  discountFils: number;
  vatPercent: number;
  vatTreatment: string;
  grossFils: number;
  vatFils: number;
}

function toDocumentLine(line: Line): Omit<DocumentLine, "section"> {
  return {
    description: line.description,
    quantityHundredths: quantityOf(line),
    unit: line.unit,
    unitFils: line.unitFils,
    discountFils: line.discountFils,
    vatPercent: isTaxable(line.vatTreatment as VatTreatment) ? line.vatPercent : null,
    grossFils: line.grossFils,
    vatFils: line.vatFils,
  };
}

/** `linkVersion`: of the link in an invoice. */
type IssuedPdf =
  | { stored: StoredFile }
  | { document: RenderableDocument; locale: Locale; linkVersion?: number };

/**
 * Outside the caller's transaction, so that waiting for the renderer holds neither a lock nor a connection. A
 * concurrent request may have stored the document meanwhile; then its file is used. `outdated`: the link of the document
 * was replaced meanwhile.
 */
async function drawAndStore(
  ctx: Ctx,
  store: FileStore,
  { table, id, issued }: { table: "invoices" | "creditNotes"; id: string; issued: IssuedPdf },
): Promise<StoredFile | "outdated" | null> {
  if ("stored" in issued) return issued.stored;
  const { linkVersion } = issued;
  const bytes = await inLocale(issued.locale, () => renderDocument(ctx, issued.document));
  const fileId = await saveFile(ctx, store, {
    kind: INVOICE_FILE_KIND,
    ownerId: id,
    contentType: "application/pdf",
    bytes,
  });
  const stored = await ctx.db
    .updateTable(table)
    .set({ documentId: fileId })
    .where("id", "=", id)
    .where("documentId", "is", null)
    .where("erasedAt", "is", null)
    .$if(linkVersion !== undefined, (query) => query.where(sql<boolean>`link_version = ${linkVersion}`))
    .returning("id")
    .executeTakeFirst();
  if (stored) return loadStoredFile(ctx, fileId);
  await releaseFiles(ctx, [fileId]);
  const { documentId, erasedAt } = await ctx.db
    .selectFrom(table)
    .select(["documentId", "erasedAt"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (documentId) return loadStoredFile(ctx, documentId);
  return erasedAt ? null : "outdated";
}

async function loadStoredFile(ctx: Ctx, id: string): Promise<StoredFile> {
  const row = await ctx.db
    .selectFrom("files")
    .select(["id", "kind", "public", "contentType", "sha256"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    kind: row.kind,
    public: row.public,
    contentType: row.contentType,
    sha256: row.sha256,
  };
}
