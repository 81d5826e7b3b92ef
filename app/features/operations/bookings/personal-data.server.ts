import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { entry, facts } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import { datedLine, erasedCustomer, formatInstant, type PersonalData } from "~/platform/personal-data.server";
import { personalDataOfRequests } from "../../core/customers/personal-data-of-requests.server";
import { type BookingState, isVisibleToCustomer, timelineEntries } from "./booking";
import { labelForState, labelForTimelineEntry } from "./labels";
import { findBooking } from "./queries.server";

const openStates: BookingState[] = [
  "requested",
  "confirmed",
  "scheduled",
  "en_route",
  "on_site",
  "on_hold",
  "no_access",
  "work_done",
];

const officeEntries = timelineEntries.filter((entry) => !isVisibleToCustomer(entry));

/**
 * Bookings are anonymized rather than deleted, because the law requires records of the work, date, area and
 * amount.
 */
export const personalDataOfBookings: PersonalData = {
  ...personalDataOfRequests("bookings", "booking"),
  name: "bookings",
  tables: {
    bookings: "anonymized",
    timelineEntries: "anonymized",
    pendingVisitNotifications: "anonymized",
    // The foreign reference stays, so that a second import of the same list does not restore the person.
    importedBookings: "anonymized",
    unconfirmedHolds: "deleted",
    pendingCorrectionNotifications: "deleted",
    bookingFilters: "cascades",
  },

  async blocksErasure(ctx, userId) {
    const bookings = await ctx.db
      .selectFrom("bookings")
      .select("state")
      .where("userId", "=", userId)
      .forUpdate()
      .execute();
    return bookings.some(({ state }) => openStates.includes(state));
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
            datedLine(at, [labelForTimelineEntry(move), reason].filter(Boolean).join(", ")),
          ),
        ),
    );
    return [{ name: "bookings", data: bookings, title: m.account_bookings(), parts }];
  },

  async erase(ctx, { userId, records }) {
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
      .deleteFrom("unconfirmedHolds")
      .using("visits")
      .whereRef("visits.id", "=", "unconfirmedHolds.visitId")
      .where("visits.bookingId", "=", anyOf(records.booking))
      .execute();
    await ctx.db
      .updateTable("pendingVisitNotifications")
      .set({ unconfirmedHold: null })
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
