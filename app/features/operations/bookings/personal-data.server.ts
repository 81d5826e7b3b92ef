import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { entry, facts } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import { joinFacts } from "~/platform/locale/join-facts";
import {
  datedLine,
  erasedCustomer,
  formatInstant,
  type Person,
  type PersonalData,
} from "~/platform/personal-data.server";
import { personalDataOfRequests } from "../../core/customers/personal-data-of-requests.server";
import { isVisibleToCustomer, terminalStates, timelineEntries } from "./booking";
import { labelForState, labelForTimelineEntry } from "./labels";
import { findBooking } from "./queries.server";
import { claimGuestHolds } from "./visits/guest-holds.server";

const officeEntries = timelineEntries.filter((entry) => !isVisibleToCustomer(entry));

const personalDataOfRecords = personalDataOfRequests("bookings", "booking");

/**
 * Bookings are anonymized rather than deleted, because the law requires records of the work, date, area and
 * amount.
 */
export const personalDataOfBookings: PersonalData = {
  ...personalDataOfRecords,
  name: "bookings",
  tables: {
    bookings: "anonymized",
    timelineEntries: "anonymized",
    pendingVisitNotifications: "anonymized",
    // The foreign reference stays, so that a second import of the same list does not restore the person.
    importedBookings: "anonymized",
    guestHolds: "deleted",
    pendingCorrectionNotifications: "deleted",
    /** Filters of the office that search for the person are deleted. */
    bookingFilters: "cascades",
  },

  async claimGuestRecords(ctx, account, config) {
    const joined = await personalDataOfRecords.claimGuestRecords(ctx, account);
    if (joined.bookings) await claimGuestHolds(ctx, account.userId, config);
    return joined;
  },

  async blocksErasure(ctx, userId) {
    const bookings = await ctx.db
      .selectFrom("bookings")
      .select("state")
      .where("userId", "=", userId)
      .forUpdate()
      .execute();
    return bookings.some(({ state }) => !terminalStates.includes(state));
  },

  async collect(ctx, { userId }) {
    const records = await ctx.db
      .selectFrom("bookings")
      .select(["reference", "contactName", "contactEmail", "contactPhone"])
      .where("userId", "=", userId)
      .orderBy("requestedAt")
      .execute();
    const bookings = [];
    for (const { reference, contactName: name, contactEmail: email, contactPhone: phone } of records) {
      const booking = await findBooking(ctx, { reference });
      if (booking) bookings.push({ ...booking, contact: { name, email, phone } });
    }
    const parts = bookings.map(
      ({ reference, serviceName, state, visit, preferredTechnicianName, address, message, timeline }) =>
        entry(
          m.account_export_booking({ reference, service: serviceName }),
          facts({
            [m.account_state()]: labelForState(state),
            [m.account_visit()]: visit && formatInstant(visit.startsAt),
            [m.preferred_technician_export()]: preferredTechnicianName,
            [m.account_address()]: address,
            [m.account_message()]: message,
          }),
          ...timeline.map(({ at, event: move, reason }) =>
            datedLine(at, joinFacts([labelForTimelineEntry(move), reason])),
          ),
        ),
    );
    return [{ name: "bookings", data: bookings, title: m.account_bookings(), parts }];
  },

  async erase(ctx, person) {
    const { userId, records } = person;
    await deleteFiltersFor(ctx, person);
    await ctx.db
      .updateTable("bookings")
      .set({
        contactName: erasedCustomer.name,
        contactEmail: erasedCustomer.email,
        contactPhone: erasedCustomer.phone,
        message: "",
        preferredTechnicianId: null,
        // The area stays for statistics.
        address: sql`coalesce(nullif(area, ''), '-')`,
        addressParts: sql`jsonb_build_object('street', '-', 'buildingName', '', 'unitNumber', '', 'area', area, 'landmark', '')`,
      })
      .where("id", "=", anyOf(records.booking))
      .execute();
    await ctx.db
      .deleteFrom("pendingCorrectionNotifications")
      .where("bookingId", "=", anyOf(records.booking))
      .execute();
    await ctx.db
      .deleteFrom("guestHolds")
      .using("visits")
      .whereRef("visits.id", "=", "guestHolds.visitId")
      .where("visits.bookingId", "=", anyOf(records.booking))
      .execute();
    await ctx.db
      .updateTable("pendingVisitNotifications")
      .set({ guestHold: null })
      .from("visits")
      .whereRef("visits.id", "=", "pendingVisitNotifications.visitId")
      .where("visits.bookingId", "=", anyOf(records.booking))
      .execute();
    await ctx.db
      .updateTable("timelineEntries")
      .set({ actorName: null, reason: null })
      .where("actorId", "=", userId)
      .execute();
    await ctx.db
      .updateTable("timelineEntries")
      .set({ reason: null })
      .where("bookingId", "=", anyOf(records.booking))
      .where((eb) => eb.or([eb("actorRole", "=", "customer"), eb("event", "in", officeEntries)]))
      .execute();
  },
};

/** Deletes the office's saved filters that name or search for the person, unless others share the name. */
async function deleteFiltersFor(ctx: Ctx, { userId, emails, phones, customerIds, records }: Person) {
  await sql`
    WITH contacts AS (
      SELECT name, phone, email FROM customers
      WHERE user_id = ${userId} OR id = any(${customerIds}::uuid[]) OR merged_into = any(${customerIds}::uuid[])
        OR email = any(${emails}::text[])
      UNION SELECT contact_name, contact_phone, contact_email FROM bookings
      WHERE id = any(${records.booking ?? []}::uuid[])
    ), known AS (
      SELECT DISTINCT lower(word) AS word FROM (
        SELECT unnest(ARRAY[name, phone, email]) FROM contacts
        UNION SELECT unnest(${[...emails, ...phones]}::text[])
      ) words (word) WHERE word <> ''
    ), searched AS (
      SELECT id, lower(name) AS name, lower(trim(filter ->> 'search')) AS search FROM booking_filters
    )
    DELETE FROM booking_filters USING searched
    WHERE booking_filters.id = searched.id AND EXISTS (
      SELECT FROM known
      WHERE strpos(searched.name, word) > 0 OR strpos(search, word) > 0
        OR (length(search) > 3 AND strpos(word, search) > 0 AND NOT EXISTS (
          SELECT FROM customers
          WHERE strpos(lower(name), search) > 0 AND lower(name) NOT IN (SELECT word FROM known)
        ))
    )`.execute(ctx.db);
}
