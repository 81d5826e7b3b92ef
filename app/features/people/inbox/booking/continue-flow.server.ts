import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { isRefusal } from "~/platform/http/refusal";
import { bidiIsolate, type Locale, leftToRight, localeOrDefault, localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { MessageChoices, SharedLocation } from "~/platform/messaging/channel";
import { hasOptedOut } from "~/platform/messaging/messages.server";
import { optOutWord } from "~/platform/messaging/opt-out-words";
import { formatPhone } from "~/platform/text/phone";
import { addMinutes, dubaiDate, formatClock, formatDay } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import { listServices } from "../../../core/catalogue/queries.server";
import { requestBookingByWhatsapp } from "../../../operations/bookings/commands/request-booking.server";
import { followUrl } from "../../../operations/bookings/link/booking-link.server";
import { officeRequestSchema } from "../../../operations/bookings/request/office-request-form";
import { recordGuestShareReached } from "../../../operations/bookings/visits/guest-holds.server";
import { buildQuestion, chosenItems } from "./booking-question.server";
import {
  type BookingFlow,
  type FlowInput,
  type FlowResult,
  type FlowStep,
  NEW_FLOW,
  proposedName,
  readAnswer,
} from "./flow";
import { type FlowQuestion, messageOfQuestion } from "./question";
import { isPersonWord, languageOf, namesEmergency, startWord } from "./words";

/** After the latest answer, in minutes. */
const FLOW_MIN = 24 * 60;

export interface FlowMessage {
  conversationId: string;
  /** Verified by WhatsApp; E.164. */
  phone: string;
  /** Name in the WhatsApp profile. */
  profileName: string | null;
  text: string;
  choice: string | null;
  location: SharedLocation | null;
  at: Date;
}

type StoredFlow = BookingFlow & { version: number; language: Locale; answeredAt: Date };

/**
 * Continues the booking of a received message in the caller's transaction, which has locked the conversation. Returns
 * true if the office need not answer the message.
 */
export async function continueBookingFlow(ctx: Ctx, config: Config, message: FlowMessage): Promise<boolean> {
  if (!config.whatsapp) return false;
  if ((await readSettings(ctx, "channels")).values.whatsappBooking !== "on") return false;
  const stored = await findFlow(ctx, message.conversationId);
  if (optOutWord(message.text) === "stop") {
    await endBookingFlow(ctx, message.conversationId);
    return false;
  }
  if ((stored && message.at < stored.answeredAt) || (await hasOptedOut(ctx.db, "whatsapp", message.phone)))
    return false;
  const language = languageOfFlow(stored, message.text);
  return inLocale(language, () =>
    takeTurn({ ctx: { ...ctx, locale: language }, config, message, stored, language }),
  );
}

function languageOfFlow(stored: StoredFlow | null, text: string): Locale {
  const written = languageOf(text);
  if (!stored) return written ?? localeOrDefault("");
  // A name or area in Latin letters does not end an Arabic conversation.
  return written !== null && written !== localeOrDefault("") ? written : stored.language;
}

interface Turn {
  ctx: Ctx;
  config: Config;
  message: FlowMessage;
  stored: StoredFlow | null;
  language: Locale;
}

async function takeTurn(turn: Turn): Promise<boolean> {
  const { message, stored } = turn;
  const { text, choice } = message;
  if (!choice && namesEmergency(text)) return handOverEmergency(turn);
  if (!stored || stored.step === "booked") {
    // A second tap on "Confirm".
    if (stored && choice) return true;
    return (await isStart(turn)) ? advance(turn, { ...NEW_FLOW, name: await knownName(turn) }) : false;
  }
  if (!choice && isPersonWord(text)) return handOver(turn, m.whatsapp_person());
  const input = inputOf(message);
  const asked = input.kind === "text" ? await buildQuestion(turn.ctx, stored) : null;
  const options = asked?.kind === "question" ? asked.question.options : [];
  return applyResult(turn, stored, readAnswer(stored, input, options));
}

function inputOf({ text, choice, location }: FlowMessage): FlowInput {
  if (location) return { kind: "location", location };
  if (choice === null) return { kind: "text", text };
  const [, step = "", value = ""] = /^(\w+)\.(.*)$/s.exec(choice) ?? [];
  return { kind: "option", step, value };
}

async function applyResult(turn: Turn, flow: StoredFlow, result: FlowResult): Promise<boolean> {
  switch (result.kind) {
    case "next":
      return advance(turn, result.flow);
    case "hint":
      return advance(turn, result.flow, flow.step === "area" ? m.whatsapp_hint_area() : m.whatsapp_hint());
    case "hand-over":
      return handOver(turn, result.reason === "person" ? m.whatsapp_person() : m.whatsapp_not_understood());
    case "confirmed":
      return confirm(turn, flow);
    case "ignored":
      return true;
  }
}

/** A greeting or a tap on an earlier, ended flow is for the office while it has replied within a day. */
async function isStart({ ctx, message: { text, choice, conversationId } }: Turn): Promise<boolean> {
  const word = choice ? "greeting" : startWord(text);
  if (word !== "greeting") return word === "booking";
  const replied = await ctx.db
    .selectFrom("conversationMessages")
    .select("id")
    .where("conversationId", "=", conversationId)
    .where("direction", "=", "sent")
    .where("automatic", "=", false)
    .where("sentAt", ">", addMinutes(ctx.now, -FLOW_MIN))
    .limit(1)
    .executeTakeFirst();
  return replied === undefined;
}

async function knownName({ ctx, message: { conversationId, profileName } }: Turn): Promise<string | null> {
  const customer = await ctx.db
    .selectFrom("conversations")
    .innerJoin("customers", "customers.id", "conversations.customerId")
    .select("customers.name")
    .where("conversations.id", "=", conversationId)
    .executeTakeFirst();
  return proposedName(customer?.name ?? null, profileName);
}

/** Saves the flow and asks its question. `notice`: paragraph before the question. */
async function advance(turn: Turn, flow: BookingFlow, notice?: string): Promise<boolean> {
  const next = await buildQuestion(turn.ctx, flow);
  if (next.kind === "emergency") return handOverEmergency(turn);
  if (next.kind === "person") return handOver(turn, next.text);
  await saveFlow(turn, next.flow);
  const { text, ...question } = next.question;
  await ask(turn, { ...question, text: notice ? `${notice}\n\n${text}` : text }, next.flow.page);
  return true;
}

/** Books like the form: the verified number replaces the email and the security check. */
async function confirm(turn: Turn, flow: StoredFlow): Promise<boolean> {
  const { ctx, config, message } = turn;
  const form = officeRequestSchema(dubaiDate(ctx.now)).safeParse({
    ...{ customerName: flow.name, phone: message.phone, service: flow.serviceId, message: "" },
    ...{ items: chosenItems(flow.serviceId!, flow.item), preferredDate: flow.day, preferredTime: flow.time },
    addressParts: { street: flow.street, area: flow.area, landmark: flow.landmark ?? "" },
  });
  // The day has passed meanwhile.
  if (!form.success) return advance(turn, { ...flow, step: "day", day: null, time: null });
  const requested = await requestBookingByWhatsapp(ctx, form.data, config);
  if (!isRefusal(requested)) {
    const { bookingId, reference } = requested;
    await saveFlow(turn, { ...flow, step: "booked" }, bookingId);
    await nameCustomerOf(ctx, message.conversationId, bookingId);
    await say(
      turn,
      m.whatsapp_held({
        ...{ day: formatDay(flow.day!), time: formatClock(flow.time!), reference: leftToRight(reference) },
        url: followUrl(config, { id: bookingId, reference, linkNo: 0 }),
      }),
    );
    return true;
  }
  switch (requested.reason) {
    case "slot-taken":
      return advance(turn, { ...flow, step: "alternative" });
    case "time-not-held":
      await recordGuestShareReached(ctx, requested.day);
      return advance(turn, { ...flow, step: "day", day: null, time: null }, m.whatsapp_not_held());
    case "already-booked":
      await endBookingFlow(ctx, message.conversationId);
      await say(turn, m.whatsapp_duplicate({ reference: leftToRight(requested.reference) }));
      return true;
    case "unknown-service":
    case "unknown-item":
      return advance(turn, { ...NEW_FLOW, area: flow.area, street: flow.street, name: flow.name });
    default:
      return handOver(turn, m.whatsapp_not_understood());
  }
}

/**
 * The conversation of an unknown sender becomes that of the customer who booked. If the customer has another, the next
 * message joins both.
 */
async function nameCustomerOf(ctx: Ctx, conversationId: string, bookingId: string): Promise<void> {
  const named = await ctx.db
    .updateTable("conversations")
    .from("bookings")
    .set((eb) => ({ customerId: eb.ref("bookings.customerId"), name: null, phone: null, email: null }))
    .where("conversations.id", "=", conversationId)
    .where("conversations.customerId", "is", null)
    .where("bookings.id", "=", bookingId)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM conversations AS other WHERE other.customer_id = bookings.customer_id)`,
    )
    .returning("conversations.customerId")
    .executeTakeFirst();
  if (named?.customerId)
    await emit(ctx, "inbox.customer-named", conversationId, { customerId: named.customerId });
}

async function handOver(turn: Turn, text: string): Promise<boolean> {
  await endBookingFlow(turn.ctx, turn.message.conversationId);
  await say(turn, text);
  return false;
}

async function handOverEmergency(turn: Turn): Promise<boolean> {
  const { ctx, config } = turn;
  const [{ values }, services] = await Promise.all([readSettings(ctx, "business"), listServices(ctx)]);
  const service = services.find(({ emergency, page }) => emergency && page);
  const path = service ? `/services/${encodeURIComponent(service.id)}` : "/";
  const phone = bidiIsolate(leftToRight(formatPhone(values.emergencyPhone || values.phone)));
  const text = m.whatsapp_emergency({ phone, url: config.publicUrl + localPath(path) });
  // Several messages about one emergency need no repetition.
  if (!turn.stored && (await readLatestReply(turn)) === text) return false;
  return handOver(turn, text);
}

async function readLatestReply({ ctx, message }: Turn): Promise<string | undefined> {
  const latest = await ctx.db
    .selectFrom("conversationMessages")
    .select("text")
    .where("conversationId", "=", message.conversationId)
    .where("direction", "=", "sent")
    .orderBy("sentAt", "desc")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return latest?.text;
}

/** Ended by the customer, by a reply of the office, or because only the office can go on. */
export async function endBookingFlow(ctx: Ctx, conversationId: string): Promise<void> {
  await ctx.db.deleteFrom("bookingFlows").where("conversationId", "=", conversationId).execute();
}

/** Deletes flows whose time is over. */
export async function purgeBookingFlows(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom("bookingFlows").where("expiresAt", "<=", ctx.now).execute();
}

async function findFlow(ctx: Ctx, conversationId: string): Promise<StoredFlow | null> {
  const row = await ctx.db
    .selectFrom("bookingFlows")
    .selectAll()
    .where("conversationId", "=", conversationId)
    .where("expiresAt", ">", ctx.now)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, step: row.step as FlowStep, language: localeOrDefault(row.language) } : null;
}

async function saveFlow(
  { ctx, message, stored, language }: Turn,
  flow: BookingFlow,
  bookingId: string | null = null,
): Promise<void> {
  const { step, page, typedArea, isHinted, serviceId, item, area, day, time, street, landmark, name } = flow;
  const values = {
    ...{ step, page, typedArea, isHinted, serviceId, item, area, day, time, street, landmark, name },
    ...{ language, phone: message.phone, bookingId, answeredAt: message.at },
    version: (stored?.version ?? 0) + 1,
    expiresAt: addMinutes(ctx.now, FLOW_MIN),
  };
  await ctx.db
    .insertInto("bookingFlows")
    .values({ conversationId: message.conversationId, ...values })
    .onConflict((conflict) => conflict.column("conversationId").doUpdateSet(values))
    .execute();
}

async function ask(turn: Turn, question: FlowQuestion, page: number): Promise<void> {
  const { text, choices } = messageOfQuestion(question, page);
  await say(turn, text, choices);
}

/** Records the message; a reaction sends it. */
async function say({ ctx, message }: Turn, text: string, choices?: MessageChoices): Promise<void> {
  const { conversationId, phone } = message;
  const { id: messageId } = await ctx.db
    .insertInto("conversationMessages")
    .values({
      ...{ conversationId, direction: "sent", channel: "whatsapp", address: phone, text, automatic: true },
      ...{ choices: choices ? JSON.stringify(choices) : null, sentAt: ctx.now },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable("conversations")
    .set({ lastMessageAt: sql`greatest(last_message_at, ${ctx.now}::timestamptz)` })
    .where("id", "=", conversationId)
    .execute();
  await emit(ctx, "inbox.answered", conversationId, { messageId });
}
