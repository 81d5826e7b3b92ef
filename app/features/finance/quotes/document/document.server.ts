import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { renderDocument } from "~/platform/documents/render.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { saveFile } from "~/platform/files/files.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { loadDocumentLogo } from "../../../core/business/logo.server";
import type { QuoteData } from "../../../core/documents/document-data";
import { quoteDocument } from "../../../core/documents/quote";
import { describeLine, labelForDepositRule } from "../labels";
import { quoteUrl } from "../link/quote-link.server";
import { isAwaitingAnswer, quoteTotals } from "../quote";
import { listVersions, versionVatPercent } from "../versions.server";
import { currentBuyer, currentSeller, propertyAddress } from "./parties.server";

/** File kind of quote PDFs that were emailed. They are deleted when the customer's data is erased. */
export const QUOTE_FILE_KIND = "quote";

type LinkConfig = Pick<Config, "publicUrl" | "secret">;

/** PDF of the last sent version; after approval with the ticked options. Null before sending. */
export async function renderQuotePdf(
  ctx: Ctx,
  linkConfig: LinkConfig,
  id: string,
): Promise<{ reference: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  const language = await ctx.db
    .selectFrom("quotes")
    .select("language")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!language) return null;
  return inLocale(localeOrDefault(language.language), async () => {
    const data = await loadQuoteData(ctx, linkConfig, id);
    return data && { reference: data.reference, bytes: await renderDocument(quoteDocument(data)) };
  });
}

/** Stores the PDF, so that an email can attach it. */
export async function storeQuotePdf(
  ctx: Ctx,
  linkConfig: LinkConfig,
  store: FileStore,
  id: string,
): Promise<string | null> {
  const pdf = await renderQuotePdf(ctx, linkConfig, id);
  if (!pdf) return null;
  const file = { kind: QUOTE_FILE_KIND, ownerId: id, contentType: "application/pdf", bytes: pdf.bytes };
  return saveFile(ctx, store, file);
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
      .select("chosen")
      .where("quoteId", "=", id)
      .where("revision", "=", row.revision)
      .where("answer", "=", "approved")
      .executeTakeFirst(),
  ]);
  const version = versions.find(({ number }) => number === row.revision)!;
  const chosen = new Set(approval?.chosen.map((position) => position - 1));
  const vatPercent = await versionVatPercent(ctx, version);
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
      const description = describeLine(drafted, version.partsUnder);
      const sums = { discountFils, vatPercent, grossFils, vatFils };
      const line = { section, description, quantityHundredths, unit, unitFils, ...sums };
      return { ...line, optional: optional && !chosen.has(at) };
    }),
    depositFils: totals.depositFils,
    depositRule: totals.depositFils > 0 ? labelForDepositRule(version.depositRule) : "",
    terms: version.terms,
    // No link once the quote is answered.
    link: isAwaitingAnswer(row.state)
      ? quoteUrl(ctx, linkConfig, { id, reference: row.reference, validUntil: row.validUntil })
      : null,
  };
}
