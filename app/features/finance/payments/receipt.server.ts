import { type Selectable, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { openDocument } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import type { RenderableDocument } from "~/platform/documents/document";
import { renderDocument } from "~/platform/documents/render.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { listFilesOf, releaseFiles, type StoredFile, saveFile } from "~/platform/files/files.server";
import { isRefusal, type Refusal } from "~/platform/http/refusal";
import { anyOf } from "~/platform/lists/any-of.server";
import { joinFacts } from "~/platform/locale/join-facts";
import { type Locale, localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate, dubaiInstant } from "~/platform/time";
import { type CompanyDetail, findMissingDetails } from "../../core/business/company-details";
import { loadDocumentLogo } from "../../core/business/logo.server";
import { readSettings, requireCompanyDetails } from "../../core/business/read-settings.server";
import { findCustomerLanguage } from "../../core/customers/customer-language.server";
import { receiptDocument } from "../../core/documents/receipt";
import { firstRetainedDay } from "../invoices/purge-documents.server";
import { currentBuyer, currentSeller } from "../quotes/document/parties.server";
import { labelForMethod } from "./labels";

/**
 * Receipts of payments and refunds. A receipt is rendered once from the data at the time of recording and
 * never changes.
 */

export const RECEIPT_FILE = "receipt";
const CONTENT_TYPE = "application/pdf";

/**
 * Receipt file of a payment, rendered on first use. Null: unknown, voided, or beyond its retention. Refused until the
 * company details are complete, because a receipt never changes.
 */
export async function receiptFile(ctx: Ctx, store: FileStore, paymentId: string): Promise<ReceiptFile> {
  const receipt = await inTransaction(ctx, async (ctx): Promise<Receipt | MissingDetails | null> => {
    const payment = await ctx.db
      .selectFrom("payments")
      .selectAll()
      .where("id", "=", paymentId)
      .forUpdate()
      .executeTakeFirst();
    if (!payment || payment.reversedFils === payment.amountFils) return null;
    if (payment.receivedOn < (await firstRetainedDay(ctx))) return null;
    const stored = await findStoredReceipt(ctx, paymentId);
    if (stored) return { stored };
    const details = await requireCompanyDetails(ctx);
    if (!details.ok) return details;
    const [towards, credit, cheque, seller] = await Promise.all([
      listAllocations(ctx, paymentId),
      ctx.db
        .selectFrom("creditEntries")
        .select(sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"))
        .where("paymentId", "=", paymentId)
        .where("at", "=", payment.recordedAt)
        .executeTakeFirstOrThrow(),
      ctx.db
        .selectFrom("cheques")
        .select(["number", "bank"])
        .where("paymentId", "=", paymentId)
        .executeTakeFirst(),
      currentSeller(ctx),
    ]);
    const [first] = towards;
    const buyer =
      first?.buyer ?? (await currentBuyer(ctx, { customerId: payment.customerId, propertyId: null }));
    const locale = localeOrDefault(first?.language ?? (await findCustomerLanguage(ctx, payment.customerId)));
    const document = await inLocale(locale, async () =>
      receiptDocument({
        kind: "payment",
        reference: payment.reference,
        issueDate: payment.receivedOn,
        seller,
        logo: await loadDocumentLogo(ctx),
        buyer,
        note: "",
        amountFils: payment.amountFils,
        method: joinFacts([labelForMethod(payment.method), cheque?.number, cheque?.bank]),
        refundedPayment: null,
        allocations: towards.map(({ reference, fils, leftFils }) => ({
          reference: reference!,
          amountFils: fils,
          leftFils,
        })),
        creditFils: credit.fils,
      }),
    );
    return { document, locale };
  });
  if (!receipt || isRefusal(receipt)) return receipt;
  return drawAndStore(ctx, store, { table: "payments", id: paymentId, receipt });
}

/**
 * Receipt file of a refund, rendered on first use. Null: unknown, incomplete, failed, or beyond its retention. Refused
 * like `receiptFile`.
 */
export async function refundReceiptFile(ctx: Ctx, store: FileStore, refundId: string): Promise<ReceiptFile> {
  const receipt = await inTransaction(ctx, async (ctx): Promise<Receipt | MissingDetails | null> => {
    const refund = await ctx.db
      .selectFrom("refunds")
      .selectAll()
      .where("id", "=", refundId)
      .forUpdate()
      .executeTakeFirst();
    if (refund?.state !== "done") return null;
    const day = dayOfRefund(refund);
    if (day < (await firstRetainedDay(ctx))) return null;
    const stored = await findStoredReceipt(ctx, refundId);
    if (stored) return { stored };
    const details = await requireCompanyDetails(ctx);
    if (!details.ok) return details;
    const { customerId, paymentId, reference, method, reason, amountFils } = refund;
    const payment = paymentId
      ? await ctx.db.selectFrom("payments").select("reference").where("id", "=", paymentId).executeTakeFirst()
      : null;
    const language = await findCustomerLanguage(ctx, customerId);
    const locale = localeOrDefault(language);
    const document = await inLocale(locale, async () =>
      receiptDocument({
        kind: "refund",
        reference,
        issueDate: day,
        seller: await currentSeller(ctx),
        logo: await loadDocumentLogo(ctx),
        buyer: await currentBuyer(ctx, { customerId, propertyId: null }),
        note: reason,
        amountFils,
        method: labelForMethod(method),
        refundedPayment: payment?.reference ?? null,
        allocations: [],
        creditFils: 0,
      }),
    );
    return { document, locale };
  });
  if (!receipt || isRefusal(receipt)) return receipt;
  return drawAndStore(ctx, store, { table: "refunds", id: refundId, receipt });
}

/** Company details that a receipt still needs; none if it is already stored. */
export async function findDetailsForReceipt(ctx: Ctx, paymentId: string): Promise<CompanyDetail[]> {
  const missing = findMissingDetails((await readSettings(ctx, "business")).values);
  return missing.length > 0 && (await findStoredReceipt(ctx, paymentId)) ? [] : missing;
}

type RefundRow = Pick<Selectable<Tables["refunds"]>, "id" | "state" | "paidOn" | "recordedAt">;

/** Refunds whose receipt can be opened (`refundReceiptFile`). */
export async function findRefundsWithReceipt(ctx: Ctx, refunds: readonly RefundRow[]): Promise<Set<string>> {
  const firstDay = await firstRetainedDay(ctx);
  const completed = refunds
    .filter((refund) => refund.state === "done" && dayOfRefund(refund) >= firstDay)
    .map(({ id }) => id);
  if ((await requireCompanyDetails(ctx)).ok) return new Set(completed);
  const stored = await ctx.db
    .selectFrom("files")
    .select("ownerId")
    .where("kind", "=", RECEIPT_FILE)
    .where("ownerId", "=", anyOf(completed))
    .execute();
  return new Set(stored.flatMap(({ ownerId }) => ownerId ?? []));
}

function dayOfRefund({ paidOn, recordedAt }: Pick<RefundRow, "paidOn" | "recordedAt">): string {
  return paidOn ?? dubaiDate(recordedAt);
}

type MissingDetails = Refusal<"company-details-missing">;
type ReceiptFile = StoredFile | MissingDetails | null;

type Receipt = { stored: StoredFile } | { document: RenderableDocument; locale: Locale };

/**
 * Outside the caller's transaction, so that waiting for the renderer holds neither a lock nor a connection. Of two
 * concurrent requests the first one stores its file.
 */
async function drawAndStore(
  ctx: Ctx,
  store: FileStore,
  { table, id, receipt }: { table: "payments" | "refunds"; id: string; receipt: Receipt },
): Promise<StoredFile | null> {
  if ("stored" in receipt) return receipt.stored;
  const bytes = await inLocale(receipt.locale, () => renderDocument(ctx, receipt.document));
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.selectFrom(table).select("id").where("id", "=", id).forUpdate().execute();
    const stored = await findStoredReceipt(ctx, id);
    if (stored) return stored;
    await saveFile(ctx, store, { kind: RECEIPT_FILE, ownerId: id, contentType: CONTENT_TYPE, bytes });
    return findStoredReceipt(ctx, id);
  });
}

const AT_ONCE = 100;

/** Purges receipts after their retention, together with their invoices. */
export async function purgeReceipts(ctx: Ctx): Promise<void> {
  const first = await firstRetainedDay(ctx);
  const expired = await ctx.db
    .selectFrom("files")
    .leftJoin("payments", "payments.id", "files.ownerId")
    .leftJoin("refunds", "refunds.id", "files.ownerId")
    .select("files.id")
    .where("files.kind", "=", RECEIPT_FILE)
    .where((eb) =>
      eb.or([eb("receivedOn", "<", first), eb("refunds.recordedAt", "<", dubaiInstant(first, "00:00"))]),
    )
    .limit(AT_ONCE)
    .execute();
  if (expired.length > 0)
    await releaseFiles(
      ctx,
      expired.map(({ id }) => id),
    );
}

async function findStoredReceipt(ctx: Ctx, paymentId: string): Promise<StoredFile | null> {
  return (await listFilesOf(ctx, paymentId)).find(({ kind }) => kind === RECEIPT_FILE) ?? null;
}

/**
 * Allocations at the time of recording, with the amount then left open. Later allocations have their own
 * receipts.
 */
function listAllocations(ctx: Ctx, paymentId: string) {
  return ctx.db
    .selectFrom("settlements")
    .innerJoin("payments", "payments.id", "paymentId")
    .innerJoin("invoices", "invoices.id", "invoiceId")
    .select(["invoices.reference", "invoices.language", "invoices.buyer"])
    .select([
      sql<number>`sum(settlements.amount_fils)::bigint`.as("fils"),
      sql<number>`(total_fils - (SELECT sum(until.amount_fils) FROM settlements AS until
        WHERE until.invoice_id = invoices.id AND until.id <= max(settlements.id)))::bigint`.as("leftFils"),
    ])
    .where("paymentId", "=", paymentId)
    .whereRef("settlements.at", "=", "payments.recordedAt")
    .groupBy("invoices.id")
    .orderBy("invoices.reference")
    .execute();
}

/** Opens a receipt by link or as its customer; null without access. */
export const openReceipt = query(
  "website.open-link",
  async function openReceipt(
    ctx,
    config: Pick<Config, "secret">,
    store: FileStore,
    { reference, key }: { reference: string; key: string },
  ): Promise<StoredFile | null> {
    const isRefund = reference.startsWith("RF-");
    const row = await (isRefund
      ? ctx.db
          .selectFrom("refunds")
          .innerJoin("customers", "customers.id", "refunds.customerId")
          .select(["refunds.id", "userId"])
          .where("reference", "=", reference)
          .executeTakeFirst()
      : ctx.db
          .selectFrom("payments")
          .innerJoin("customers", "customers.id", "payments.customerId")
          .select(["payments.id", "userId"])
          .where("reference", "=", reference)
          .executeTakeFirst());
    if (!row) return null;
    const opened = openDocument(
      ctx,
      config,
      { kind: "receipt", id: row.id, userId: row.userId, reference },
      key,
    );
    if (opened.as !== "customer") return null;
    const readFile = isRefund ? refundReceiptFile : receiptFile;
    const file = await readFile(opened.ctx, store, row.id);
    return file && isRefusal(file) ? null : file;
  },
);
