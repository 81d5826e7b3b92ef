import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { DigestKind } from "~/platform/mail/mail.server";
import type { Message } from "~/platform/messaging/message";
import { queueInDigest } from "~/platform/messaging/queue-email.server";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import {
  emailedBookingUrl,
  followUrl,
  newLinkExpiry,
} from "../../../../operations/bookings/link/booking-link.server";
import { calendarFiles } from "../../email/calendar-file.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import type { BookingMailContext } from "../../templates/context";
import { type BookingFacts, getBookingFacts } from "./booking-facts.server";

/*
 * An outage can delay a reaction by hours. Emails therefore describe the current booking and are skipped when
 * a later event sends its own.
 */

export type BookingEvent = Extract<EventType, `booking.${string}`>;

/** Returns null if there is nothing to send. */
export type Write<Type extends BookingEvent> = (
  context: BookingMailContext & { answerUrl: string },
  event: RecordedEvent<Type>,
  recipient: string,
) => Message | null;

export function customerMail<Type extends BookingEvent>(
  kind: string,
  write: Write<Type>,
  digest: DigestKind | null = null,
): Reaction<Type> {
  return bookingMail(kind, "customer", write, ({ email }) => (email ? [email] : []), digest);
}

export function officeMail<Type extends BookingEvent>(kind: string, write: Write<Type>): Reaction<Type> {
  return bookingMail(kind, "office", write, async ({ emergency }, ctx) => [
    await officeAddress(ctx, emergency ? "emergencies" : "bookings"),
  ]);
}

/**
 * `kind` names the reaction and its emails.
 * `digest`: one email covers several bookings of the recipient. Emergencies are sent at once.
 */
export function bookingMail<Type extends BookingEvent>(
  kind: string,
  to: "customer" | "office" | "technician",
  write: Write<Type>,
  recipientsOf: (booking: BookingFacts, ctx: Ctx) => string[] | Promise<string[]>,
  digest: DigestKind | null = null,
): Reaction<Type> {
  return {
    name: kind,
    run: async function sendBookingMail(ctx, event, { config }) {
      const visitId = "visitId" in event.data ? event.data.visitId : null;
      const booking = await getBookingFacts(ctx, event.subjectId, visitId);
      const business = await getBusiness(ctx);
      for (const recipient of await recipientsOf(booking, ctx)) {
        const isCustomer = to === "customer";
        const asked = isCustomer ? booking.language : undefined;
        await inLocale(await localeOfRecipient(ctx, recipient, asked), async () => {
          const context = {
            booking,
            business,
            // Only the owner of the address can confirm it.
            followUrl: isCustomer
              ? emailedBookingUrl(config, booking, await newLinkExpiry(ctx, booking))
              : followUrl(config, booking),
            officeUrl: config.publicUrl + localPath(`/admin/bookings/${booking.id}`),
            answerUrl: config.publicUrl + localPath(`/technician?emergency=${booking.id}`),
          };
          const message = write(context, event, recipient);
          if (!message) return;
          const { calendar } = message;
          const attachments =
            calendar && booking.visit
              ? calendarFiles(context, booking.visit, calendar, { host: hostOf(config), now: ctx.now })
              : [];
          // A technician's reply must not reach the customer.
          const replyTo = to === "office" ? booking.email : business.officeEmail;
          const mail = { kind, trailId: event.id, recipient, replyTo };
          await queueInDigest(ctx, booking.emergency ? null : digest, {
            ...mail,
            ...{ sender: business, message, attachments },
          });
        });
      }
    },
  };
}

export function isByCustomer({ actorRole }: RecordedEvent<BookingEvent>): boolean {
  return ["customer", "visitor", "link-holder"].includes(actorRole);
}

function hostOf({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).hostname;
}
