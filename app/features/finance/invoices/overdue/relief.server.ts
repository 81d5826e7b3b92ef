import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { changeOfRelief, type ReliefObstacle, reliefPossibleFrom } from "../bad-debt-relief";

export interface ReliefState {
  totalFils: number;
  vatFils: number;
  /** Last notice of the write-off. */
  notifiedOn: string | null;
  /** Written-off amount whose VAT was taken back, VAT included. */
  relievedFils: number;
  /** VAT that is not taken back yet. */
  claimableVatFils: number;
  /** Null if it can be claimed today. */
  obstacle: ReliefObstacle | null;
  /** First day on which the claim is possible by its age. */
  from: string;
}

/** Null if nothing is written off, or the invoice has no VAT of ours. */
export async function findRelief(ctx: Ctx, invoiceId: string): Promise<ReliefState | null> {
  const { rows } = await sql<{
    totalFils: number;
    vatFils: number;
    writtenOffFils: number;
    taxPoint: string;
    notifiedOn: string | null;
    isNotified: boolean;
    relievedFils: number;
    isTaxPaid: boolean;
  }>`
    SELECT total_fils, vat_fils, written_off_fils, coalesce(tax_point, issue_date) AS tax_point,
      (SELECT max(sent_on) FROM write_off_notices WHERE invoice_id = invoices.id) AS notified_on,
      EXISTS (SELECT FROM write_off_notices WHERE invoice_id = invoices.id AND amount_fils >= written_off_fils) AS is_notified,
      (SELECT coalesce(sum(amount_fils), 0)::bigint FROM bad_debt_reliefs WHERE invoice_id = invoices.id) AS relieved_fils,
      EXISTS (SELECT FROM ledger_entries JOIN vat_returns ON day BETWEEN starts_on AND ends_on
        WHERE source_id = invoices.id AND ledger_entries.kind = invoices.kind AND paid_on IS NOT NULL) AS is_tax_paid
    FROM invoices WHERE id = ${invoiceId} AND kind <> 'opening' AND vat_fils > 0 AND written_off_fils > 0`.execute(
    ctx.db,
  );
  const row = rows[0];
  if (!row) return null;
  const { totalFils, vatFils, notifiedOn, relievedFils } = row;
  const from = reliefPossibleFrom(row.taxPoint);
  const obstacles: [ReliefObstacle, boolean][] = [
    ["not-notified", !row.isNotified],
    ["too-early", dubaiDate(ctx.now) < from],
    ["tax-not-paid", !row.isTaxPaid],
  ];
  return {
    totalFils,
    vatFils,
    notifiedOn,
    relievedFils,
    claimableVatFils: changeOfRelief(row, relievedFils, row.writtenOffFils).vatFils,
    obstacle: obstacles.find(([, applies]) => applies)?.[0] ?? null,
    from,
  };
}
