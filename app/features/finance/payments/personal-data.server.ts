import { m } from "~/paraglide/messages";
import { line } from "~/platform/documents/report";
import { formatMoney } from "~/platform/money";
import type { PersonalData } from "~/platform/personal-data.server";
import { formatDay } from "~/platform/time";
import { reassignCustomerRows } from "../../core/customers/reassign-customer-rows.server";
import { labelForCheque, labelForMethod } from "./labels";

/** Payments and refunds belong to the books and are retained. */
export const personalDataOfPayments: PersonalData = {
  name: "payments",
  tables: { payments: "retained", refunds: "retained", cheques: "retained" },

  async collect(ctx, { userId }) {
    const payments = await ctx.db
      .selectFrom("payments")
      .innerJoin("customers", "customers.id", "payments.customer_id")
      .select(["reference", "method", "received_on", "amount_fils", "refunded_fils"])
      .where("customers.user_id", "=", userId)
      .orderBy("received_on")
      .execute();
    const cheques = await ctx.db
      .selectFrom("cheques")
      .innerJoin("customers", "customers.id", "cheques.customer_id")
      .select(["number", "bank", "dated", "amount_fils", "state"])
      .where("customers.user_id", "=", userId)
      .orderBy("dated")
      .execute();
    const parts = [
      ...payments.map(({ received_on, reference, method, amount_fils }) =>
        line(
          [formatDay(received_on), reference, labelForMethod(method), formatMoney(amount_fils)].join(", "),
        ),
      ),
      ...cheques.map(({ dated, number, bank, amount_fils, state }) =>
        line([formatDay(dated), bank, number, formatMoney(amount_fils), labelForCheque(state)].join(", ")),
      ),
    ];
    return [{ name: "payments", data: { payments, cheques }, title: m.payments_export(), parts }];
  },

  async merge(ctx, merge) {
    const nowhere = { atProperties: false };
    await reassignCustomerRows(ctx, "refunds", merge, nowhere);
    await reassignCustomerRows(ctx, "cheques", merge, nowhere);
    return { payments: await reassignCustomerRows(ctx, "payments", merge, nowhere) };
  },
};
