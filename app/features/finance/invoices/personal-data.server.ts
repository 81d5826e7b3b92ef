import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { line } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import { joinFacts } from "~/platform/locale/join-facts";
import { formatMoney } from "~/platform/money";
import type { PersonalData } from "~/platform/personal-data.server";
import { formatDay } from "~/platform/time";
import { reassignCustomerRows } from "../../core/customers/reassign-customer-rows.server";
import { settlementStatus } from "./invoice";
import { labelForInvoiceStatus } from "./labels";

/**
 * Issued documents are retained with the buyer's name, because tax law requires it (Federal Decree-Law 28 of
 * 2022 on tax procedures). An account cannot be deleted while either side owes money.
 */
export const personalDataOfInvoices: PersonalData = {
  name: "invoices",
  tables: {
    invoices: "retained",
    eInvoices: "retained",
    writeOffs: "retained",
    writeOffReversals: "retained",
    writeOffNotices: "retained",
    badDebtReliefs: "retained",
    customerBalances: "retained",
    creditEntries: "retained",
    openingCredits: "retained",
    refusedInstalments: "retained",
  },

  async blocksErasure(ctx, userId) {
    const { rows } = await sql<{ open: boolean }>`
      SELECT EXISTS (SELECT FROM invoices JOIN customers ON customers.id = customer_id
          WHERE user_id = ${userId} AND state IN ('issued', 'part_paid'))
        OR EXISTS (SELECT FROM customer_balances JOIN customers ON customers.id = customer_id
          WHERE user_id = ${userId} AND credit_fils > 0) AS open`.execute(ctx.db);
    return rows[0]!.open;
  },

  async collect(ctx, { userId }) {
    const invoices = await ctx.db
      .selectFrom("invoices")
      .innerJoin("customers", "customers.id", "invoices.customerId")
      .select(["reference", "buyer", "issueDate", "dueDate", "totalFils", "openFils", "invoices.state"])
      .select(["settledFils", "creditedFils", "writtenOffFils"])
      .where("customers.userId", "=", userId)
      .where("issuedAt", "is not", null)
      .orderBy("issuedAt")
      .execute();
    const creditNotes = await ctx.db
      .selectFrom("creditNotes")
      .innerJoin("invoices", "invoices.id", "invoiceId")
      .innerJoin("customers", "customers.id", "invoices.customerId")
      .select([
        "creditNotes.reference",
        "invoices.reference as invoice",
        "reason",
        "creditNotes.issueDate",
        "creditNotes.totalFils",
      ])
      .where("customers.userId", "=", userId)
      .orderBy("creditNotes.issuedAt")
      .execute();
    const parts = [
      ...invoices.map((invoice) => {
        const status = labelForInvoiceStatus(invoice.state, settlementStatus(invoice));
        const { issueDate, reference, totalFils } = invoice;
        return line(joinFacts([formatDay(issueDate!), reference, formatMoney(totalFils), status]));
      }),
      ...creditNotes.map(({ issueDate, reference, invoice, reason, totalFils }) =>
        line(joinFacts([formatDay(issueDate), reference, invoice, formatMoney(totalFils), reason])),
      ),
    ];
    return [{ name: "invoices", data: { invoices, creditNotes }, title: m.invoices_export(), parts }];
  },

  /** Drafts are no documents yet. Finished work can be invoiced again from its booking. */
  async erase(ctx, { customerIds }) {
    await ctx.db
      .deleteFrom("invoices")
      .where("customerId", "=", anyOf(customerIds))
      .where("issuedAt", "is", null)
      .execute();
  },

  async merge(ctx, merge) {
    await reassignCustomerRows(ctx, "creditEntries", merge, { atProperties: false });
    await reassignCustomerRows(ctx, "openingCredits", merge, { atProperties: false });
    // The moved entries have rebuilt the balance on the remaining customer.
    await ctx.db.deleteFrom("customerBalances").where("customerId", "=", merge.mergedId).execute();
    return { invoices: await reassignCustomerRows(ctx, "invoices", merge) };
  },
};
