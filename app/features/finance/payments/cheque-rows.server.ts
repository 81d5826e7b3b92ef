import type { Ctx } from "~/platform/context";
import { billedName } from "../../core/customers/billed-name.server";
import type { ChequeRow } from "./views";

export function cheques(ctx: Ctx) {
  return ctx.db
    .selectFrom("cheques")
    .innerJoin("customers", "customers.id", "cheques.customerId")
    .leftJoin("invoices", "invoices.id", "cheques.invoiceId")
    .leftJoin("quotes", "quotes.id", "cheques.quoteId")
    .leftJoin("contracts", "contracts.id", "cheques.contractId")
    .leftJoin("payments", "payments.id", "cheques.paymentId")
    .selectAll("cheques")
    .select([
      "payments.reference as paymentReference",
      billedName.as("customerName"),
      "invoices.reference as invoiceReference",
      "quotes.reference as quoteReference",
      "contracts.reference as contractReference",
    ]);
}

export function chequeOf(
  row: Awaited<ReturnType<ReturnType<typeof cheques>["execute"]>>[number],
  today: string,
): ChequeRow {
  return {
    id: row.id,
    version: row.version,
    customer: { id: row.customerId, name: row.customerName },
    number: row.number,
    bank: row.bank,
    dated: row.dated,
    fils: row.amountFils,
    state: row.state,
    invoice: linkTo(row.invoiceId, row.invoiceReference),
    quote: linkTo(row.quoteId, row.quoteReference),
    contract: linkTo(row.contractId, row.contractReference),
    payment: linkTo(row.paymentId, row.paymentReference),
    readyToDeposit: row.state === "received" && row.dated <= today,
  };
}

function linkTo(id: string | null, reference: string | null) {
  return id && reference ? { id, reference } : null;
}
