import type { ExpressionBuilder, Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { dubaiDate } from "~/platform/time";
import { chargedVatOn } from "../../core/business/vat.server";
import type { Discount } from "../../core/pricing/document-lines";
import { quoteTotals } from "./quote";
import type { QuoteDraft, QuoteLine } from "./schema";

/** Content of a version. Service and property belong to the quote. */
export type VersionDraft = Omit<QuoteDraft, "serviceId" | "propertyId">;

export interface StoredVersion extends VersionDraft {
  number: number;
  depositRule: "refunded" | "forfeited";
  sentAt: Date | null;
  /** Contract whose discount applies to the parts. */
  partsUnder: string | null;
}

/** Newest first. */
export async function listVersions(ctx: Ctx, quoteId: string): Promise<StoredVersion[]> {
  const [versions, lines, photos] = await Promise.all([
    ctx.db
      .selectFrom("quote_revisions")
      .selectAll()
      .where("quote_id", "=", quoteId)
      .orderBy("number", "desc")
      .execute(),
    ctx.db
      .selectFrom("quote_lines")
      .leftJoin("contracts", "contracts.id", "part_contract_id")
      .selectAll("quote_lines")
      .select("contracts.reference as parts_under")
      .where("quote_id", "=", quoteId)
      .orderBy("position")
      .execute(),
    ctx.db
      .selectFrom("quote_photos")
      .selectAll()
      .where("quote_id", "=", quoteId)
      .orderBy("position")
      .execute(),
  ]);
  return versions.map((row) => ({
    number: row.number,
    title: row.title,
    introduction: row.introduction,
    terms: row.terms,
    lines: lines.filter(({ revision }) => revision === row.number).map(toQuoteLine),
    discount: toDiscount(row),
    depositPercent: row.deposit_percent,
    depositRule: row.deposit_rule,
    validDays: row.valid_days,
    photoIds: photos.filter(({ revision }) => revision === row.number).map(({ file_id }) => file_id),
    sentAt: row.sent_at,
    partsUnder:
      lines.find(({ revision, parts_under }) => revision === row.number && parts_under)?.parts_under ?? null,
  }));
}

function toQuoteLine(row: Selectable<Tables["quote_lines"]>): QuoteLine {
  return {
    section: row.section,
    description: row.description,
    quantityHundredths: row.quantity_hundredths,
    unit: row.unit,
    unitFils: row.unit_fils,
    optional: row.optional,
    serviceId: row.service_id,
    priceId: row.price_id,
    partContractId: row.part_contract_id,
    discountFils: row.discount_fils,
  };
}

function toDiscount(row: Selectable<Tables["quote_revisions"]>): Discount {
  switch (row.discount_kind) {
    case "amount":
      return { kind: "amount", fils: row.discount };
    case "percent":
      return { kind: "percent", hundredths: row.discount };
    default:
      return { kind: "none" };
  }
}

export function findDraft(versions: readonly StoredVersion[]): StoredVersion | null {
  return versions.find(({ sentAt }) => sentAt === null) ?? null;
}

/** Creates or replaces an unsent version. */
export async function writeVersion(
  ctx: Ctx,
  quoteId: string,
  number: number,
  draft: VersionDraft,
): Promise<void> {
  const { discount } = draft;
  const head = {
    title: draft.title,
    introduction: draft.introduction,
    terms: draft.terms,
    discount_kind: discount.kind,
    discount:
      discount.kind === "amount" ? discount.fils : discount.kind === "percent" ? discount.hundredths : 0,
    deposit_percent: draft.depositPercent,
    valid_days: draft.validDays,
  };
  await ctx.db
    .insertInto("quote_revisions")
    .values({ quote_id: quoteId, number, ...head, sent_at: null })
    .onConflict((conflict) => conflict.columns(["quote_id", "number"]).doUpdateSet(head))
    .execute();
  const key = { quote_id: quoteId, revision: number };
  await ctx.db.deleteFrom("quote_lines").where(isVersion(key)).execute();
  await ctx.db.deleteFrom("quote_photos").where(isVersion(key)).execute();
  if (draft.lines.length > 0) {
    await ctx.db
      .insertInto("quote_lines")
      .values(
        draft.lines.map((line, at) => ({
          ...key,
          position: at + 1,
          section: line.section,
          description: line.description,
          quantity_hundredths: line.quantityHundredths,
          unit: line.unit,
          unit_fils: line.unitFils,
          optional: line.optional,
          service_id: line.serviceId,
          price_id: line.priceId,
          part_contract_id: line.partContractId,
          discount_fils: line.discountFils,
        })),
      )
      .execute();
  }
  if (draft.photoIds.length > 0) {
    await ctx.db
      .insertInto("quote_photos")
      .values(draft.photoIds.map((file_id, at) => ({ ...key, position: at + 1, file_id })))
      .execute();
  }
}

function isVersion({ quote_id, revision }: { quote_id: string; revision: number }) {
  return (eb: ExpressionBuilder<Tables, "quote_lines" | "quote_photos">) =>
    eb.and([eb("quote_id", "=", quote_id), eb("revision", "=", revision)]);
}

/** VAT rate on the day of sending; for drafts today's. */
export function versionVatPercent(ctx: Ctx, { sentAt }: { sentAt: Date | null }): Promise<number> {
  return chargedVatOn(ctx, dubaiDate(sentAt ?? ctx.now));
}

/** Totals without optional lines. Prices include VAT, so the rate does not matter. */
export function versionTotals(version: VersionDraft) {
  const { totalFils, depositFils } = quoteTotals(version, new Set(), 0);
  return { total_fils: totalFils, deposit_fils: depositFils };
}
