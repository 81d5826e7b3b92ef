import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Happened, Reaction } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { getBusiness } from "../../business/queries.server";
import { findContract } from "../../contract-years/queries.server";
import type { ContractDetail } from "../../contract-years/views";
import type { Message } from "../email/email";
import { queueEmail } from "../email/queue-email.server";
import { localeOfRecipient } from "../email/recipient-locale.server";
import {
  type ContractYearContext,
  contractActive,
  contractCancelled,
  contractEnding,
} from "../templates/contract-year";
import "../../contracts/table";

/*
 * The mails about a contract's year. As all mails they tell how it is when they are written, and are left out when a later event
 * made them untrue.
 */

type ContractEvent = Extract<EventType, `contract.${string}`>;

export const notifyOfActiveContract = toCustomer<"contract.activated">(
  "contract-active",
  (context, _, { state }) => (state === "active" ? contractActive(context) : null),
);

export const remindOfContract = toCustomer<"contract.ending">(
  "contract-ending",
  (context, _, { state, renewedBy }) => (state === "active" && !renewedBy ? contractEnding(context) : null),
);

/** Whoever never agreed to one is told by whoever spoke to them. */
export const notifyOfCancelledContract = toCustomer<"contract.cancelled">(
  "contract-cancelled",
  (context, { data }) => contractCancelled(context, data),
);

function toCustomer<Type extends ContractEvent>(
  name: string,
  write: (context: ContractYearContext, event: Happened<Type>, contract: ContractDetail) => Message | null,
): Reaction<Type> {
  return {
    name,
    async run(ctx, event, { config }) {
      const contract = await findContract({ ...ctx, actor: system }, event.subjectId);
      if (!contract?.startsOn || !contract.endsOn) return;
      const { startsOn, endsOn } = contract;
      const business = await getBusiness(ctx);
      await inLocale(await localeOf(ctx, contract), async () => {
        const context: ContractYearContext = {
          business,
          contract: { ...contract, customerName: contract.contactName, startsOn, endsOn },
          dashboardUrl: config.publicUrl + localPath("/dashboard"),
        };
        const message = write(context, event, contract);
        if (!message) return;
        await queueEmail(ctx, {
          kind: name,
          trailId: event.id,
          recipient: contract.email,
          replyTo: business.officeEmail,
          business,
          message,
        });
      });
    },
  };
}

async function localeOf(ctx: Ctx, { id, email }: ContractDetail) {
  const { language } = await ctx.db
    .selectFrom("contracts")
    .select("language")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return localeOfRecipient(ctx, email, language);
}
