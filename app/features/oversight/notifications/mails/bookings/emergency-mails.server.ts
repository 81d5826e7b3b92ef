import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { isUndispatched } from "../../../../operations/bookings/response-targets/emergency";
import { awaitingArrivalStates } from "../../../../operations/bookings/response-targets/response-target";
import { emergencyCall } from "../../templates/office/emergency-call";
import { officeEscalation } from "../../templates/office/office-escalation";
import { officePassedOn } from "../../templates/office/office-passed-on";
import type { BookingFacts, PagedTechnician } from "./booking-facts.server";
import { type BookingEvent, bookingMail, officeMail } from "./booking-mail.server";

/** Skipped if a technician already responds to the emergency. */
export const emailPagedTechnicians = pageMail<"booking.on-call-paged">("emergency-call-since", {
  isRecipient: ({ id }, { data }) => data.technicianIds.includes(id),
});

export const emailNextPagedTechnicians = pageMail<"booking.page-declined">("emergency-call-again", {
  passedOnBy: ({ paged }, { data }) => nameOfPaged(paged, data.technicianId),
});

export const notifyOfficeOfPassedOnEmergency = officeMail<"booking.page-declined">(
  "office-passed-on",
  (context, { data, reason }) => {
    const { paged, state } = context.booking;
    const by = nameOfPaged(paged, data.technicianId);
    return by && isUndispatched(state) ? officePassedOn(context, by, reason) : null;
  },
);

/** Skipped if the emergency was acknowledged or a technician has arrived. */
export const notifyOfficeOfEscalation = officeMail<"booking.escalated">(
  "office-escalation",
  (context, { data }) => {
    const { booking } = context;
    const isCurrent =
      awaitingArrivalStates.includes(booking.state) &&
      (data.why === "not-arrived" || !booking.acknowledgedAt);
    return isCurrent ? officeEscalation(context, data.why) : null;
  },
);

function nameOfPaged(paged: readonly PagedTechnician[], technicianId: string): string | null {
  return paged.find(({ id }) => id === technicianId)?.name ?? null;
}

/** Goes to each paged technician who can still respond to the emergency. */
function pageMail<Type extends BookingEvent>(
  kind: string,
  {
    isRecipient = () => true,
    passedOnBy = () => null,
  }: {
    isRecipient?: (technician: PagedTechnician, event: RecordedEvent<Type>) => boolean;
    passedOnBy?: (booking: BookingFacts, event: RecordedEvent<Type>) => string | null;
  } = {},
): Reaction<Type> {
  const stillPaged = ({ paged, state }: BookingFacts) =>
    isUndispatched(state) ? paged.filter(({ declined }) => !declined) : [];
  return bookingMail(
    kind,
    "technician",
    (context, event, recipient) => {
      const technician = stillPaged(context.booking).find(({ email }) => email === recipient);
      if (!technician || !isRecipient(technician, event)) return null;
      return emergencyCall(context, technician, passedOnBy(context.booking, event));
    },
    (booking) => stillPaged(booking).map(({ email }) => email),
  );
}
