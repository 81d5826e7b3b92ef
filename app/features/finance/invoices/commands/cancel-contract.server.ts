import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { unusedFils } from "../../../core/packages/contract-year";
import { endContract } from "../../contracts/end-contract.server";
import { isAgreed, lockSeenContract, type SeenContract } from "../../contracts/lock-contract.server";
import { issueCreditNote } from "../credit/credit.server";

/**
 * Credits the unused days of a contract. The credit reduces open amounts first; the rest becomes customer
 * credit. A contract that was never active is credited in full and loses its draft invoices.
 */
export const cancelContract = command(
  "contracts.cancel",
  async function cancelContract(ctx, seen: SeenContract, { reason }: { reason: string }) {
    const locked = await lockSeenContract(ctx, seen);
    if (!locked.ok) return locked;
    const { contract } = locked;
    const today = dubaiDate(ctx.now);
    const wasActivated = contract.activated_at !== null;
    if (!wasActivated) {
      await ctx.db
        .deleteFrom("invoices")
        .where("contract_id", "=", contract.id)
        .where("issued_at", "is", null)
        .execute();
    }
    const uncredited = await ctx.db
      .selectFrom("invoices")
      .select(["id", "uncredited_fils", "total_fils"])
      .where("contract_id", "=", contract.id)
      .where("uncredited_fils", ">", 0)
      .where("issued_at", "is not", null)
      .orderBy("issued_at")
      .execute();
    let creditedFils = 0;
    for (const { id, uncredited_fils } of uncredited) {
      const fils =
        wasActivated && isAgreed(contract)
          ? unusedFils(uncredited_fils, { startsOn: contract.starts_on, endsOn: contract.ends_on }, today)
          : uncredited_fils;
      if (fils === 0) continue;
      const creditNote = await issueCreditNote(
        ctx,
        { id },
        { kind: "amount", fils },
        { reason, eventDate: today },
      );
      if (!creditNote.ok) return refuse("wrong-state");
      creditedFils += creditNote.totalFils;
    }
    return endContract(ctx, contract, { reason, unusedFils: creditedFils });
  },
);
