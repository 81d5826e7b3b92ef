import type { ExpressionBuilder, Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { dubaiDate } from "~/platform/time";
import { chargedVatOn } from "../business/vat.server";
import type { Discount } from "../pricing/document-lines";
import { quoteTotals } from "./quote";
import type { QuoteDraft, QuoteLine } from "./schema";
import "../packages/table";
import "./table";

/** A version as it is drafted; who is sent, and where, belongs to the quote as a whole. */
export type DraftedVersion = Omit<QuoteDraft, "serviceId" | "propertyId">;

export interface StoredVersion extends DraftedVersion {
  number: number;
  depositRule: "refunded" | "kept";
  sentAt: Date | null;
  /** The contract that its parts have their discount from. */
  partsUnder: string | null;
}

/** The versions of a quote, the newest first. */
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
    lines: lines.filter(({ revision }) => revision === row.number).map(lineOf),
    discount: discountOfRow(row),
    depositPercent: row.deposit_percent,
    depositRule: row.deposit_rule,
    validDays: row.valid_days,
    photoIds: photos.filter(({ revision }) => revision === row.number).map(({ file_id }) => file_id),
    sentAt: row.sent_at,
    partsUnder:
      lines.find(({ revision, parts_under }) => revision === row.number && parts_under)?.parts_under ?? null,
  }));
}

function lineOf(row: Selectable<Tables["quote_lines"]>): QuoteLine {
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

function discountOfRow(row: Selectable<Tables["quote_revisions"]>): Discount {
  switch (row.discount_kind) {
    case "amount":
      return { kind: "amount", fils: row.discount };
    case "percent":
      return { kind: "percent", hundredths: row.discount };
    default:
      return { kind: "none" };
  }
}

/** What is drafted and not sent, or null. */
export function draftOf(versions: readonly StoredVersion[]): StoredVersion | null {
  return versions.find(({ sentAt }) => sentAt === null) ?? null;
}

/** Writes a version that was not sent, as a whole: what stood in it before is replaced. */
export async function writeVersion(
  ctx: Ctx,
  quoteId: string,
  number: number,
  draft: DraftedVersion,
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
  const old = { quote_id: quoteId, revision: number };
  await ctx.db.deleteFrom("quote_lines").where(matching(old)).execute();
  await ctx.db.deleteFrom("quote_photos").where(matching(old)).execute();
  if (draft.lines.length > 0) {
    await ctx.db
      .insertInto("quote_lines")
      .values(
        draft.lines.map((line, at) => ({
          ...old,
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
      .values(draft.photoIds.map((file_id, at) => ({ ...old, position: at + 1, file_id })))
      .execute();
  }
}

function matching({ quote_id, revision }: { quote_id: string; revision: number }) {
  return (eb: ExpressionBuilder<Tables, "quote_lines" | "quote_photos">) =>
    eb.and([eb("quote_id", "=", quote_id), eb("revision", "=", revision)]);
}

/** The rate of VAT that a version tells, in percent: of the day on which it was sent; of a draft, of today. */
export function vatOfVersion(ctx: Ctx, { sentAt }: { sentAt: Date | null }): Promise<number> {
  return chargedVatOn(ctx, dubaiDate(sentAt ?? ctx.now));
}

/** What the quote says that a version comes to, without what is optional. The rate changes nothing: prices include VAT. */
export function totalsOf(version: DraftedVersion) {
  const { totalFils, depositFils } = quoteTotals(version, new Set(), 0);
  return { total_fils: totalFils, deposit_fils: depositFils };
}
