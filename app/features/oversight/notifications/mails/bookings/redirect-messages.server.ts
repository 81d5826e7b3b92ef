import type { Reaction } from "~/platform/events/reaction.server";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { redirectMails } from "~/platform/mail/mail.server";
import type { MessageContent } from "~/platform/messaging/channel";
import { redirectMessages } from "~/platform/messaging/messages.server";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import {
  emailedBookingUrl,
  followUrl,
  newLinkExpiry,
} from "../../../../operations/bookings/link/booking-link.server";
import { PAGE_TEXT } from "../../../../operations/emergencies/page-text.server";
import { withCurrentLinks } from "../../email/mail-copy";
import { localeOf } from "../../send-again.server";
import { readFormerContact } from "../former-contact.server";
import { getBookingFacts } from "./booking-facts.server";

/**
 * Redirects messages that wait for the former phone or email of a booking, such as for the end of the quiet hours, with
 * the current link (docs/domain.md, "Notifications").
 */
export const redirectMessagesOfBooking: Reaction<"booking.corrected"> = {
  name: "redirect-messages",
  appliesTo: ({ data: { fields } }) => fields.includes("phone") || fields.includes("email"),
  run: async function redirectMessagesOfBooking(ctx, event, { config }) {
    const booking = await getBookingFacts(ctx, event.subjectId);
    const former = await readFormerContact(ctx, event.id);
    if (!former) return;
    const { phone, email, requestedAt: since, reference } = booking;
    const record = { subjectId: booking.id, since };
    const expiresAt = await newLinkExpiry(ctx, booking);
    const relinkMail = <Mail extends { html: string; plain: string }>(mail: Mail): Mail => {
      const url = inLocale(localeOf(mail), () => emailedBookingUrl(config, booking, expiresAt));
      return { ...mail, ...withCurrentLinks(mail, new Map([[`bookings/${reference}`, url]])) };
    };
    const relinkText = (content: MessageContent): MessageContent => {
      if (!content.url) return content;
      const url = inLocale(localeOrDefault(content.language), () => followUrl(config, booking));
      return { ...content, url, text: content.text.replaceAll(content.url, url) };
    };
    await redirectMessages(
      ctx,
      {
        ...{ ...record, from: former.phone ?? phone, relinkText, relinkMail },
        to: { phone: mayHaveWhatsapp(phone) ? phone : null, email },
      },
      [PAGE_TEXT],
    );
    if (former.email) await redirectMails(ctx, { ...record, from: former.email, to: email }, relinkMail);
  },
};
