import type { Reaction } from "~/platform/events/reaction.server";
import { currentLocale } from "~/platform/locale/locale";
import { listOptOuts, queueMessage } from "~/platform/messaging/messages.server";
import { configuredChannels } from "~/platform/messaging/providers/channel-providers.server";
import { DEFAULT_QUIET_HOURS, routeMessage } from "~/platform/messaging/routing";
import { messageContent } from "~/platform/messaging/text-message";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import { claimPageText, PAGE_TEXT } from "../../../../operations/emergencies/page-text.server";
import { emergencyCall } from "../../templates/office/emergency-call";
import { getBookingFacts } from "./booking-facts.server";
import { inContext } from "./booking-mail.server";

/** Texts the technician who did not answer the rings of an emergency (docs/domain.md, "Emergencies"). */
export const textPagedTechnician: Reaction<"booking.page-unanswered"> = {
  name: "emergency-page-text",
  run: async function textPagedTechnician(ctx, { id: trailId, subjectId: bookingId, data }, { config }) {
    const { technicianId } = data;
    const booking = await getBookingFacts(ctx, bookingId);
    const technician = booking.paged.find(({ id }) => id === technicianId);
    if (!technician || !mayHaveWhatsapp(technician.phone)) return;
    const { email, phone, signsIn } = technician;
    const route = routeMessage({
      urgency: "emergency",
      addresses: { sms: phone, whatsapp: phone },
      optedOut: await listOptOuts(ctx.db, phone),
      marketingConsent: false,
      preferred: null,
      configured: configuredChannels(config),
      allowed: ["sms", "whatsapp"],
      now: ctx.now,
      quietHours: DEFAULT_QUIET_HOURS,
    });
    if (route.steps.length === 0 || !(await claimPageText(ctx, { bookingId, technicianId, trailId }))) return;
    await inContext(ctx, { booking, recipient: email, config }, async (context) => {
      const content = messageContent(emergencyCall(context, technician, null), {
        ...{ sender: context.business, url: signsIn ? context.answerUrl : null, language: currentLocale() },
      });
      await queueMessage(ctx, { kind: PAGE_TEXT, trailId, content, route });
    });
  },
};
