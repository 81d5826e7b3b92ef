import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import type {
  NotifiedVisit,
  VisitChangeKind,
} from "../../../../operations/bookings/visits/pending-notification";
import { consumePendingNotification } from "../../../../operations/bookings/visits/pending-notifications.server";
import { pushVisitChange } from "../../push/visit-push.server";
import { bookingConfirmed } from "../../templates/booking/booking-confirmed";
import { bookingRescheduled } from "../../templates/booking/booking-rescheduled";
import { technicianAssigned } from "../../templates/booking/technician-assigned";
import { visitCancelled } from "../../templates/booking/visit-cancelled";
import { isCancelledOrDeclined } from "../../templates/context";
import { technicianVisit } from "../../templates/technician-visit";
import { bookingMail, customerMail, type Write } from "./booking-mail.server";

/** Sends the visit's pending notification (docs/domain.md, "Notifications"). */
export const notifyOfVisit: Reaction<"booking.visit-notification-due"> = {
  name: "visit-notification",
  run: async function notifyOfVisit(ctx, event, tools) {
    const notification = await consumePendingNotification(ctx, event.data);
    if (!notification) return;
    const { technicianId } = event.data;
    const { what, visitId, known } = notification;
    const from = known?.startsAt ?? null;
    if (technicianId && (await pushVisitChange(ctx, event.subjectId, { technicianId, visitId, what, from })))
      return;
    const mail = technicianId
      ? technicianMail(await getTechnician(ctx, technicianId), notification, tools.config)
      : customerMail<"booking.visit-notification-due">(...customerTemplate(what, notification), "visits");
    await mail.run(ctx, { ...event, data: { ...event.data, visitId } }, tools);
  },
};

function customerTemplate(
  what: VisitChangeKind | null,
  { known, confirms }: { known: NotifiedVisit; confirms: boolean },
): [string, Write<"booking.visit-notification-due">] {
  const from = known?.startsAt ?? null;
  if (confirms) {
    return [
      "booking-confirmed",
      (context) => (isCancelledOrDeclined(context.booking) ? null : bookingConfirmed(context, from)),
    ];
  }
  switch (what) {
    case "assigned":
      return [
        "technician-assigned",
        (context) => {
          const { visit, state } = context.booking;
          // A request is not confirmed yet, even if its time is held with a technician.
          if (!visit?.live || !visit.technicianName || state === "requested") return null;
          return technicianAssigned(context, visit, visit.technicianName, from);
        },
      ];
    case "rescheduled":
      return [
        "booking-rescheduled",
        (context) => {
          const { visit } = context.booking;
          return visit?.live ? bookingRescheduled(context, visit, from) : null;
        },
      ];
    case "cancelled":
      // Another planned visit has its own email.
      return [
        "visit-cancelled",
        (context) => {
          const { visit, days } = context.booking;
          if (isCancelledOrDeclined(context.booking) || !from) return null;
          // Removing one day changes the plan of the remaining days.
          if (visit?.live) return days.length > 0 ? bookingRescheduled(context, visit, from) : null;
          return visitCancelled(context, from);
        },
      ];
    case null:
      return ["visit-notification", () => null];
  }
}

function technicianMail(
  { email, userId }: { email: string; userId: string | null },
  { visitId, what, known }: { visitId: string; what: VisitChangeKind | null; known: NotifiedVisit },
  { publicUrl }: Config,
) {
  return bookingMail<"booking.visit-notification-due">(
    "technician-visit",
    "technician",
    (context) =>
      what &&
      technicianVisit(context, {
        ...{ visitId, what, from: known?.startsAt ?? null },
        url: userId ? publicUrl + localPath("/technician") : null,
      }),
    () => [email],
    "visits",
  );
}

function getTechnician(ctx: Ctx, id: string) {
  return ctx.db
    .selectFrom("technicians")
    .select(["email", "userId"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}
