import { inTransaction } from "~/platform/database/transaction.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { activateLockedContract } from "../../contracts/activate.server";
import { lockContract } from "../../contracts/lock-contract.server";
import { settlementStatus } from "../invoice";

/**
 * Activates a contract whose invoice was paid before the customer accepted the document; credit notes and write-offs do
 * not count.
 */
export const activateAcceptedContract: Reaction<"contract.accepted"> = {
  name: "activate-accepted-contract",
  run: async function activateAcceptedContract(ctx, { subjectId }) {
    const invoices = await ctx.db
      .selectFrom("invoices")
      .select(["state", "settledFils", "creditedFils", "writtenOffFils"])
      .where("contractId", "=", subjectId)
      .execute();
    const isPaid = invoices.some((invoice) => settlementStatus(invoice) === "paid");
    const contract = isPaid ? await lockContract(ctx, subjectId) : null;
    if (contract?.state === "requested")
      await inTransaction(ctx, (ctx) => activateLockedContract(ctx, contract, "payment"));
  },
};

/**
 * Activates a contract once its invoice is paid and accepted; credit notes and write-offs do not count. If the property
 * already has an active contract, the contract stays requested and the office sees the conflict on
 * activation.
 */
export const activatePaidContract: Reaction<"invoice.settled"> = {
  name: "activate-contract",
  run: async function activatePaidContract(ctx, { subjectId, data }) {
    if (!data.paid || (data.by !== "payment" && data.by !== "credit")) return;
    const invoice = await ctx.db
      .selectFrom("invoices")
      .select(["contractId", "state"])
      .where("id", "=", subjectId)
      .executeTakeFirst();
    // The payment was voided in the meantime.
    if (!invoice?.contractId || invoice.state !== "paid") return;
    const contract = await lockContract(ctx, invoice.contractId);
    if (contract?.state === "requested")
      await inTransaction(ctx, (ctx) => activateLockedContract(ctx, contract, "payment"));
  },
};
