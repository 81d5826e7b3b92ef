import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import type { CorrectedField } from "../../../../operations/bookings/booking";
import { describeCorrection, labelForCorrected } from "../../../../operations/bookings/corrections/labels";
import type { CorrectionView } from "../../../../operations/bookings/corrections/views";
import { type BookingMailContext, contactSentence, customerFacts, salutation } from "../context";

/** Lists the former values; the facts show the current ones. */
export function bookingCorrected(
  context: BookingMailContext,
  { fields, repriced }: { fields: readonly CorrectedField[]; repriced: boolean },
  changes: readonly CorrectionView[],
): Message {
  const { booking, followUrl } = context;
  const corrected = m.mail_corrected({ what: labelForCorrected(fields) });
  return {
    subject: m.mail_corrected_subject({ service: booking.serviceName, reference: booking.reference }),
    calendar: booking.visit?.live ? "REQUEST" : undefined,
    content: {
      tone: "normal",
      preview: changes[0]
        ? m.mail_corrected_change(describeCorrection(changes[0]))
        : m.mail_corrected_check(),
      heading: m.mail_corrected_heading(),
      paragraphs: [
        salutation(context),
        repriced ? `${corrected} ${m.mail_corrected_price()}` : corrected,
        ...changes.map((change) => m.mail_corrected_change(describeCorrection(change))),
        m.mail_corrected_check(),
      ],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [contactSentence(context)],
    },
  };
}
