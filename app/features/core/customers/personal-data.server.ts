import type { ExpressionBuilder } from "kysely";
import { m } from "~/paraglide/messages";
import type { Tables } from "~/platform/database/tables";
import { facts } from "~/platform/documents/report";
import { anonymizeTrail } from "~/platform/events/trail.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { erasedCustomer, formatInstant, type PersonalData } from "~/platform/personal-data.server";
import { formatPhone } from "~/platform/text/phone";
import { emirates } from "~/platform/uae/emirates";

export const personalDataOfCustomers: PersonalData = {
  name: "customers",
  tables: {
    customers: "anonymized",
    duplicate_customers: "anonymized",
    customer_notes: "deleted",
  },

  async find(ctx, { userId, email }) {
    const own = ctx.db.selectFrom("customers").select("id").where("user_id", "=", userId);
    const customers = await ctx.db
      .selectFrom("customers")
      .select(["id", "phone"])
      .where((eb) =>
        eb.or([eb("user_id", "=", userId), eb("merged_into", "in", own), isGuestWith(eb, email)]),
      )
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
        ...(["name", "email", "phone", "company", "billing_address", "trn", "created_at as since"] as const),
        ...(["billing_street", "billing_city", "billing_emirate", "e_address", "trade_licence"] as const),
      ])
      .where((eb) => eb.or([eb("user_id", "=", userId), eb("id", "=", anyOf(customerIds))]))
      .orderBy("created_at")
      .execute();
    const parts = records.map(({ name, email, phone, company, billing_address, trn, since, ...registered }) =>
      facts({
        [m.account_name()]: name,
        [m.account_email()]: email,
        [m.account_phone()]: phone && formatPhone(phone),
        [m.customers_billing_company()]: company,
        [m.customers_billing_address()]: billing_address,
        [m.customers_billing_trn()]: trn,
        [m.customers_billing_street()]: registered.billing_street,
        [m.customers_billing_city()]: registered.billing_city,
        [m.customers_billing_emirate()]: registered.billing_emirate && emirates[registered.billing_emirate],
        [m.customers_billing_e_address()]: registered.e_address,
        [m.customers_billing_licence()]: registered.trade_licence,
        [m.account_member_since()]: formatInstant(since),
      }),
    );
    return [{ name: "customerRecords", data: records, title: m.account_customer_record(), parts }];
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
        user_id: null,
        company: null,
        billing_address: null,
        trn: null,
        billing_street: null,
        billing_city: null,
        billing_emirate: null,
        e_address: null,
        trade_licence: null,
      })
      .where((eb) => eb.or([eb("id", "=", anyOf(ids)), eb("merged_into", "=", anyOf(ids))]))
      .returning("id")
      .execute();
    const erasedIds = erasedCustomers.map(({ id }) => id);
    await ctx.db.deleteFrom("customer_notes").where("customer_id", "=", anyOf(erasedIds)).execute();
    // Includes merged records.
    await anonymizeTrail(ctx, { userId, records: [{ type: "customer", ids: erasedIds }] });
    // Notes that staff wrote about others stay; only the author is removed.
    await ctx.db
      .updateTable("customer_notes")
      .set({ author_name: null })
      .where("author_id", "=", userId)
      .execute();
  },

  async merge(ctx, { keptId, mergedId }) {
    await ctx.db
      .updateTable("customer_notes")
      .set({ customer_id: keptId })
      .where("customer_id", "=", mergedId)
      .execute();
    await ctx.db
      .updateTable("customers")
      .set({ merged_into: keptId })
      .where("merged_into", "=", mergedId)
      .execute();
    return {};
  },
};

/** SQL: guest records with the email that the account has confirmed since. */
function isGuestWith(eb: ExpressionBuilder<Tables, "customers">, email: string) {
  return eb.and([eb("user_id", "is", null), eb("email", "=", email)]);
}
