import { m } from "~/paraglide/messages";
import { line } from "~/platform/documents/report";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { joinFacts } from "~/platform/locale/join-facts";
import { formatMoney } from "~/platform/money";
import type { PersonalData } from "~/platform/personal-data.server";
import { formatDay } from "~/platform/time";
import { reassignCustomerRows } from "../../core/customers/reassign-customer-rows.server";
import { labelForCheque, labelForMethod } from "./labels";
import { RECEIPT_FILE } from "./receipt.server";

/**
 * Payments and refunds belong to the books and are retained without the notes. A receipt with the name is
 * rendered again without it when it is opened.
 */
export const personalDataOfPayments: PersonalData = {
  name: "payments",
  tables: { payments: "retained", refunds: "retained", cheques: "retained", chequeMovements: "retained" },

  async collect(ctx, { userId }) {
    const payments = await ctx.db
      .selectFrom("payments")
      .innerJoin("customers", "customers.id", "payments.customerId")
      .select(["reference", "method", "receivedOn", "amountFils", "refundedFils"])
      .where("customers.userId", "=", userId)
      .orderBy("receivedOn")
      .execute();
    const cheques = await ctx.db
      .selectFrom("cheques")
      .innerJoin("customers", "customers.id", "cheques.customerId")
      .select(["number", "bank", "dated", "amountFils", "state"])
      .where("customers.userId", "=", userId)
      .orderBy("dated")
      .execute();
    const parts = [
      ...payments.map(({ receivedOn, reference, method, amountFils }) =>
        line(joinFacts([formatDay(receivedOn), reference, labelForMethod(method), formatMoney(amountFils)])),
      ),
      ...cheques.map(({ dated, number, bank, amountFils, state }) =>
        line(joinFacts([formatDay(dated), bank, number, formatMoney(amountFils), labelForCheque(state)])),
      ),
    ];
    return [{ name: "payments", data: { payments, cheques }, title: m.payments_export(), parts }];
  },

  async erase(ctx, { userId, customerIds }) {
    const customers = await ctx.db
      .selectFrom("customers")
      .select("id")
      .where((eb) => eb.or([eb("userId", "=", userId), eb("id", "=", anyOf(customerIds))]))
      .execute();
    const ids = anyOf(customers.map(({ id }) => id));
    await ctx.db
      .updateTable("payments")
      .set({ note: "" })
      .where("customerId", "=", ids)
      .where("note", "<>", "")
      .execute();
    const receipts = await ctx.db
      .selectFrom("files")
      .select("id")
      .where("kind", "=", RECEIPT_FILE)
      .where("ownerId", "in", (eb) =>
        eb
          .selectFrom("payments")
          .select("id")
          .where("customerId", "=", ids)
          .union(eb.selectFrom("refunds").select("id").where("customerId", "=", ids)),
      )
      .execute();
    await releaseFiles(
      ctx,
      receipts.map(({ id }) => id),
    );
  },

  async merge(ctx, merge) {
    const nowhere = { atProperties: false };
    await reassignCustomerRows(ctx, "refunds", merge, nowhere);
    await reassignCustomerRows(ctx, "cheques", merge, nowhere);
    return { payments: await reassignCustomerRows(ctx, "payments", merge, nowhere) };
  },
};
