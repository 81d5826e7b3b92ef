import type { ExpressionBuilder } from "kysely";
import { m } from "~/paraglide/messages";
import { countryName } from "~/platform/countries";
import type { Tables } from "~/platform/database/tables";
import { facts } from "~/platform/documents/report";
import { anonymizeTrail } from "~/platform/events/trail.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { languageLabel } from "~/platform/locale/language-names";
import { labelForChannel } from "~/platform/messaging/labels";
import { datedLine, erasedCustomer, formatInstant, type PersonalData } from "~/platform/personal-data.server";
import { formatPhone } from "~/platform/text/phone";
import { emirates } from "~/platform/uae/emirates";

export const personalDataOfCustomers: PersonalData = {
  name: "customers",
  tables: {
    customers: "anonymized",
    duplicateCustomers: "anonymized",
    customerNotes: "deleted",
    channelChoices: "deleted",
  },

  async find(ctx, { userId, email }) {
    const own = ctx.db.selectFrom("customers").select("id").where("userId", "=", userId);
    const customers = await ctx.db
      .selectFrom("customers")
      .select(["id", "phone"])
      .where((eb) => eb.or([eb("userId", "=", userId), eb("mergedInto", "in", own), isGuestWith(eb, email)]))
      .execute();
    const customerIds = customers.map(({ id }) => id);
    return {
      records: { customer: customerIds },
      phones: customers.flatMap(({ phone }) => phone ?? []),
      customerIds,
    };
  },

  /** Internal notes are not exported. */
  async collect(ctx, { userId, customerIds }) {
    const records = await ctx.db
      .selectFrom("customers")
      .select([
        ...(["name", "email", "phone", "company", "billingAddress", "trn", "createdAt as since"] as const),
        ...(["billingStreet", "billingCity", "billingEmirate", "billingCountry", "billingRegion"] as const),
        ...(["taxNumber", "eAddress", "tradeLicence", "licenceAuthority", "language"] as const),
      ])
      .where((eb) => eb.or([eb("userId", "=", userId), eb("id", "=", anyOf(customerIds))]))
      .orderBy("createdAt")
      .execute();
    const parts = records.map(({ name, email, phone, company, billingAddress, trn, since, ...registered }) =>
      facts({
        [m.account_name()]: name,
        [m.account_email()]: email,
        [m.account_phone()]: phone && formatPhone(phone),
        [m.customers_billing_company()]: company,
        [m.customers_billing_address()]: billingAddress,
        [m.customers_billing_trn()]: trn,
        [m.customers_billing_street()]: registered.billingStreet,
        [m.customers_billing_city()]: registered.billingCity,
        [m.customers_billing_emirate()]: registered.billingEmirate && emirates[registered.billingEmirate],
        [m.customers_billing_country()]: registered.billingCountry && countryName(registered.billingCountry),
        [m.customers_billing_region()]: registered.billingRegion,
        [m.customers_billing_tax_number()]: registered.taxNumber,
        [m.customers_billing_e_address()]: registered.eAddress,
        [m.customers_billing_licence()]: registered.tradeLicence,
        [m.customers_billing_licence_authority()]: registered.licenceAuthority,
        [m.account_language()]: registered.language && languageLabel(registered.language),
        [m.account_member_since()]: formatInstant(since),
      }),
    );
    const choices = await ctx.db
      .selectFrom("channelChoices")
      .innerJoin("customers", "customers.id", "channelChoices.customerId")
      .select(["channel", "form", "chosenAt as at"])
      .where((eb) => eb.or([eb("userId", "=", userId), eb("customerId", "=", anyOf(customerIds))]))
      .orderBy("chosenAt")
      .execute();
    return [
      { name: "customerRecords", data: records, title: m.account_customer_record(), parts },
      {
        name: "channelChoices",
        data: choices,
        title: m.account_channel_choices(),
        parts: choices.map(({ at, channel }) => datedLine(at, labelForChannel(channel))),
      },
    ];
  },

  /**
   * The person's own records are erased even if other people matched them by phone, because they bear the
   * person's name.
   */
  async erase(ctx, { userId, records, customerIds }) {
    const ids = [...(records.customer ?? []), ...customerIds];
    const erasedCustomers = await ctx.db
      .updateTable("customers")
      .set({
        name: erasedCustomer.name,
        email: null,
        phone: null,
        userId: null,
        company: null,
        billingAddress: null,
        trn: null,
        billingStreet: null,
        billingCity: null,
        billingEmirate: null,
        billingCountry: null,
        billingRegion: null,
        taxNumber: null,
        eAddress: null,
        tradeLicence: null,
        licenceAuthority: null,
        language: null,
      })
      .where((eb) => eb.or([eb("id", "=", anyOf(ids)), eb("mergedInto", "=", anyOf(ids))]))
      .returning("id")
      .execute();
    const erasedIds = erasedCustomers.map(({ id }) => id);
    await ctx.db.deleteFrom("customerNotes").where("customerId", "=", anyOf(erasedIds)).execute();
    await ctx.db.deleteFrom("channelChoices").where("customerId", "=", anyOf(erasedIds)).execute();
    // Includes merged records.
    await anonymizeTrail(ctx, { userId, records: [{ type: "customer", ids: erasedIds }] });
    // Notes that staff wrote about others stay; only the author is removed.
    await ctx.db
      .updateTable("customerNotes")
      .set({ authorName: null })
      .where("authorId", "=", userId)
      .execute();
  },

  async merge(ctx, { keptId, mergedId }) {
    await ctx.db
      .updateTable("customerNotes")
      .set({ customerId: keptId })
      .where("customerId", "=", mergedId)
      .execute();
    await ctx.db
      .updateTable("channelChoices")
      .set({ customerId: keptId })
      .where("customerId", "=", mergedId)
      .execute();
    await ctx.db
      .updateTable("customers")
      .set({ mergedInto: keptId })
      .where("mergedInto", "=", mergedId)
      .execute();
    return {};
  },
};

/** SQL: guest records with the email that the account has confirmed since. */
function isGuestWith(eb: ExpressionBuilder<Tables, "customers">, email: string) {
  return eb.and([eb("userId", "is", null), eb("email", "=", email)]);
}
