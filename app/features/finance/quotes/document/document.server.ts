import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { renderDocument, templateVersion } from "~/platform/documents/render.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { releaseFiles, saveFile } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { loadDocumentLogo } from "../../../core/business/logo.server";
import type { QuoteData } from "../../../core/documents/document-data";
import { quoteDocument } from "../../../core/documents/quote";
import { chargedVatPercent, isTaxable, labelForNoVat } from "../../../core/pricing/vat-treatment";
import { describeLine, labelForDepositRule, labelForQuoteState } from "../labels";
import { quoteUrl } from "../link/quote-link.server";
import { isAwaitingAnswer, type QuoteState, quoteTotals } from "../quote";
import { listVersions, versionVatPercent } from "../versions.server";
import { currentBuyer, currentSeller, propertyAddress } from "./parties.server";

/** File kind of quote PDFs. They are deleted when the customer's data is erased. */
export const QUOTE_FILE_KIND = "quote";

type LinkConfig = Pick<Config, "publicUrl" | "secret">;

/**
 * File of the last sent version; after approval with the ticked options. Null before sending. Rendered once and stored,
 * for the state in which it is asked for: an answered quote has no link.
 */
export async function loadQuotePdf(
  ctx: Ctx,
  linkConfig: LinkConfig,
  store: FileStore,
  id: string,
): Promise<{ reference: string; fileId: string } | null> {
  const quote = await ctx.db
    .selectFrom("quotes")
    .select(["reference", "language", "revision", "state", "validUntil", "sentAt", "linkVersion"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!quote?.sentAt) return null;
  const { reference, revision, state, validUntil, linkVersion } = quote;
  const locale = localeOrDefault(quote.language);
  const answer = isAwaitingAnswer(state) ? "open" : state;
  const version = templateVersion("features/core/documents/quote.typ");
  const variant = [
    revision,
    answer,
    validUntil,
    locale,
    version,
    ...(linkVersion > 0 ? [linkVersion] : []),
  ].join(" ");
  const stored = await findStoredPdf(ctx, id, variant);
  if (stored) return { reference, fileId: stored };
  const load = (ctx: Ctx) => inLocale(locale, () => loadQuoteData(ctx, linkConfig, id));
  const data = await load(ctx);
  if (!data) return null;
  const bytes = await inLocale(locale, () => renderDocument(ctx, quoteDocument(data)));
  const file = { kind: QUOTE_FILE_KIND, ownerId: id, contentType: "application/pdf", bytes };
  const fileId = await saveFile(ctx, store, file);
  const kept = await inTransaction(ctx, async (ctx) => {
    await lockQuotePdfs(ctx, [id]);
    // Erased or changed while the PDF was rendered.
    if (!isDeepStrictEqual(await load(ctx), data)) return null;
    const first = await ctx.db
      .insertInto("quoteDocuments")
      .values({ quoteId: id, variant, fileId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("fileId")
      .executeTakeFirst();
    return first?.fileId ?? (await findStoredPdf(ctx, id, variant));
  });
  if (kept !== fileId) await releaseFiles(ctx, [fileId]);
  return kept ? { reference, fileId: kept } : loadQuotePdf(ctx, linkConfig, store, id);
}

/** Until the transaction ends. An erasure must see a PDF that was rendered from what it erases. */
async function lockQuotePdfs(ctx: Ctx, quoteIds: readonly string[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended('quote PDF ' || id, 0) AS key FROM unnest(${quoteIds}::text[]) AS id ORDER BY key
    ) AS keys`.execute(ctx.db);
}

async function findStoredPdf(ctx: Ctx, quoteId: string, variant: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom("quoteDocuments")
    .select("fileId")
    .where("quoteId", "=", quoteId)
    .where("variant", "=", variant)
    .executeTakeFirst();
  return row?.fileId ?? null;
}

/** The next request renders the PDF again, without what was erased. */
export async function releaseQuotePdfs(ctx: Ctx, quoteIds: readonly string[]): Promise<void> {
  await lockQuotePdfs(ctx, quoteIds);
  await ctx.db.deleteFrom("quoteDocuments").where("quoteId", "=", anyOf(quoteIds)).execute();
  const copies = await ctx.db
    .selectFrom("files")
    .select("id")
    .where("ownerId", "=", anyOf(quoteIds))
    .where("kind", "=", QUOTE_FILE_KIND)
    .execute();
  await releaseFiles(
    ctx,
    copies.map(({ id }) => id),
  );
}

/** In the current language. */
async function loadQuoteData(ctx: Ctx, linkConfig: LinkConfig, id: string): Promise<QuoteData | null> {
  const row = await ctx.db.selectFrom("quotes").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row?.sentAt || row.validUntil === null) return null;
  const [versions, seller, buyer, site, approval] = await Promise.all([
    listVersions(ctx, id),
    currentSeller(ctx),
    currentBuyer(ctx, { customerId: row.customerId, propertyId: row.propertyId }),
    row.propertyId ? propertyAddress(ctx, row.propertyId) : null,
    ctx.db
      .selectFrom("quoteAnswers")
      .select(["chosen", "name", "at"])
      .where("quoteId", "=", id)
      .where("revision", "=", row.revision)
      .where("answer", "=", "approved")
      .executeTakeFirst(),
  ]);
  const version = versions.find(({ number }) => number === row.revision)!;
  const chosen = new Set(approval?.chosen.map((position) => position - 1));
  const vatPercent = chargedVatPercent(await versionVatPercent(ctx, version), version);
  const { vatTreatment } = version;
  const vatReason = labelForNoVat(version);
  const totals = quoteTotals(version, chosen, vatPercent);
  return {
    reference: row.reference,
    issueDate: dubaiDate(version.sentAt ?? row.sentAt),
    seller,
    logo: await loadDocumentLogo(ctx),
    buyer,
    note: "",
    subject: version.title,
    revision: row.revision,
    validUntil: row.validUntil,
    place: site === buyer.address ? null : site,
    introduction: version.introduction,
    lines: version.lines.map((drafted, at) => {
      const { section, quantityHundredths, unit, unitFils, optional } = drafted;
      const { grossFils, vatFils, discountFils } = totals.lines[at]!;
      const what = describeLine(drafted, version.partsUnder);
      // Worded as on the invoice.
      const description = vatReason ? m.lines_with_treatment({ what, treatment: vatReason }) : what;
      const shownPercent = isTaxable(vatTreatment) ? vatPercent : null;
      const sums = { discountFils, vatPercent: shownPercent, grossFils, vatFils };
      const line = { section, description, quantityHundredths, unit, unitFils, ...sums };
      return { ...line, optional: optional && !chosen.has(at) };
    }),
    state: isClosed(row.state) ? labelForQuoteState(row.state) : "",
    approval: approval ? { by: approval.name, day: dubaiDate(approval.at) } : null,
    depositPercent: version.depositPercent,
    depositFils: totals.depositFils,
    depositRule: version.depositPercent > 0 ? labelForDepositRule(version.depositRule) : "",
    terms: version.terms,
    // No link once the quote is answered.
    link: isAwaitingAnswer(row.state)
      ? quoteUrl(ctx, linkConfig, { ...row, validUntil: row.validUntil })
      : null,
  };
}

/** No longer to be approved, or cancelled after approval. */
function isClosed(state: QuoteState): boolean {
  return !isAwaitingAnswer(state) && state !== "approved" && state !== "converted";
}
