import { nameOf, userIdOf } from "~/platform/actor";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { isOffice } from "../bookings/policy";
import { lockCustomer } from "../customers/commands.server";
import { findCustomer } from "../customers/queries.server";
import { type CustomerContact, decideMerge, differenceOf, type MergeRefusal } from "./clientele";
import { listAlike } from "./queries.server";
import type { AlikeCustomer } from "./views";
import "../bookings/table";
import "../contracts/table";
import "../customers/table";

export type NoteRefusal = { ok: false; reason: "not-allowed" | "not-found" | "words-required" };

/** Writes down something about a customer, for the office alone. A note stands beside the others: it can be over none. */
export function writeCustomerNote(
  ctx: Ctx,
  customerId: string,
  words: string,
): Promise<{ ok: true } | NoteRefusal> {
  return inTransaction<{ ok: true } | NoteRefusal>(ctx, async (ctx) => {
    if (!isOffice(ctx.actor)) return { ok: false, reason: "not-allowed" };
    const written = words.trim();
    if (!written) return { ok: false, reason: "words-required" };
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return { ok: false, reason: "not-found" };
    await ctx.db
      .insertInto("customer_notes")
      .values({
        customer_id: customer.id,
        words: written,
        author_id: userIdOf(ctx.actor),
        author_name: nameOf(ctx.actor),
        at: ctx.now,
      })
      .execute();
    await emit(ctx, "customer.noted", customer.id, {});
    return { ok: true };
  });
}

interface SeenCustomer {
  id: string;
  version: number;
}

export type EditRefusal =
  | { ok: false; reason: "not-allowed" | "not-found" | "stale" | "merged" | "account-email" }
  | { ok: false; reason: "alike"; alike: AlikeCustomer[] };

/**
 * Corrects who a customer is and how to reach them. Bookings keep what was written on them. A phone or an email that
 * another customer has is refused with those customers, once: `evenIfAlike` says that they were seen.
 */
export function editCustomer(
  ctx: Ctx,
  seen: SeenCustomer,
  after: CustomerContact,
  { evenIfAlike }: { evenIfAlike: boolean },
): Promise<{ ok: true } | EditRefusal> {
  return inTransaction<{ ok: true } | EditRefusal>(ctx, async (ctx) => {
    if (!isOffice(ctx.actor)) return { ok: false, reason: "not-allowed" };
    // Whoever books with this phone for the first time waits, and finds this customer.
    if (after.phone) await lockCustomer(ctx, after.phone);
    const customer = await ctx.db
      .selectFrom("customers")
      .select(["id", "version", "name", "phone", "email", "user_id", "merged_into"])
      .where("id", "=", seen.id)
      .forUpdate()
      .executeTakeFirst();
    if (!customer) return { ok: false, reason: "not-found" };
    if (customer.merged_into) return { ok: false, reason: "merged" };
    if (customer.version !== seen.version) return { ok: false, reason: "stale" };
    const changed = differenceOf(customer, after);
    // It is what they sign in with, and only they can prove another to be theirs.
    if (customer.user_id && changed.after.email !== undefined) return { ok: false, reason: "account-email" };
    const { phone = null, email = null } = changed.after;
    const alike = evenIfAlike ? [] : await listAlike(ctx, { id: customer.id, phone, email });
    if (alike.length > 0) return { ok: false, reason: "alike", alike };
    await ctx.db
      .updateTable("customers")
      .set({ ...after, version: customer.version + 1 })
      .where("id", "=", customer.id)
      .execute();
    await emit(ctx, "customer.edited", customer.id, changed);
    return { ok: true };
  });
}

/**
 * Makes one record a part of another, in one transaction: bookings, contracts, addresses, notes and the account go to
 * the one that is kept. The other stays as a trace that leads there, and its phone is still recognised. There is no
 * way back. Where there is an account, all of it shows in that account from then on.
 */
export function mergeCustomers(
  ctx: Ctx,
  seen: { kept: SeenCustomer; merged: SeenCustomer },
): Promise<{ ok: true } | { ok: false; reason: MergeRefusal }> {
  return inTransaction<{ ok: true } | { ok: false; reason: MergeRefusal }>(ctx, async (ctx) => {
    if (!isOffice(ctx.actor)) return { ok: false, reason: "not-allowed" };
    const [kept, merged] = await lockBoth(ctx, seen.kept.id, seen.merged.id);
    if (!kept || !merged) return { ok: false, reason: "not-found" };
    const decision = decideMerge(kept, merged, { kept: seen.kept.version, merged: seen.merged.version });
    if (!decision.ok) return decision;

    const userId = kept.userId ?? merged.userId;
    const properties = await moveProperties(ctx, kept.id, merged.id);
    const moved = await moveRecords(ctx, kept.id, merged.id, userId);
    await ctx.db
      .updateTable("customers")
      .set({ merged_into: kept.id })
      .where("merged_into", "=", merged.id)
      .execute();
    // The account leaves the one before it comes to the other: it has one record at any time.
    await ctx.db
      .updateTable("customers")
      .set({ user_id: null, merged_into: kept.id, merged_at: ctx.now, version: merged.version + 1 })
      .where("id", "=", merged.id)
      .execute();
    await ctx.db
      .updateTable("customers")
      .set({
        user_id: userId,
        phone: kept.phone ?? merged.phone,
        email: kept.email ?? merged.email,
        version: kept.version + 1,
      })
      .where("id", "=", kept.id)
      .execute();
    await emit(ctx, "customer.merged", kept.id, { mergedId: merged.id, ...moved, properties });
    return { ok: true };
  });
}

/** Both records, which nobody recognises or changes until the transaction ends. */
async function lockBoth(ctx: Ctx, keptId: string, mergedId: string) {
  const read = () =>
    ctx.db
      .selectFrom("customers")
      .select(["id", "version", "phone", "email", "user_id as userId", "merged_into as mergedInto"])
      .where("id", "in", [keptId, mergedId])
      .orderBy("id");
  const keys = (await read().execute()).flatMap(({ phone, userId }) => [phone, userId]);
  // In one order everywhere, so that two merges cannot wait for each other.
  for (const key of [...new Set(keys)].sort()) if (key) await lockCustomer(ctx, key);
  const rows = await read().forUpdate().execute();
  return [keptId, mergedId].map((id) => rows.find((row) => row.id === id));
}

/** Addresses go over; one that the kept record has already takes the bookings and contracts of its double. */
async function moveProperties(ctx: Ctx, keptId: string, mergedId: string): Promise<number> {
  const doubles = await ctx.db
    .selectFrom("properties as double")
    .innerJoin("properties as own", (join) =>
      join
        .onRef("own.street", "=", "double.street")
        .onRef("own.building", "=", "double.building")
        .onRef("own.unit", "=", "double.unit")
        .onRef("own.area", "=", "double.area"),
    )
    .select(["double.id", "double.landmark", "double.makani", "double.added_by"])
    .select(["own.id as own_id", "own.landmark as own_landmark", "own.makani as own_makani"])
    .select("own.added_by as own_added_by")
    .where("double.customer_id", "=", mergedId)
    .where("own.customer_id", "=", keptId)
    .execute();
  for (const double of doubles) {
    for (const table of ["bookings", "contracts"] as const) {
      await ctx.db
        .updateTable(table)
        .set({ property_id: double.own_id })
        .where("property_id", "=", double.id)
        .execute();
    }
    await ctx.db
      .updateTable("properties")
      .set({
        landmark: double.own_landmark || double.landmark,
        makani: double.own_makani ?? double.makani,
        added_by: double.own_added_by ?? double.added_by,
      })
      .where("id", "=", double.own_id)
      .execute();
    await ctx.db.deleteFrom("properties").where("id", "=", double.id).execute();
  }
  const { numUpdatedRows } = await ctx.db
    .updateTable("properties")
    .set({ customer_id: keptId })
    .where("customer_id", "=", mergedId)
    .executeTakeFirst();
  return Number(numUpdatedRows) + doubles.length;
}

async function moveRecords(ctx: Ctx, keptId: string, mergedId: string, userId: string | null) {
  const moved = { bookings: 0, contracts: 0 };
  for (const table of ["bookings", "contracts"] as const) {
    const { numUpdatedRows } = await ctx.db
      .updateTable(table)
      .set({ customer_id: keptId })
      .where("customer_id", "=", mergedId)
      .executeTakeFirst();
    moved[table] = Number(numUpdatedRows);
    await ctx.db
      .updateTable(table)
      .set({ user_id: userId })
      .where("customer_id", "=", keptId)
      .where("user_id", "is", null)
      .execute();
  }
  await ctx.db
    .updateTable("customer_notes")
    .set({ customer_id: keptId })
    .where("customer_id", "=", mergedId)
    .execute();
  return moved;
}
