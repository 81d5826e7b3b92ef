import { nameOf, userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { Locale } from "~/platform/locale/locale";
import type { PersonalData } from "~/platform/personal-data.server";
import { correctContact } from "../../core/customers/correct-contact.server";
import { type Billing, billingOf, type CustomerContact } from "../../core/customers/customer";
import { findCustomerLanguage } from "../../core/customers/customer-language.server";
import { type CustomerVersion, lockCustomer } from "../../core/customers/lock-customer.server";
import { lockCustomerKey } from "../../core/customers/match-customer.server";
import { findCustomer } from "../../core/customers/queries.server";
import { listDuplicateProperties } from "../../core/properties/read-properties.server";
import { saveProfile } from "../accounts/save-profile.server";
import { validateMerge } from "./merge";
import { listDuplicates } from "./queries.server";

/** Adds a note for the office, or also for the assigned technician. Notes are never overwritten. */
export const writeCustomerNote = command(
  "customers.manage",
  async function writeCustomerNote(
    ctx,
    customerId: string,
    { text, forTechnician }: { text: string; forTechnician?: boolean },
  ) {
    const trimmed = text.trim();
    if (!trimmed) return refuse("text-required");
    const customer = await findCustomer(ctx, customerId);
    if (!customer) return refuse("not-found");
    await ctx.db
      .insertInto("customerNotes")
      .values({
        customerId: customer.id,
        text: trimmed,
        authorId: userIdOf(ctx.actor),
        authorName: nameOf(ctx.actor),
        forTechnician: forTechnician ?? false,
        at: ctx.now,
      })
      .execute();
    await emit(ctx, "customer.noted", customer.id, {});
    return { ok: true };
  },
);

/**
 * Corrects a customer's contact; bookings keep theirs. A phone or email of another customer is refused once
 * with those customers; `allowDuplicate` confirms that the user saw them.
 */
export const editCustomer = command(
  "customers.manage",
  async function editCustomer(
    ctx,
    seen: CustomerVersion,
    after: CustomerContact,
    { allowDuplicate }: { allowDuplicate: boolean },
  ) {
    const corrected = await correctContact(ctx, seen.id, after, { version: seen.version, allowDuplicate });
    return !corrected.ok && corrected.reason === "duplicates"
      ? refuse("duplicates", { duplicates: await listDuplicates(ctx, corrected.duplicates) })
      : corrected;
  },
);

/** Changes the billing details; issued invoices keep theirs. */
export const changeBilling = command(
  "customers.manage",
  async function changeBilling(ctx, seen: CustomerVersion, after: Billing) {
    const locked = await lockCustomer(ctx, seen);
    if (!locked.ok) return locked;
    const { id, version } = locked.customer;
    await ctx.db
      .updateTable("customers")
      .set({
        company: after.company,
        billingAddress: after.address,
        trn: after.trn,
        paymentReminders: after.reminders,
        billingStreet: after.street,
        billingCity: after.city,
        billingEmirate: after.emirate,
        billingCountry: after.country,
        billingRegion: after.region,
        taxNumber: after.taxNumber,
        eAddress: after.eAddress,
        tradeLicence: after.licence,
        licenceAuthority: after.licenceAuthority,
        version: version + 1,
      })
      .where("id", "=", id)
      .execute();
    await emit(ctx, "customer.billing-changed", id, {}, { before: billingOf(locked.customer), after });
    return { ok: true };
  },
);

/**
 * Changes the language of later messages and documents. Its choice is the profile's for a customer with an account.
 * Sent and issued documents keep their language.
 */
export const changeCustomerLanguage = command(
  "customers.manage",
  async function changeCustomerLanguage(ctx, seen: CustomerVersion, language: Locale) {
    const { db } = ctx;
    const locked = await lockCustomer(ctx, seen);
    if (!locked.ok) return locked;
    const { id, version, userId } = locked.customer;
    const before = await findCustomerLanguage(ctx, id);
    await db
      .updateTable("customers")
      .set({ language, version: version + 1 })
      .where("id", "=", id)
      .execute();
    if (userId) await saveProfile(ctx, userId, { language });
    // Messages and later documents about these records are written in their language.
    await db.updateTable("bookings").set({ language }).where("customerId", "=", id).execute();
    await db.updateTable("contracts").set({ language }).where("customerId", "=", id).execute();
    await db
      .updateTable("quotes")
      .set({ language })
      .where("customerId", "=", id)
      .where("state", "=", "draft")
      .execute();
    await db
      .updateTable("invoices")
      .set({ language })
      .where("customerId", "=", id)
      .where("issuedAt", "is", null)
      .execute();
    await emit(
      ctx,
      "customer.language-changed",
      id,
      {},
      { before: { language: before }, after: { language } },
    );
    return { ok: true };
  },
);

/**
 * Merges one record into another in one transaction: account, and the records of every feature, move to the
 * kept one. The merged record remains as a redirect, and its phone still matches. Irreversible.
 */
export const mergeCustomers = command(
  "customers.manage",
  async function mergeCustomers(
    ctx,
    mergeHandlers: readonly PersonalData[],
    seen: { kept: CustomerVersion; merged: CustomerVersion },
  ) {
    const [kept, merged] = await lockCustomers(ctx, seen.kept.id, seen.merged.id);
    if (!kept || !merged) return refuse("not-found");
    const decision = validateMerge(kept, merged, { kept: seen.kept.version, merged: seen.merged.version });
    if (!decision.ok) return decision;

    const userId = kept.userId ?? merged.userId;
    const properties = await listDuplicateProperties(ctx, kept.id, merged.id);
    const moved: Record<string, number> = {};
    const merge = { keptId: kept.id, mergedId: merged.id, userId, properties };
    for (const handler of mergeHandlers) Object.assign(moved, await handler.merge?.(ctx, merge));
    // The account leaves the merged record first, because it belongs to one record at any time.
    await ctx.db
      .updateTable("customers")
      .set({ userId: null, mergedInto: kept.id, mergedAt: ctx.now, version: merged.version + 1 })
      .where("id", "=", merged.id)
      .execute();
    await ctx.db
      .updateTable("customers")
      .set({
        userId,
        phone: kept.phone ?? merged.phone,
        // An account's email is that of its record, which only its owner changes.
        email: kept.userId || !merged.userId ? (kept.email ?? merged.email) : merged.email,
        language: kept.language ?? merged.language,
        // Company, address and TRN move together, because a TRN belongs to its company.
        ...(kept.company || kept.billingAddress || kept.trn
          ? {}
          : {
              company: merged.company,
              billingAddress: merged.billingAddress,
              trn: merged.trn,
              billingStreet: merged.billingStreet,
              billingCity: merged.billingCity,
              billingEmirate: merged.billingEmirate,
              billingCountry: merged.billingCountry,
              billingRegion: merged.billingRegion,
              taxNumber: merged.taxNumber,
              eAddress: merged.eAddress,
              tradeLicence: merged.tradeLicence,
              licenceAuthority: merged.licenceAuthority,
            }),
        paymentReminders: kept.paymentReminders && merged.paymentReminders,
        version: kept.version + 1,
      })
      .where("id", "=", kept.id)
      .execute();
    await emit(ctx, "customer.merged", kept.id, { mergedId: merged.id, ...moved });
    return { ok: true };
  },
);

/** Locks both records against concurrent matches and changes. */
async function lockCustomers(ctx: Ctx, keptId: string, mergedId: string) {
  const read = () =>
    ctx.db
      .selectFrom("customers")
      .select(["id", "version", "phone", "email", "language", "userId", "mergedInto"])
      .select(["company", "billingAddress", "trn", "paymentReminders"])
      .select(["billingStreet", "billingCity", "billingEmirate", "billingCountry", "billingRegion"])
      .select(["taxNumber", "eAddress", "tradeLicence", "licenceAuthority"])
      .where("id", "in", [keptId, mergedId])
      .orderBy("id");
  const keys = (await read().execute()).flatMap(({ phone, userId }) => [phone, userId]);
  // Sorted, so that two concurrent merges cannot deadlock.
  for (const key of [...new Set(keys)].sort()) if (key) await lockCustomerKey(ctx, key);
  const rows = await read().forUpdate().execute();
  return [keptId, mergedId].map((id) => rows.find((row) => row.id === id));
}
