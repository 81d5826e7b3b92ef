import { sql } from "kysely";
import type { PersonalData } from "~/platform/personal-data.server";
import { giveToCustomer } from "../customers/give-to-customer.server";
import "./table";

/**
 * What was issued is kept for the years that the law asks for, with whom it was made out to; an account waits until nothing is
 * owed on either side (Federal Decree-Law 28 of 2022 on tax procedures).
 */
export const personalDataOfInvoices: PersonalData = {
  name: "invoices",
  tables: {
    invoices: "kept",
    write_offs: "kept",
    customer_balances: "kept",
    credit_entries: "kept",
    opening_credits: "kept",
  },

  async isOpen(ctx, userId) {
    const { rows } = await sql<{ open: boolean }>`
      SELECT EXISTS (SELECT FROM invoices JOIN customers ON customers.id = customer_id
          WHERE user_id = ${userId} AND state IN ('issued', 'part_paid'))
        OR EXISTS (SELECT FROM customer_balances JOIN customers ON customers.id = customer_id
          WHERE user_id = ${userId} AND credit_fils > 0) AS open`.execute(ctx.db);
    return rows[0]!.open;
  },

  async merge(ctx, merge) {
    await giveToCustomer(ctx, "credit_entries", merge, { atProperties: false });
    await giveToCustomer(ctx, "opening_credits", merge, { atProperties: false });
    // What it said went along with the entries.
    await ctx.db.deleteFrom("customer_balances").where("customer_id", "=", merge.mergedId).execute();
    return { invoices: await giveToCustomer(ctx, "invoices", merge) };
  },
};
