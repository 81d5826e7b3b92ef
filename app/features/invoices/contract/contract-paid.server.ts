import { inTransaction } from "~/platform/database/transaction.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { activate } from "../../contracts/activate.server";
import { lockContract } from "../../contracts/lock-contract.server";
import "../table";

/**
 * A contract whose invoice is paid is active. What a credit note or a write-off settled is not paid. One that cannot be active, as another is in
 * force for its property, stays as it is: the office sees that it is paid, and is told why when it tries.
 */
export const activatePaidContract: Reaction<"invoice.settled"> = {
  name: "activate-contract",
  async run(ctx, { subjectId, data }) {
    if (!data.paid || (data.by !== "payment" && data.by !== "credit")) return;
    const invoice = await ctx.db
      .selectFrom("invoices")
      .select(["contract_id", "state"])
      .where("id", "=", subjectId)
      .executeTakeFirst();
    // Taken back meanwhile.
    if (!invoice?.contract_id || invoice.state !== "paid") return;
    const contract = await lockContract(ctx, invoice.contract_id);
    if (contract?.state === "requested")
      await inTransaction(ctx, (ctx) => activate(ctx, contract, "payment"));
  },
};
