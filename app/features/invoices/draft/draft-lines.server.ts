import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { localeNamed } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { chargedVatOn } from "../../business/vat.server";
import { type Deposit, type InvoiceLine, sumsOfInvoice } from "./invoice-lines";
import "../table";

/** A deposit that a draft may deduct, by what it is called and what is left of it. */
export interface LeftDeposit extends Deposit {
  reference: string;
  leftFils: number;
}

/** The deposits that were invoiced for a quote and have something left, the oldest first; or these ones. Locked until the end. */
export async function lockDeposits(
  ctx: Ctx,
  of: { quoteId: string } | { ids: string[] },
): Promise<LeftDeposit[]> {
  let wanted = ctx.db
    .selectFrom("invoices")
    .select(["id", "reference", "total_fils", "vat_fils", "credited_fils", "deducted_fils"])
    .select(sql<number>`deposit_vat_taken(id)`.as("vat_taken"))
    .select(
      sql<number>`(SELECT max(vat_percent) FROM invoice_lines WHERE invoice_id = invoices.id)`.as(
        "vat_percent",
      ),
    )
    .where("kind", "=", "deposit")
    .where("issued_at", "is not", null)
    .orderBy("id")
    .forUpdate();
  if ("quoteId" in of) wanted = wanted.where("quote_id", "=", of.quoteId);
  else if (of.ids.length === 0) return [];
  else wanted = wanted.where("id", "in", of.ids);
  const rows = await wanted.execute();
  return rows
    .map((row) => {
      const takenFils = row.credited_fils + row.deducted_fils;
      return {
        id: row.id,
        reference: row.reference!,
        totalFils: row.total_fils,
        vatFils: row.vat_fils,
        vatPercent: row.vat_percent,
        taken: { fils: takenFils, vatFils: row.vat_taken },
        leftFils: row.total_fils - takenFils,
      };
    })
    .sort((a, b) => a.reference.localeCompare(b.reference));
}

/** A line for each deposit, up to what there is to deduct it from: what is left then is given back by a credit note. */
export function deductionsOf(
  deposits: readonly LeftDeposit[],
  upToFils: number,
  language: string,
): InvoiceLine[] {
  let left = upToFils;
  return deposits.flatMap(({ id, reference, leftFils }) => {
    const fils = Math.min(leftFils, left);
    left -= fils;
    if (fils === 0) return [];
    const description = inLocale(localeNamed(language), () => m.invoices_line_deposit({ reference }));
    const line = { section: "", unit: "", discountFils: 0, serviceId: null, priceId: null };
    const plain = { ...line, partContractId: null };
    return [{ ...plain, description, quantityHundredths: -100, unitFils: fils, deductsId: id }];
  });
}

/**
 * What the business charges for a supply of this day; null: of today. The tax point is the earliest of supply, invoice and payment
 * (docs/domain.md, "VAT and invoices"), and nothing is supplied ahead of its invoice.
 */
export function vatPercentOf(ctx: Ctx, supplyDate: string | null): Promise<number> {
  const today = dubaiDate(ctx.now);
  return chargedVatOn(ctx, supplyDate && supplyDate < today ? supplyDate : today);
}

export async function readDraftLines(ctx: Ctx, invoiceId: string): Promise<InvoiceLine[]> {
  const rows = await ctx.db
    .selectFrom("invoice_lines")
    .selectAll()
    .where("invoice_id", "=", invoiceId)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({
    section: row.section,
    description: row.description,
    quantityHundredths: row.quantity_hundredths,
    unit: row.unit,
    unitFils: row.unit_fils,
    discountFils: row.discount_fils,
    serviceId: row.service_id,
    priceId: row.price_id,
    deductsId: row.deducts_id,
    partContractId: row.part_contract_id,
  }));
}

/** Writes all lines of a draft anew, with their sums and those of the draft; returns its total in fils, which may be below zero: then nothing was written. */
export async function writeDraftLines(
  ctx: Ctx,
  invoiceId: string,
  lines: readonly InvoiceLine[],
  { vatPercent, deposits }: { vatPercent: number; deposits: readonly Deposit[] },
): Promise<number> {
  const sums = sumsOfInvoice(lines, vatPercent, deposits);
  const { grossFils: total_fils, vatFils: vat_fils, netFils: net_fils } = sums.total;
  if (total_fils < 0) return total_fils;
  await ctx.db.deleteFrom("invoice_lines").where("invoice_id", "=", invoiceId).execute();
  if (lines.length > 0) {
    await ctx.db
      .insertInto("invoice_lines")
      .values(
        lines.map((line, at) => ({
          invoice_id: invoiceId,
          position: at + 1,
          section: line.section,
          description: line.description,
          quantity_hundredths: line.quantityHundredths,
          unit: line.unit,
          unit_fils: line.unitFils,
          discount_fils: line.discountFils,
          vat_percent: deposits.find(({ id }) => id === line.deductsId)?.vatPercent ?? vatPercent,
          gross_fils: sums.lines[at]!.grossFils,
          vat_fils: sums.lines[at]!.vatFils,
          service_id: line.serviceId,
          price_id: line.priceId,
          deducts_id: line.deductsId,
          part_contract_id: line.partContractId,
        })),
      )
      .execute();
  }
  await ctx.db
    .updateTable("invoices")
    .set({ total_fils, vat_fils, net_fils, version: sql`version + 1` })
    .where("id", "=", invoiceId)
    .execute();
  return total_fils;
}
