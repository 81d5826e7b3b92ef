import { officeRoles } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { type Locale, localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { alertReaction } from "../../alerts/alert.server";
import { takeFromMailBudget } from "../../email/mail-budget.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import {
  type ContractMailContext,
  contractReceived,
  officeContractAlert,
} from "../../templates/contract-requested";

export const notifyOfContractRequest: Reaction<"contract.requested"> = {
  name: "contract-received",
  run: async function notifyOfContractRequest(ctx, event, { config }) {
    const { id: trailId, subjectId } = event;
    const isEntered = isByOffice(event);
    const locale = await localeOfCustomer(ctx, subjectId);
    await inLocale(locale, async () => {
      const context = await contextOf(ctx, subjectId, config.publicUrl);
      const { business, contract } = context;
      const answer = { email: contract.email, trailId, about: "answer" } as const;
      if (!isEntered && !(await takeFromMailBudget(ctx, config, answer))) return;
      await queueEmail(ctx, {
        kind: "contract-received",
        trailId,
        recipient: contract.email,
        replyTo: business.officeEmail,
        sender: business,
        message: contractReceived(context, { isEntered }),
      });
    });
  },
};

/** Skipped for requests that the office entered for a caller. */
export const alertOfficeOfContract = alertReaction<"contract.requested">(
  "office-contract-alert",
  async (ctx, event, { config }, use) => {
    if (isByOffice(event)) return;
    const context = await contextOf(ctx, event.subjectId, config.publicUrl);
    await use({
      recipient: await officeAddress(ctx, "messages"),
      replyTo: context.contract.email,
      sender: context.business,
      message: officeContractAlert(context),
      stream: "",
      url: config.publicUrl + localPath(`/admin/contracts/${event.subjectId}`),
      listUrl: config.publicUrl + localPath("/admin/contracts"),
    });
  },
);

function isByOffice({ actorRole }: RecordedEvent<"contract.requested">): boolean {
  return officeRoles.some((role) => role === actorRole);
}

async function localeOfCustomer(ctx: Ctx, contractId: string): Promise<Locale> {
  const { contactEmail, language } = await ctx.db
    .selectFrom("contracts")
    .select(["contactEmail", "language"])
    .where("id", "=", contractId)
    .executeTakeFirstOrThrow();
  return localeOfRecipient(ctx, contactEmail, language);
}

async function contextOf(ctx: Ctx, contractId: string, publicUrl: string): Promise<ContractMailContext> {
  const row = await ctx.db
    .selectFrom("contracts")
    .innerJoin("packages", "packages.id", "contracts.packageId")
    .innerJoin("packagePrices", "packagePrices.id", "contracts.priceId")
    .leftJoin("customers", "customers.id", "contracts.customerId")
    .selectAll("contracts")
    .select([
      textInReaderLanguage("packages.name").as("packageName"),
      "packagePrices.priceFils as askedFils",
      "customers.company",
    ])
    .where("contracts.id", "=", contractId)
    .executeTakeFirstOrThrow();
  return {
    business: await getBusiness(ctx),
    packagesUrl: publicUrl + localPath("/amc-packages"),
    contract: {
      reference: row.reference,
      packageName: row.packageName,
      propertyType: row.propertyType,
      priceFils: row.priceFils ?? row.askedFils,
      customerName: row.contactName,
      company: row.company,
      email: row.contactEmail,
      phone: row.contactPhone,
      address: row.address,
      language: row.language,
      message: row.message,
      requestedAt: row.requestedAt,
    },
  };
}
