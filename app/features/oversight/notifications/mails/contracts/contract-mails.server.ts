import { system } from "~/platform/auth/actor";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { Message } from "~/platform/messaging/message";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { contractUrl } from "../../../../finance/contracts/link/contract-link.server";
import { findContract } from "../../../../finance/contracts/queries.server";
import type { ContractDetail } from "../../../../finance/contracts/views";
import { followUrl } from "../../../../operations/bookings/link/booking-link.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import {
  type ContractEmailContext,
  contractActive,
  contractCancelled,
  contractEnding,
  contractLink,
  officeContractAccepted,
  officeRenewalDrafted,
} from "../../templates/contract";

/* Emails describe the current contract and are skipped when a later event made them obsolete. */

type ContractEvent = Extract<EventType, `contract.${string}`>;

export const notifyOfActiveContract = toCustomer<"contract.activated">(
  "contract-active",
  (context, _, { state }) => (state === "active" ? contractActive(context) : null),
);

export const sendContractLink = toCustomer<"contract.link-requested">(
  "contract-link",
  (context, { data }, { state, acceptance }) =>
    data.channel === "email"
      ? contractLink(context, { canAccept: state === "requested" && acceptance === null })
      : null,
);

export const remindOfContract = toCustomer<"contract.expiring">(
  "contract-ending",
  (context, _, { state, renewedBy }) => (state === "active" && !renewedBy ? contractEnding(context) : null),
);

/**
 * Skipped for contracts that the customer never accepted, because the office informs that customer directly.
 */
export const notifyOfCancelledContract = toCustomer<"contract.cancelled">(
  "contract-cancelled",
  (context, { data }) => contractCancelled(context, data),
);

/** Sent for automatic drafts only; the office already sees its own. */
export const notifyOfficeOfRenewal: Reaction<"contract.renewal-drafted"> = {
  name: "office-renewal-drafted",
  run: async function notifyOfficeOfRenewal(ctx, event, { config }) {
    if (event.actorRole !== "system") return;
    const quote = await ctx.db
      .selectFrom("quotes")
      .select(["id", "state"])
      .where("id", "=", event.data.quoteId)
      .executeTakeFirst();
    if (quote?.state !== "draft") return;
    const quoteUrl = config.publicUrl + localPath(`/admin/quotes/${quote.id}`);
    await emailOffice(ctx, config, event, "office-renewal-drafted", (context) =>
      officeRenewalDrafted(context, quoteUrl),
    );
  },
};

/** Not for paper, which the office records itself, nor for renewals, whose approved quote is announced. */
export const notifyOfficeOfAcceptance: Reaction<"contract.accepted"> = {
  name: "office-contract-accepted",
  run: async function notifyOfficeOfAcceptance(ctx, event, { config }) {
    if (event.data.method !== "online" || event.actorRole === "system") return;
    const contractUrl = config.publicUrl + localPath(`/admin/contracts/${event.subjectId}`);
    await emailOffice(
      ctx,
      config,
      event,
      "office-contract-accepted",
      (context, { acceptance }) =>
        acceptance && officeContractAccepted(context, { name: acceptance.name, contractUrl }),
    );
  },
};

async function emailOffice(
  ctx: Ctx,
  config: Config,
  event: RecordedEvent<ContractEvent>,
  kind: string,
  write: (context: ContractEmailContext, contract: ContractDetail) => Message | null,
): Promise<void> {
  const contract = await findContract({ ...ctx, actor: system }, event.subjectId);
  if (!contract) return;
  const recipient = await officeAddress(ctx, "money");
  await inLocale(await localeOfRecipient(ctx, recipient), async () => {
    const context = await contextOf(ctx, contract, config);
    const message = context && write(context, contract);
    if (!message) return;
    await queueEmail(ctx, {
      kind,
      trailId: event.id,
      recipient,
      replyTo: contract.email,
      sender: context.business,
      message,
    });
  });
}

function toCustomer<Type extends ContractEvent>(
  name: string,
  write: (
    context: ContractEmailContext,
    event: RecordedEvent<Type>,
    contract: ContractDetail,
  ) => Message | null,
): Reaction<Type> {
  return {
    name,
    run: async function sendContractMail(ctx, event, { config }) {
      const contract = await findContract({ ...ctx, actor: system }, event.subjectId);
      if (!contract) return;
      await inLocale(await localeOf(ctx, contract), async () => {
        const context = await contextOf(ctx, contract, config);
        const message = context && write(context, event, contract);
        if (!message) return;
        const { business } = context;
        await queueEmail(ctx, {
          kind: name,
          trailId: event.id,
          recipient: contract.email,
          replyTo: business.officeEmail,
          sender: business,
          message,
        });
      });
    },
  };
}

async function contextOf(
  ctx: Ctx,
  contract: ContractDetail,
  config: Config,
): Promise<ContractEmailContext | null> {
  const { startsOn, endsOn } = contract;
  // Skipped for contracts that the customer never accepted.
  if (!startsOn || !endsOn) return null;
  const { company, hasAccount } = await readCustomer(ctx, contract);
  const { linkVersion } = await ctx.db
    .selectFrom("contracts")
    .select("linkVersion")
    .where("id", "=", contract.id)
    .executeTakeFirstOrThrow();
  const linkUrl = contractUrl(ctx, config, { ...contract, endsOn, linkVersion });
  return {
    business: await getBusiness(ctx),
    contract: { ...contract, customerName: contract.contactName, company, startsOn, endsOn },
    openUrl: hasAccount ? config.publicUrl + localPath("/dashboard") : linkUrl,
    contractUrl: linkUrl,
    visitUrls: await visitUrls(ctx, config, contract),
  };
}

/** `hasAccount`: the recipient can sign in and see the contract. */
async function readCustomer(ctx: Ctx, { customerId, email }: ContractDetail) {
  const customer = await ctx.db
    .selectFrom("customers")
    .leftJoin("users", "users.id", "customers.userId")
    .select(["company", "users.email"])
    .where("customers.id", "=", customerId)
    .executeTakeFirst();
  return { company: customer?.company ?? null, hasAccount: customer?.email === email };
}

async function visitUrls(ctx: Ctx, config: Config, { visits }: ContractDetail): Promise<Map<string, string>> {
  const rows = await ctx.db
    .selectFrom("bookings")
    .select(["id", "reference", "linkVersion as linkNo"])
    .where("id", "=", anyOf(visits.map(({ bookingId }) => bookingId)))
    .execute();
  return new Map(rows.map((row) => [row.id, followUrl(config, row)]));
}

async function localeOf(ctx: Ctx, { id, email }: ContractDetail) {
  const { language } = await ctx.db
    .selectFrom("contracts")
    .select("language")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return localeOfRecipient(ctx, email, language);
}
