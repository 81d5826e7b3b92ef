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
    const wasActivated = contract.activatedAt !== null;
    if (!wasActivated) {
      await ctx.db
        .deleteFrom("invoices")
        .where("contractId", "=", contract.id)
        .where("issuedAt", "is", null)
        .execute();
    }
    const uncredited = await ctx.db
      .selectFrom("invoices")
      .select(["id", "uncreditedFils", "totalFils"])
      .where("contractId", "=", contract.id)
      .where("uncreditedFils", ">", 0)
      .where("issuedAt", "is not", null)
      .orderBy("issuedAt")
      .execute();
    let creditedFils = 0;
    for (const { id, uncreditedFils } of uncredited) {
      const fils =
        wasActivated && isAgreed(contract)
          ? unusedFils(uncreditedFils, { startsOn: contract.startsOn, endsOn: contract.endsOn }, today)
          : uncreditedFils;
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
