import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { billedName } from "../../core/customers/billed-name.server";
import { depositDue } from "./deposits/amount-due.server";

/** Limit shown; each needs the office. */
const MAX_SHOWN = 20;

/** Cheque in hand although its invoice or deposit was paid by card. */
export interface SupersededCheque {
  id: string;
  version: number;
  number: string;
  fils: number;
  customerName: string;
  /** Reference of the invoice or quote. */
  reference: string;
}

/**
 * A card payment asks no one about the cheques for its amount, so the office is asked here: hand them back, or keep
 * them. Cheques with the bank wait for its answer (docs/domain.md, "Money").
 */
export function listSupersededCheques(ctx: Ctx): Promise<SupersededCheque[]> {
  return ctx.db
    .selectFrom("cheques")
    .innerJoin("customers", "customers.id", "cheques.customerId")
    .leftJoin("invoices", "invoices.id", "cheques.invoiceId")
    .leftJoin("quotes as document", "document.id", "cheques.quoteId")
    .select(["cheques.id", "cheques.version", "cheques.number", "cheques.amountFils as fils"])
    .select((eb) => [
      billedName.as("customerName"),
      eb.fn.coalesce("invoices.reference", "document.reference").$castTo<string>().as("reference"),
    ])
    .where("cheques.keptAt", "is", null)
    .where("cheques.id", "in", ({ selectFrom }) =>
      selectFrom("invoices")
        .innerJoin("cheques", "cheques.invoiceId", "invoices.id")
        .select("cheques.id")
        .whereRef("invoices.openFils", "<", "invoices.heldFils")
        .where("cheques.state", "=", "received")
        .unionAll(
          selectFrom("cheques")
            .innerJoin("quotes as document", "document.id", "cheques.quoteId")
            .select("cheques.id")
            .where("cheques.state", "=", "received")
            .where(depositDue(), "=", 0),
        ),
    )
    .where(sql<boolean>`EXISTS (SELECT FROM checkouts JOIN payments ON payments.id = checkouts.payment_id
      WHERE (checkouts.invoice_id = cheques.invoice_id OR checkouts.quote_id = cheques.quote_id)
        AND payments.recorded_at >= cheques.received_at
        AND payments.amount_fils > payments.reversed_fils + payments.refunded_fils)`)
    .orderBy("cheques.dated")
    .orderBy("cheques.id")
    .limit(MAX_SHOWN)
    .execute();
}

export interface FailedPayout {
  id: string;
  reference: string;
  fils: number;
  failedOn: string;
}

/** Until the office has acknowledged the failure, or the provider has paid out after it. */
export async function listFailedPayouts(ctx: Ctx): Promise<FailedPayout[]> {
  const rows = await ctx.db
    .selectFrom("payouts as failed")
    .select(["id", "providerPayout as reference", "amountFils as fils", "failedOn"])
    .where("failedOn", "is not", null)
    .where("acknowledgedAt", "is", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payouts as later")
            .select("later.id")
            .whereRef("later.provider", "=", "failed.provider")
            .whereRef("later.arrivedOn", ">", "failed.failedOn")
            .where("later.failedOn", "is", null),
        ),
      ),
    )
    .orderBy("failedOn")
    .orderBy("id")
    .limit(MAX_SHOWN)
    .execute();
  return rows.map((row) => ({ ...row, failedOn: row.failedOn! }));
}
