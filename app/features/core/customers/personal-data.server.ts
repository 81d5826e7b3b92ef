import { type ExpressionBuilder, sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction, violatesConstraint } from "~/platform/database/transaction.server";
import { facts } from "~/platform/documents/report";
import { anonymizeTrail } from "~/platform/events/trail.server";
import { anyOf } from "~/platform/lists/any-of.server";
import {
  type CustomerMerge,
  erasedCustomer,
  formatInstant,
  type PersonalData,
} from "~/platform/personal-data.server";
import { formatPhone } from "~/platform/text/phone";
import { emirates } from "~/platform/uae/emirates";

export const personalDataOfCustomers: PersonalData = {
  name: "customers",
  tables: {
    customers: "anonymized",
    duplicate_customers: "anonymized",
    properties: "anonymized",
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
    const properties = await ctx.db
      .selectFrom("properties")
      .select("id")
      .where((eb) => eb.or([eb("customer_id", "in", own), eb("added_by", "=", userId)]))
      .execute();
    const customerIds = customers.map(({ id }) => id);
    return {
      records: { customer: customerIds },
      phones: customers.flatMap(({ phone }) => phone ?? []),
      customerIds,
      propertyIds: properties.map(({ id }) => id),
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
  async erase(ctx, { userId, records, customerIds, propertyIds }) {
    for (const id of propertyIds) await anonymizeProperty(ctx, id);
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

  /** Runs after records of the duplicate addresses have moved. */
  async merge(ctx, { keptId, mergedId, properties }) {
    for (const duplicateProperties of properties) await mergeProperty(ctx, duplicateProperties);
    const moved = await ctx.db
      .updateTable("properties")
      .set({ customer_id: keptId })
      .where("customer_id", "=", mergedId)
      .executeTakeFirst();
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
    return { properties: Number(moved.numUpdatedRows) + properties.length };
  },
};

/** SQL: guest records with the email that the account has confirmed since. */
function isGuestWith(eb: ExpressionBuilder<Tables, "customers">, email: string) {
  return eb.and([eb("user_id", "is", null), eb("email", "=", email)]);
}

export function listDuplicateProperties(
  ctx: Ctx,
  keptId: string,
  mergedId: string,
): Promise<CustomerMerge["properties"]> {
  return ctx.db
    .selectFrom("properties as double")
    .innerJoin("properties as own", (join) =>
      join
        .onRef("own.street", "=", "double.street")
        .onRef("own.building", "=", "double.building")
        .onRef("own.unit", "=", "double.unit")
        .onRef("own.area", "=", "double.area"),
    )
    .select(["double.id as from", "own.id as to"])
    .where("double.customer_id", "=", mergedId)
    .where("own.customer_id", "=", keptId)
    .execute();
}

/** Keeps details that only the duplicate has; no record refers to it any more. */
async function mergeProperty(ctx: Ctx, { from, to }: CustomerMerge["properties"][number]): Promise<void> {
  await ctx.db
    .updateTable("properties as own")
    .from("properties as double")
    .set({
      landmark: sql`coalesce(nullif(own.landmark, ''), double.landmark)`,
      makani: sql`coalesce(own.makani, double.makani)`,
      added_by: sql`coalesce(own.added_by, double.added_by)`,
    })
    .where("own.id", "=", to)
    .where("double.id", "=", from)
    .execute();
  await ctx.db.deleteFrom("properties").where("id", "=", from).execute();
}

/** Deletes an address; if records refer to it, only its area stays, for statistics. */
async function anonymizeProperty(ctx: Ctx, id: string): Promise<void> {
  try {
    await inTransaction(ctx, (ctx) => ctx.db.deleteFrom("properties").where("id", "=", id).execute());
  } catch (error) {
    if (!violatesConstraint("reference", error)) throw error;
    await ctx.db
      .updateTable("properties")
      .set({ street: sql`'- ' || id`, building: "", unit: "", landmark: "", makani: null, added_by: null })
      .where("id", "=", id)
      .execute();
  }
}
