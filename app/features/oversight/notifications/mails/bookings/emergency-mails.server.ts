import type { RecordedEvent } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { isUndispatched } from "../../../../operations/bookings/response-targets/emergency";
import { awaitingArrivalStates } from "../../../../operations/bookings/response-targets/response-target";
import { type AlertReaction, alertReaction } from "../../alerts/alert.server";
import { emergencyCall } from "../../templates/office/emergency-call";
import { officeEscalation } from "../../templates/office/office-escalation";
import { officePassedOn } from "../../templates/office/office-passed-on";
import { type BookingFacts, getBookingFacts, type PagedTechnician } from "./booking-facts.server";
import { type BookingEvent, inContext, officeMail, visitIdOf } from "./booking-mail.server";

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
  ({ data }) => data.why,
);

function nameOfPaged(paged: readonly PagedTechnician[], technicianId: string): string | null {
  return paged.find(({ id }) => id === technicianId)?.name ?? null;
}

/** Goes to each paged technician who can still respond to the emergency, combined by technician and trade. */
function pageMail<Type extends BookingEvent>(
  kind: string,
  {
    isRecipient = () => true,
    passedOnBy = () => null,
  }: {
    isRecipient?: (technician: PagedTechnician, event: RecordedEvent<Type>) => boolean;
    passedOnBy?: (booking: BookingFacts, event: RecordedEvent<Type>) => string | null;
  } = {},
): AlertReaction<Type> {
  return alertReaction(kind, async (ctx, event, { config }, use) => {
    const booking = await getBookingFacts(ctx, event.subjectId, visitIdOf(event));
    if (!isUndispatched(booking.state)) return;
    for (const technician of booking.paged) {
      if (technician.declined || !isRecipient(technician, event)) continue;
      const { id, email: recipient, signsIn } = technician;
      await inContext(ctx, { booking, recipient, config }, async (context) => {
        const { business, answerUrl } = context;
        await use({
          // A technician's reply must not reach the customer.
          ...{ recipient, replyTo: business.officeEmail, sender: business },
          message: emergencyCall(context, technician, passedOnBy(booking, event)),
          stream: `${booking.tradeId ?? "any-trade"} ${id}`,
          url: signsIn ? answerUrl : null,
          listUrl: signsIn ? config.publicUrl + localPath("/technician") : null,
        });
      });
    }
  });
}
