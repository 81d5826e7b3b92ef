import { m } from "~/paraglide/messages";
import { permissions } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { bidiIsolate, currentLocale, localPath, textDirection } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { queuePush } from "~/platform/push/push-queue.server";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { isUndispatched } from "../../../operations/bookings/response-targets/emergency";
import { awaitingArrivalStates } from "../../../operations/bookings/response-targets/response-target";
import { localeOfRecipient } from "../email/recipient-locale.server";
import { type BookingFacts, getBookingFacts } from "../mails/bookings/booking-facts.server";
import type { BookingEvent } from "../mails/bookings/booking-mail.server";

/* Push messages to office users who dispatch (docs/domain.md, "Emergencies"). */

const TTL_SECONDS = 15 * 60;

export const pushEmergencyToOffice = officePush<"booking.requested">("office-emergency-push", {
  appliesTo: ({ data }) => data.emergency,
  write: ({ state, reference }) =>
    isUndispatched(state) ? m.technician_push_office_new({ reference }) : null,
});

export const pushPassedOnToOffice = officePush<"booking.page-declined">("office-passed-on-push", {
  write({ paged, state }, { data }) {
    const name = paged.find(({ id }) => id === data.technicianId)?.name;
    return name && isUndispatched(state)
      ? m.office_bookings_emergency_declined({ names: bidiIsolate(name) })
      : null;
  },
});

export const pushEscalationToOffice = officePush<"booking.escalated">("office-escalation-push", {
  write: ({ state, acknowledgedAt }, { data }) =>
    awaitingArrivalStates.includes(state) && (data.why === "not-arrived" || !acknowledgedAt)
      ? data.why === "not-arrived"
        ? m.technician_push_office_not_arrived()
        : m.office_bookings_emergency_not_acknowledged()
      : null,
});

/** `write`: text under the title; null if it is outdated. */
function officePush<Type extends BookingEvent>(
  name: string,
  {
    appliesTo,
    write,
  }: {
    appliesTo?: Reaction<Type>["appliesTo"];
    write: (booking: BookingFacts, event: RecordedEvent<Type>) => string | null;
  },
): Reaction<Type> {
  return {
    name,
    ...(appliesTo && { appliesTo }),
    run: async function pushToOffice(ctx, event) {
      const dispatchers = await listSubscribedDispatchers(ctx);
      if (dispatchers.length === 0) return;
      for (const { userId, email } of dispatchers) {
        await inLocale(await localeOfRecipient(ctx, email), async () => {
          const booking = await getBookingFacts(ctx, event.subjectId, null);
          const { id, serviceName, area, address, requestedAt } = booking;
          const text = write(booking, event);
          if (!text) return;
          await queuePush(ctx, {
            userId,
            kind: `emergency ${id}`,
            line: { at: requestedAt.toISOString(), text },
            compose: (lines) => ({
              title: m.technician_push_emergency({
                service: bidiIsolate(serviceName),
                area: bidiIsolate(placeInReaderLanguage(area || address)),
              }),
              body: lines.map(({ text }) => text).join("\n"),
              tag: `emergency-${id}`,
              path: localPath(`/admin/bookings/${id}`),
              language: currentLocale(),
              direction: textDirection(),
              urgent: true,
            }),
            gatherMs: 0,
            ttlSeconds: TTL_SECONDS,
            urgency: "high",
          });
        });
      }
    },
  };
}

function listSubscribedDispatchers({ db }: Ctx): Promise<{ userId: string; email: string }[]> {
  return db
    .selectFrom("users")
    .select(["id as userId", "email"])
    .where("role", "in", permissions["bookings.manage"])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("pushSubscriptions")
          .select("pushSubscriptions.id")
          .whereRef("pushSubscriptions.userId", "=", "users.id"),
      ),
    )
    .orderBy("id")
    .execute();
}
