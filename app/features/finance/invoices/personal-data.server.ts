import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { line } from "~/platform/documents/report";
import { formatMoney } from "~/platform/money";
import type { PersonalData } from "~/platform/personal-data.server";
import { formatDay } from "~/platform/time";
import { reassignCustomerRows } from "../../core/customers/reassign-customer-rows.server";
import { labelForInvoiceState } from "./labels";

/**
 * Issued documents are retained with the buyer's name, because tax law requires it (Federal Decree-Law 28 of
 * 2022 on tax procedures). An account cannot be deleted while either side owes money.
 */
export const personalDataOfInvoices: PersonalData = {
  name: "invoices",
  tables: {
    invoices: "retained",
    e_invoices: "retained",
    write_offs: "retained",
    customer_balances: "retained",
    credit_entries: "retained",
    opening_credits: "retained",
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
      .innerJoin("customers", "customers.id", "invoices.customer_id")
      .select(["reference", "buyer", "issue_date", "due_date", "total_fils", "open_fils", "state"])
      .where("customers.user_id", "=", userId)
      .where("issued_at", "is not", null)
      .orderBy("issued_at")
      .execute();
    const creditNotes = await ctx.db
      .selectFrom("credit_notes")
      .innerJoin("invoices", "invoices.id", "invoice_id")
      .innerJoin("customers", "customers.id", "invoices.customer_id")
      .select([
        "credit_notes.reference",
        "invoices.reference as invoice",
        "reason",
        "credit_notes.issue_date",
        "credit_notes.total_fils",
      ])
      .where("customers.user_id", "=", userId)
      .orderBy("credit_notes.issued_at")
      .execute();
    const parts = [
      ...invoices.map(({ issue_date, reference, total_fils, state }) =>
        line(
          [formatDay(issue_date!), reference, formatMoney(total_fils), labelForInvoiceState(state)].join(
            ", ",
          ),
        ),
      ),
      ...creditNotes.map(({ issue_date, reference, invoice, reason, total_fils }) =>
        line([formatDay(issue_date), reference, invoice, formatMoney(total_fils), reason].join(", ")),
      ),
    ];
    return [{ name: "invoices", data: { invoices, creditNotes }, title: m.invoices_export(), parts }];
  },

  async merge(ctx, merge) {
    await reassignCustomerRows(ctx, "credit_entries", merge, { atProperties: false });
    await reassignCustomerRows(ctx, "opening_credits", merge, { atProperties: false });
    // The moved entries have rebuilt the balance on the remaining customer.
    await ctx.db.deleteFrom("customer_balances").where("customer_id", "=", merge.mergedId).execute();
    return { invoices: await reassignCustomerRows(ctx, "invoices", merge) };
  },
};
