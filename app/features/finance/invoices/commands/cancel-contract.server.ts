import { command } from "~/platform/auth/command.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { unusedFils } from "../../../core/packages/contract-year";
import { endContract } from "../../contracts/end-contract.server";
import { isAgreed, lockSeenContract, type SeenContract } from "../../contracts/lock-contract.server";
import { issueDueInstalmentsOf } from "../contract/instalments.server";
import { issueCreditNote } from "../credit/credit.server";

/**
 * Credits the unused days of a contract; instalments that are not due yet are dropped. The credit reduces open amounts first; the rest becomes customer
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
    await ctx.db
      .deleteFrom("invoices")
      .where("contractId", "=", contract.id)
      .where("issuedAt", "is", null)
      // Instalments due until today are drafted again below.
      .$if(wasActivated, (query) => query.where("instalment", "is not", null))
      .execute();
    const due = await issueDueInstalmentsOf(ctx, contract.id);
    if (!due.ok) return refuse("instalment-not-invoiced");
    const uncredited = await ctx.db
      .selectFrom("invoices")
      .leftJoin("contractInstalments as part", (join) =>
        join
          .onRef("part.contractId", "=", "invoices.contractId")
          .onRef("part.number", "=", "invoices.instalment"),
      )
      .select(["id", "uncreditedFils", "part.startsOn", "part.endsOn"])
      .where("invoices.contractId", "=", contract.id)
      .where("uncreditedFils", ">", 0)
      .where("issuedAt", "is not", null)
      .orderBy("issuedAt")
      .execute();
    let creditedFils = 0;
    for (const { id, uncreditedFils, startsOn, endsOn } of uncredited) {
      const fils =
        wasActivated && isAgreed(contract)
          ? unusedFils(
              uncreditedFils,
              { startsOn: startsOn ?? contract.startsOn, endsOn: endsOn ?? contract.endsOn },
              today,
            )
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
