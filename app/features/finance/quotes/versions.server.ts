import type { ExpressionBuilder, Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { dubaiDate } from "~/platform/time";
import { chargedVatOn } from "../../core/business/vat-rates.server";
import type { Discount } from "../../core/pricing/document-lines";
import { quantityOf, toQuantityColumns } from "../../core/pricing/quantity";
import type { VatTreatment } from "../../core/pricing/vat-treatment";
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
      .selectFrom("quoteRevisions")
      .selectAll()
      .where("quoteId", "=", quoteId)
      .orderBy("number", "desc")
      .execute(),
    ctx.db
      .selectFrom("quoteLines")
      .leftJoin("contracts", "contracts.id", "partContractId")
      .selectAll("quoteLines")
      .select("contracts.reference as partsUnder")
      .where("quoteId", "=", quoteId)
      .orderBy("position")
      .execute(),
    ctx.db.selectFrom("quotePhotos").selectAll().where("quoteId", "=", quoteId).orderBy("position").execute(),
  ]);
  return versions.map((row) => ({
    number: row.number,
    title: row.title,
    introduction: row.introduction,
    terms: row.terms,
    lines: lines.filter(({ revision }) => revision === row.number).map(toQuoteLine),
    discount: toDiscount(row),
    vatTreatment: row.vatTreatment as VatTreatment,
    depositPercent: row.depositPercent,
    depositRule: row.depositRule,
    validDays: row.validDays,
    photoIds: photos.filter(({ revision }) => revision === row.number).map(({ fileId }) => fileId),
    sentAt: row.sentAt,
    partsUnder:
      lines.find(({ revision, partsUnder }) => revision === row.number && partsUnder)?.partsUnder ?? null,
  }));
}

function toQuoteLine(row: Selectable<Tables["quoteLines"]>): QuoteLine {
  return {
    section: row.section,
    description: row.description,
    quantityHundredths: quantityOf(row),
    unit: row.unit,
    unitFils: row.unitFils,
    optional: row.optional,
    serviceId: row.serviceId,
    priceId: row.priceId,
    partContractId: row.partContractId,
    discountFils: row.discountFils,
  };
}

function toDiscount(row: Selectable<Tables["quoteRevisions"]>): Discount {
  switch (row.discountKind) {
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
    discountKind: discount.kind,
    discount:
      discount.kind === "amount" ? discount.fils : discount.kind === "percent" ? discount.hundredths : 0,
    vatTreatment: draft.vatTreatment,
    depositPercent: draft.depositPercent,
    validDays: draft.validDays,
  };
  await ctx.db
    .insertInto("quoteRevisions")
    .values({ quoteId, number, ...head, sentAt: null })
    .onConflict((conflict) => conflict.columns(["quoteId", "number"]).doUpdateSet(head))
    .execute();
  const key = { quoteId, revision: number };
  await ctx.db.deleteFrom("quoteLines").where(isVersion(key)).execute();
  await ctx.db.deleteFrom("quotePhotos").where(isVersion(key)).execute();
  if (draft.lines.length > 0) {
    await ctx.db
      .insertInto("quoteLines")
      .values(
        draft.lines.map((line, at) => ({
          ...key,
          position: at + 1,
          section: line.section,
          description: line.description,
          ...toQuantityColumns(line.quantityHundredths),
          unit: line.unit,
          unitFils: line.unitFils,
          optional: line.optional,
          serviceId: line.serviceId,
          priceId: line.priceId,
          partContractId: line.partContractId,
          discountFils: line.discountFils,
        })),
      )
      .execute();
  }
  if (draft.photoIds.length > 0) {
    await ctx.db
      .insertInto("quotePhotos")
      .values(draft.photoIds.map((fileId, at) => ({ ...key, position: at + 1, fileId })))
      .execute();
  }
}

function isVersion({ quoteId, revision }: { quoteId: string; revision: number }) {
  return (eb: ExpressionBuilder<Tables, "quoteLines" | "quotePhotos">) =>
    eb.and([eb("quoteId", "=", quoteId), eb("revision", "=", revision)]);
}

/** Standard VAT rate on the day of sending; for drafts today's. */
export function versionVatPercent(ctx: Ctx, { sentAt }: { sentAt: Date | null }): Promise<number> {
  return chargedVatOn(ctx, dubaiDate(sentAt ?? ctx.now));
}

/** Totals without optional lines. Prices include VAT, so the rate does not matter. */
export function versionTotals(version: VersionDraft) {
  const { totalFils, depositFils } = quoteTotals(version, new Set(), 0);
  return { totalFils, depositFils };
}

/** Answer without the IP address, which only the office sees. */
export function toAnswerView(row: {
  answer: "approved" | "changes_requested" | "declined";
  name: string;
  comment: string;
  chosen: number[];
  totalFils: number | null;
  at: Date;
}) {
  const { answer, name, comment, chosen } = row;
  return {
    answer,
    name,
    comment,
    chosenPositions: chosen,
    totalFils: row.totalFils,
    at: row.at.toISOString(),
  };
}
