import type { Ctx } from "~/platform/context";
import type { EventType } from "~/platform/events/events";
import type { Reaction, ReactionTools, RecordedEvent } from "~/platform/events/reaction.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { DigestKind } from "~/platform/mail/mail.server";
import type { Message } from "~/platform/messaging/message";
import { type EventMail, queueInDigest } from "~/platform/messaging/queue-email.server";
import type { Route } from "~/platform/messaging/routing";
import { getBusiness } from "../../../../core/business/queries.server";
import { officeAddress } from "../../../../core/business/read-settings.server";
import { routeByText, type TextTopic } from "../../../../core/customers/text-route.server";
import {
  emailedBookingUrl,
  followUrl,
  newLinkExpiry,
} from "../../../../operations/bookings/link/booking-link.server";
import { type AlertReaction, alertReaction } from "../../alerts/alert.server";
import { calendarFiles } from "../../email/calendar-file.server";
import { hashOfAddress } from "../../email/mail-budget.server";
import { localeOfRecipient } from "../../email/recipient-locale.server";
import type { BookingMailContext } from "../../templates/context";
import { queueCustomerText } from "../customer-text.server";
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

/** An email, or a text message if the customer chose that or gave no email address. */
export function customerMail<Type extends BookingEvent>(
  kind: string,
  write: Write<Type>,
  digest: DigestKind | null = null,
  urgency: "service" | "visit" = "service",
): Reaction<Type> {
  const mail = bookingMail(kind, "customer", write, ({ email }) => (email ? [email] : []), digest);
  return {
    name: kind,
    run: async function notifyCustomer(ctx, event, tools) {
      const booking = await getBookingFacts(ctx, event.subjectId, visitIdOf(event));
      const { customerId, email, phone, emergency } = booking;
      const route = await routeByText(
        ctx,
        {
          ...{ customerId, email, phone, topic: topicOf(kind, urgency) },
          urgency: emergency ? "visit" : urgency,
        },
        tools.config,
      );
      if (!route || !(await takeFromTextBudget(ctx, booking, tools.config)))
        return mail.run(ctx, event, tools);
      await queueBookingText(ctx, { event, kind, write, route, booking }, tools.config);
    },
  };
}

const DAY_SECONDS = 24 * 60 * 60;

/** Guests can type a stranger's phone. Returns false if the message must be an email. */
async function takeFromTextBudget(
  ctx: Ctx,
  { email, phone, isEmailConfirmed }: BookingFacts,
  { unconfirmedHolds }: ReactionTools["config"],
): Promise<boolean> {
  if (!email || isEmailConfirmed) return true;
  const key = `booking-text ${hashOfAddress(phone)}`;
  return (await takeAttempt(ctx, { key, max: 2 * unconfirmedHolds, seconds: DAY_SECONDS })).ok;
}

async function queueBookingText<Type extends BookingEvent>(
  ctx: Ctx,
  {
    event,
    kind,
    write,
    route,
    booking,
  }: {
    event: RecordedEvent<Type>;
    kind: string;
    write: Write<Type>;
    route: Route;
    booking: BookingFacts;
  },
  config: ReactionTools["config"],
): Promise<void> {
  const { email, phone } = booking;
  const mail = email
    ? await writeMail(ctx, { kind, to: "customer", write, event, recipient: email }, config)
    : null;
  const customer = { expiresAt: null, hasEmail: false };
  // The account's language also applies to texts.
  await inContext(ctx, { booking, recipient: email ?? phone, config, customer }, async (context) => {
    const message = write(context, event, phone);
    if (!message) return;
    const { visit } = booking;
    await queueCustomerText(ctx, {
      ...{ kind, trailId: event.id, phone, route, message, mail },
      ...(visit?.live && KINDS_WITH_TIME.includes(kind) && { visitStartsAt: visit.startsAt }),
      ...{ sender: context.business, url: context.followUrl, digest: null },
    });
  });
}

/** Texts that name the time of a visit. */
const KINDS_WITH_TIME = ["booking-confirmed", "booking-rescheduled", "technician-assigned"];

/** Kind of text whose channels the settings order. */
function topicOf(kind: string, urgency: "service" | "visit"): TextTopic {
  if (urgency === "visit") return "visits";
  if (kind === "visit-reminder") return "reminders";
  return ["booking-completed", "review-answered"].includes(kind) ? "completion" : "bookings";
}

/** Combined: strangers cause these. `groupOf`: only emails of one group are combined. */
export function officeMail<Type extends BookingEvent>(
  kind: string,
  write: Write<Type>,
  groupOf: (event: RecordedEvent<Type>) => string = () => "",
): AlertReaction<Type> {
  return alertReaction(kind, async (ctx, event, { config }, use) => {
    const booking = await getBookingFacts(ctx, event.subjectId, visitIdOf(event));
    const address = booking.emergency ? "emergencies" : "bookings";
    const recipient = await officeAddress(ctx, address);
    await inContext(ctx, { booking, recipient, config }, async (context) => {
      const message = write(context, event, recipient);
      if (!message) return;
      await use({
        ...{ recipient, message, replyTo: booking.email, sender: context.business },
        stream: `${address} ${groupOf(event)}`,
        url: context.officeUrl,
        listUrl: config.publicUrl + localPath("/admin/bookings"),
      });
    });
  });
}

/**
 * `kind` names the reaction and its emails.
 * `digest`: one email covers several bookings of the recipient. Emergencies are sent at once.
 */
export function bookingMail<Type extends BookingEvent>(
  kind: string,
  to: "customer" | "technician",
  write: Write<Type>,
  recipientsOf: (booking: BookingFacts, ctx: Ctx) => string[] | Promise<string[]>,
  digest: DigestKind | null = null,
): Reaction<Type> {
  return {
    name: kind,
    run: async function sendBookingMail(ctx, event, { config }) {
      const booking = await getBookingFacts(ctx, event.subjectId, visitIdOf(event));
      for (const recipient of await recipientsOf(booking, ctx)) {
        await writeMail(ctx, { kind, to, write, event, recipient }, config, (mail) =>
          queueInDigest(ctx, booking.emergency ? null : digest, mail),
        );
      }
    },
  };
}

/** Writes an email and calls `use` in the recipient's language, in which the HTML is rendered. Null if there is nothing to send. */
async function writeMail<Type extends BookingEvent>(
  ctx: Ctx,
  {
    kind,
    to,
    write,
    event,
    recipient,
  }: {
    kind: string;
    to: "customer" | "technician";
    write: Write<Type>;
    event: RecordedEvent<Type>;
    recipient: string;
  },
  config: ReactionTools["config"],
  use?: (mail: EventMail) => Promise<void>,
): Promise<EventMail | null> {
  const booking = await getBookingFacts(ctx, event.subjectId, visitIdOf(event));
  const customer =
    to === "customer" ? { expiresAt: await newLinkExpiry(ctx, booking), hasEmail: true } : null;
  let mail: EventMail | null = null;
  await inContext(ctx, { booking, recipient, config, customer }, async (context) => {
    const message = write(context, event, recipient);
    if (!message) return;
    const { calendar } = message;
    const attachments =
      calendar && booking.visit
        ? calendarFiles(context, booking.visit, calendar, { host: hostOf(config), now: ctx.now })
        : [];
    // A technician's reply must not reach the customer.
    const replyTo = context.business.officeEmail;
    mail = {
      ...{ kind, trailId: event.id, recipient, replyTo },
      ...{ sender: context.business, message, attachments },
    };
    await use?.(mail);
  });
  return mail;
}

interface Addressed {
  booking: BookingFacts;
  recipient: string;
  config: ReactionTools["config"];
  /**
   * Null for recipients who do not own the booking: only the owner of the address can confirm it by the link.
   * `hasEmail`: false if the link is sent to a phone, which confirms no email address.
   */
  customer?: { expiresAt: Date | null; hasEmail: boolean } | null;
}

/** In the recipient's language. */
export async function inContext(
  ctx: Ctx,
  { booking, recipient, config, customer = null }: Addressed,
  operation: (context: BookingMailContext & { answerUrl: string }) => Promise<void>,
): Promise<void> {
  const business = await getBusiness(ctx);
  const locale = await localeOfRecipient(ctx, recipient, customer ? booking.language : undefined);
  await inLocale(locale, async () => {
    const { serviceName, lines } = await getBookingFacts(ctx, booking.id);
    await operation({
      booking: { ...booking, serviceName, lines },
      business,
      followUrl: customer?.hasEmail
        ? emailedBookingUrl(config, booking, customer.expiresAt)
        : followUrl(config, booking),
      officeUrl: config.publicUrl + localPath(`/admin/bookings/${booking.id}`),
      answerUrl: config.publicUrl + localPath(`/technician?emergency=${booking.id}`),
    });
  });
}

export function visitIdOf({ data }: RecordedEvent<BookingEvent>): string | null {
  return "visitId" in data ? (data.visitId ?? null) : null;
}

export function isByCustomer({ actorRole }: RecordedEvent<BookingEvent>): boolean {
  return ["customer", "visitor", "link-holder"].includes(actorRole);
}

function hostOf({ publicUrl }: { publicUrl: string }): string {
  return new URL(publicUrl).hostname;
}
