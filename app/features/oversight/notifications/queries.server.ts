import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { withoutKeys } from "~/platform/auth/links/without-keys";
import type { Ctx } from "~/platform/context";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { isCopyable } from "~/platform/mail/mail.server";
import type { Channel, MessageState } from "~/platform/messaging/channel";
import { addDays, dubaiInstant } from "~/platform/time";
import type { MailDetail, MailList, MailRow, SentMessageList } from "./views";

export interface MailFilter extends PageParams {
  state?: MailRow["state"];
  /** Limits the list to one record. */
  subjectId?: string;
  /** Part of the address or of the subject line. */
  search?: string;
  /** Dubai days on which the email was written, both included. */
  from?: string;
  until?: string;
}

const newestFirst = keyset("desc", ["instant", "mails.createdAt"], ["id", "mails.id"]);

export const listMails = query(
  "mails.read",
  async function listMails(ctx, filter: MailFilter): Promise<MailList> {
    let filtered = mails(ctx);
    if (filter.state) filtered = filtered.where("state", "=", filter.state);
    const { subjectId } = filter;
    if (subjectId) {
      filtered = filtered.where((eb) => {
        const combined = eb
          .selectFrom("mailEvents")
          .innerJoin("trail as other", "other.id", "mailEvents.trailId")
          .select("mailId")
          .where("other.subjectId", "=", subjectId);
        return eb.or([eb("trail.subjectId", "=", subjectId), eb("mails.id", "in", combined)]);
      });
    }
    if (filter.from) filtered = filtered.where("mails.createdAt", ">=", dubaiInstant(filter.from, "00:00"));
    if (filter.until)
      filtered = filtered.where("mails.createdAt", "<", dubaiInstant(addDays(filter.until, 1), "00:00"));
    if (filter.search) filtered = filtered.where(matchesSearch("mails", filter.search));
    const { rows, nextCursor } = await readPage(filtered, newestFirst, filter);
    return { mails: rows.map(mailOf), nextCursor };
  },
);

export const findMail = query(
  "mails.read",
  async function findMail(ctx, id: string): Promise<MailDetail | null> {
    const row = await mails(ctx)
      .select(["replyTo", "plain", "attachments", "secret", "isFinal", "mails.trailId"])
      .where("mails.id", "=", id)
      .executeTakeFirst();
    if (!row) return null;
    const isTextHidden = row.secret || row.isFinal;
    return {
      ...mailOf(row),
      replyTo: row.replyTo,
      text: isTextHidden ? null : withoutKeys(row.plain),
      attachments: row.attachments.map(({ fileName }) => fileName),
      trailId: row.trailId === null ? null : String(row.trailId),
      canRetry: row.state === "failed" && !isTextHidden,
      canResend: isCopyable(row),
    };
  },
);

const newestMessageFirst = keyset("desc", ["instant", "createdAt"], ["id", "id"]);

/** Messages about a booking, on all channels, to customer, technicians and office. */
export const listBookingMessages = query(
  "bookings.read",
  async function listBookingMessages(
    ctx,
    { id, ...page }: PageParams & { id: string },
  ): Promise<SentMessageList> {
    const booking = await ctx.db
      .selectFrom("bookings")
      .select("requestedAt")
      .where("id", "=", id)
      .executeTakeFirst();
    return readMessages(ctx, booking && { id, since: booking.requestedAt }, page);
  },
);

/** Messages about a quote on all channels. */
export const listQuoteMessages = query(
  "quotes.read",
  async function listQuoteMessages(
    ctx,
    { id, ...page }: PageParams & { id: string },
  ): Promise<SentMessageList> {
    const quote = await ctx.db
      .selectFrom("quotes")
      .select("createdAt")
      .where("id", "=", id)
      .executeTakeFirst();
    return readMessages(ctx, quote && { id, since: quote.createdAt }, page);
  },
);

/** Messages about an invoice on all channels. */
export const listInvoiceMessages = query(
  "invoices.read",
  async function listInvoiceMessages(
    ctx,
    { id, ...page }: PageParams & { id: string },
  ): Promise<SentMessageList> {
    const invoice = await ctx.db
      .selectFrom("invoices")
      .select("createdAt")
      .where("id", "=", id)
      .executeTakeFirst();
    return readMessages(ctx, invoice && { id, since: invoice.createdAt }, page);
  },
);

/** `since`: no earlier month of the trail is read. */
async function readMessages(
  ctx: Ctx,
  record: { id: string; since: Date } | undefined,
  page: PageParams,
): Promise<SentMessageList> {
  if (!record) return { messages: [], nextCursor: null };
  const sent = ctx.db
    .with("entries", (db) =>
      db
        .selectFrom("trail")
        .select("trail.id")
        .where("subjectId", "=", record.id)
        .where(isInMonthsSince("trail.id", record.since)),
    )
    .selectFrom((eb) => {
      const entries = eb.selectFrom("entries").select("entries.id");
      const combined = eb
        .selectFrom("mailEvents")
        .select("mailId")
        .where("mailEvents.trailId", "in", entries);
      return eb
        .selectFrom("mails")
        .select(["id", "subject as title", "recipient", "lastError", "createdAt"])
        .select([
          sql<Channel>`'email'`.as("channel"),
          sql<MessageState>`state`.as("state"),
          sql<Date>`coalesce(sent_at, created_at)`.as("at"),
          sql<number | null>`NULL::bigint`.as("costMicros"),
          sql<string | null>`NULL::text`.as("costCurrency"),
        ])
        .where((eb) => eb.or([eb("trailId", "in", entries), eb("id", "in", combined)]))
        .unionAll(
          eb
            .selectFrom("messages")
            .select(["id", sql<string>`coalesce(content ->> 'title', '')`.as("title"), "recipient"])
            .select(["lastError", "createdAt"])
            .select([
              sql<Channel>`channel`.as("channel"),
              sql<MessageState>`state`.as("state"),
              sql<Date>`coalesce(failed_at, read_at, delivered_at, sent_at, created_at)`.as("at"),
              sql<number | null>`cost_micros`.as("costMicros"),
              sql<string | null>`cost_currency`.as("costCurrency"),
            ])
            .where("trailId", "in", entries),
        )
        .as("sent");
    })
    .selectAll();
  const { rows, nextCursor } = await readPage(sent, newestMessageFirst, page);
  return {
    messages: rows.map(({ lastError, costMicros, costCurrency, createdAt, at, ...row }) => ({
      ...row,
      reason: row.state === "failed" || row.state === "unknown" ? lastError : null,
      createdAt: createdAt.toISOString(),
      at: at.toISOString(),
      cost: costCurrency === null ? null : { micros: Number(costMicros), currency: costCurrency },
    })),
    nextCursor,
  };
}

const latestRefusalFirst = keyset("desc", ["instant", "refusedAt"], ["id", "id"]);

export const listUndeliverableAddresses = query(
  "mails.read",
  async function listUndeliverableAddresses(ctx, page: PageParams) {
    const addresses = ctx.db.selectFrom("undeliverableAddresses").selectAll();
    const { rows, nextCursor } = await readPage(addresses, latestRefusalFirst, page);
    return {
      addresses: rows.map(({ refusedAt, ...row }) => ({ ...row, refusedAt: refusedAt.toISOString() })),
      nextCursor,
    };
  },
);

/** Null if the email has a secret link. */
export const findMailHtml = query("mails.read", async function findMailHtml(ctx, id: string): Promise<
  string | null
> {
  const row = await ctx.db
    .selectFrom("mails")
    .select("html")
    .where("id", "=", id)
    .where("secret", "=", false)
    .where("isFinal", "=", false)
    .executeTakeFirst();
  return row?.html ? withoutKeys(row.html) : null;
});

function mails(ctx: Ctx) {
  return ctx.db
    .selectFrom("mails")
    .leftJoin("trail", "trail.id", "mails.trailId")
    .select(["mails.id", "mails.kind", "recipient", "subject", "state", "attempts", "lastError"])
    .select(["mails.createdAt", "mails.sentAt", "trail.subjectId"]);
}

type MailRecord = Awaited<ReturnType<ReturnType<typeof mails>["execute"]>>[number];

function mailOf(row: MailRecord): MailRow {
  return {
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    lastError: row.lastError,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    subjectId: row.subjectId,
  };
}
