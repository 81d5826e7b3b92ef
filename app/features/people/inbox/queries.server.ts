import { type RawBuilder, sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import { withoutKeys } from "~/platform/auth/links/without-keys";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { StoredFile } from "~/platform/files/files.server";
import {
  type CountsParam,
  findAmongNextRows,
  includeCounts,
  keyset,
  limitToPage,
  type PageOfTable,
  type PageParams,
  readPage,
} from "~/platform/lists/keyset.server";
import { hasFound, hasId, type LookUp, matchesSearch, ownNameSounds } from "~/platform/lists/search.server";
import { textInReaderLanguage } from "~/platform/locale/content-language.server";
import { localPath } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import type { SharedLocation } from "~/platform/messaging/channel";
import { formatTime } from "~/platform/time";
import { getBusiness } from "../../core/business/queries.server";
import { findOwnerIds, isCustomerMatching, isOwnedByMatching } from "../../core/customers/search.server";
import { concernsCustomer } from "./concerned-customer.server";
import { type InboxView, inboxViews, WRITING_MS } from "./conversation";
import { localeOfCustomer } from "./customer-locale.server";
import { listReplyChannels, type ReplyProviders } from "./reply-channels.server";
import { REPLY_KIND } from "./send-reply.server";
import type {
  ConversationDetail,
  ConversationMessage,
  ConversationNotification,
  ConversationRow,
  DeliveryState,
} from "./views";

export interface InboxFilter {
  /** Name, phone, email, reference of a contact message or contract, or words of a message. */
  search?: string;
  view?: InboxView;
  customer?: string;
}

const newestFirst = keyset("desc", ["instant", "conversations.lastMessageAt"], ["id", "conversations.id"]);

/** Conversations, with the latest message first. */
export const listConversations = query(
  "customers.read",
  async function listConversations(ctx, filter: InboxFilter & PageParams & CountsParam) {
    const filters: RawBuilder<boolean>[] = [];
    if (filter.view) filters.push(isInView(ctx, filter.view));
    if (filter.customer) filters.push(sql`conversations.customer_id = ${filter.customer}`);
    if (filter.search) {
      const page = { table: "conversations", filters: [...filters], order: newestFirst, params: filter };
      filters.push(await searchCondition(ctx, filter.search, page));
    }
    const filtered = filters.reduce((rows, condition) => rows.where(condition), conversationRows(ctx));
    const { rows, nextCursor } = await readPage(filtered, newestFirst, filter);
    return {
      conversations: rows.map((row) => ({
        ...toRow(row),
        latest: row.direction && {
          direction: row.direction as ConversationMessage["direction"],
          channel: row.channel as ConversationMessage["channel"],
          text: withoutKeys(row.text ?? ""),
          isAutomatic: row.automatic ?? false,
        },
      })),
      nextCursor,
      ...(includeCounts(filter) && { counts: await countViews(ctx) }),
    };
  },
);

function isInView(ctx: Ctx, view: InboxView) {
  const conditions = {
    open: sql<boolean>`conversations.state = 'open'`,
    mine: sql<boolean>`(conversations.state = 'open' AND conversations.assignee_id = ${userIdOf(ctx.actor)})`,
    unassigned: sql<boolean>`(conversations.state = 'open' AND conversations.assignee_id IS NULL)`,
    snoozed: sql<boolean>`conversations.state = 'snoozed'`,
    closed: sql<boolean>`conversations.state = 'closed'`,
  };
  return conditions[view];
}

async function countViews(ctx: Ctx): Promise<Record<InboxView | "all", number>> {
  const counts = inboxViews.map((view) => sql`${view}::text, count(*) FILTER (WHERE ${isInView(ctx, view)})`);
  const { rows } = await sql<{ counts: Record<InboxView | "all", number> }>`
    SELECT json_build_object('all', count(*), ${sql.join(counts)}) AS counts FROM conversations`.execute(
    ctx.db,
  );
  return rows[0]!.counts;
}

const bySound = (lookUp: LookUp) =>
  ownNameSounds({ table: "conversations", at: "lastMessageAt", text: sql`named.name` }, lookUp);

/** The next conversations of the list are read first, which fill a page of a common word. */
async function searchCondition(ctx: Ctx, typed: string, page: PageOfTable): Promise<RawBuilder<boolean>> {
  const hasSender = (lookUp: LookUp) =>
    matchesSearch("conversations", typed, { bySound: bySound(lookUp), lookUp });
  const messages = sql`SELECT conversation_id FROM conversation_messages WHERE ${matchesSearch("conversation_messages", typed)}`;
  const contactMessages = sql`SELECT conversation_id FROM conversation_messages
    JOIN contact_messages ON contact_messages.id = contact_message_id WHERE ${matchesSearch("contact_messages", typed)}`;
  const contracts = sql`SELECT conversation_id FROM conversation_messages
    JOIN contracts ON contracts.id = contract_id WHERE ${matchesSearch("contracts", typed)}`;
  const sources = [messages, contactMessages, contracts];
  // OFFSET 0 keeps the planner from reading all matches of a source.
  const hasMessage = sources.map(
    (source) => sql`EXISTS (${source} AND conversation_messages.conversation_id = conversations.id OFFSET 0)`,
  );
  const isMatching = sql<boolean>`(${page.params.few ? matchesSearch("conversations", typed) : hasSender("rows")} OR ${isOwnedByMatching("conversations", typed, page.params)} OR ${sql.join(hasMessage, sql` OR `)})`;
  const next = await findAmongNextRows(ctx.db, page, isMatching);
  if (next) return hasId("conversations", next);
  const customers = await findOwnerIds(ctx, typed, page);
  const owner = customers
    ? sql`= ANY(${customers}::uuid[])`
    : sql`IN (SELECT id FROM customers WHERE ${isCustomerMatching(typed)})`;
  const isSource = sources.map((source) => sql`conversations.id = ANY (ARRAY(${source}))`);
  return hasFound(
    "conversations",
    sql<boolean>`(${hasSender("index")} OR conversations.customer_id ${owner} OR ${sql.join(isSource, sql` OR `)})`,
  );
}

function conversationRows(ctx: Ctx) {
  return ctx.db
    .selectFrom("conversations")
    .leftJoin("customers", "customers.id", "conversations.customerId")
    .leftJoin("users as assignee", "assignee.id", "conversations.assigneeId")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("conversationMessages")
          .select(["direction", "channel", "automatic", sql<string>`left(text, 200)`.as("text")])
          .whereRef("conversationId", "=", "conversations.id")
          .orderBy("sentAt", "desc")
          .orderBy("number", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .select([
      ...(["conversations.id", "conversations.customerId", "conversations.state"] as const),
      ...(["conversations.snoozedUntil", "conversations.unreadCount", "conversations.version"] as const),
      ...(["conversations.lastMessageAt", "conversations.assigneeId"] as const),
      ...(["assignee.name as assigneeName", "latest.direction", "latest.channel", "latest.text"] as const),
      "latest.automatic",
      sql<string>`coalesce(customers.name, conversations.name)`.as("name"),
      sql<string | null>`coalesce(customers.phone, conversations.phone)`.as("phone"),
      sql<string | null>`coalesce(customers.email, conversations.email)`.as("email"),
    ]);
}

type ConversationRecord = Awaited<ReturnType<ReturnType<typeof conversationRows>["execute"]>>[number];

function toRow(row: ConversationRecord): Omit<ConversationRow, "latest"> {
  return {
    id: row.id,
    name: row.name,
    customerId: row.customerId,
    state: row.state as ConversationRow["state"],
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    assignee:
      row.assigneeId && row.assigneeName !== null ? { id: row.assigneeId, name: row.assigneeName } : null,
    unreadCount: row.unreadCount,
    lastMessageAt: row.lastMessageAt.toISOString(),
  };
}

const MAX_COLLEAGUES = 100;
const MAX_BOOKINGS = 20;

/** By its id, or that of a contact message or contract, to which emails link. Null if unknown. */
export const findConversation = query(
  "customers.read",
  async function findConversation(
    ctx,
    config: ReplyProviders & Pick<Config, "publicUrl">,
    id: string,
  ): Promise<ConversationDetail | null> {
    const row = await conversationRows(ctx)
      .where((eb) => eb.or([eb("conversations.id", "=", id), eb("conversations.id", "=", filedUnder(id))]))
      .executeTakeFirst();
    if (!row) return null;
    const { db } = ctx;
    const language = await localeOfCustomer(ctx, row.customerId);
    const [replyOptions, replyFacts, colleagues, writers, bookings] = await Promise.all([
      listReplyChannels(ctx, config, row),
      inLocale(language, () => readReplyFacts(ctx, config, row.customerId)),
      db
        .selectFrom("users")
        .select(["id", "name"])
        .where("role", "in", ["admin", "dispatcher", "accountant"])
        .where("banned", "=", false)
        .orderBy("name")
        .limit(MAX_COLLEAGUES)
        .execute(),
      db
        .selectFrom("conversationWriters")
        .innerJoin("users", "users.id", "conversationWriters.userId")
        .select("users.name")
        .where("conversationId", "=", row.id)
        .where("wroteAt", ">", new Date(ctx.now.getTime() - WRITING_MS))
        .where("userId", "is distinct from", userIdOf(ctx.actor))
        .orderBy("users.name")
        .execute(),
      db
        .selectFrom("bookings")
        .select(["id", "reference"])
        .where("customerId", "=", row.customerId)
        .orderBy("requestedAt", "desc")
        .limit(MAX_BOOKINGS)
        .execute(),
    ]);
    return {
      ...toRow(row),
      version: row.version,
      language,
      phone: row.phone,
      email: row.email,
      replyChannels: replyOptions,
      replyFacts,
      colleagues,
      writers: writers.map(({ name }) => name),
      bookings,
    };
  },
);

/** Values of the variables of canned replies, in the language of the customer. */
async function readReplyFacts(
  ctx: Ctx,
  { publicUrl }: Pick<Config, "publicUrl">,
  customerId: string | null,
): Promise<ConversationDetail["replyFacts"]> {
  const { name, phone } = await getBusiness(ctx);
  const booking =
    customerId === null
      ? undefined
      : await ctx.db
          .selectFrom("bookings")
          .select("reference")
          .select((eb) =>
            eb
              .selectFrom("visits")
              .select("startsAt")
              .whereRef("bookingId", "=", "bookings.id")
              .where("live", "=", true)
              .orderBy("startsAt")
              .limit(1)
              .as("startsAt"),
          )
          .where("customerId", "=", customerId)
          .orderBy("requestedAt", "desc")
          .limit(1)
          .executeTakeFirst();
  return {
    ...{ business: name, phone, reference: booking?.reference ?? null },
    visitTime: booking?.startsAt ? formatTime(booking.startsAt, "dateTime") : null,
    link: booking ? publicUrl + localPath(`/bookings/${booking.reference}`) : null,
  };
}

const filedUnder = (id: string) =>
  sql<string>`(SELECT conversation_id FROM conversation_messages WHERE contact_message_id = ${id} OR contract_id = ${id} LIMIT 1)`;

/** `number`: order of messages whose provider names the same second. */
const entriesBy = (at: string, number: string | ReturnType<typeof sql>, id: string) =>
  keyset("desc", ["instant", at], ["number", number], ["id", id]);
const latestFirst = entriesBy("entry.at", "entry.number", "entry.id");
const NO_NUMBER = sql<string>`0::bigint`;

/** Messages of a conversation and the product's messages to the customer, newest first by the time of the provider. */
export const listMessages = query(
  "customers.read",
  async function listMessages(ctx, { id, ...page }: PageParams & { id: string }) {
    const conversation = await ctx.db
      .selectFrom("conversations")
      .leftJoin("customers", "customers.id", "conversations.customerId")
      .select([
        "conversations.id",
        "customers.id as customerId",
        sql<string | null>`coalesce(customers.phone, conversations.phone)`.as("phone"),
        sql<string | null>`coalesce(customers.email, conversations.email)`.as("email"),
      ])
      .where("conversations.id", "=", sql<string>`coalesce(${filedUnder(id)}, ${id}::uuid)`)
      .executeTakeFirst();
    return readThread(ctx, conversation, page);
  },
);

/** The same messages for a customer, who may have no conversation: the product writes to all customers. */
export const listCustomerMessages = query(
  "customers.read",
  async function listCustomerMessages(ctx, { id, ...page }: PageParams & { id: string }) {
    const customer = await ctx.db
      .selectFrom("customers")
      .leftJoin("conversations", "conversations.customerId", "customers.id")
      .select(["conversations.id", "customers.id as customerId", "customers.phone", "customers.email"])
      .where("customers.id", "=", id)
      .executeTakeFirst();
    return readThread(ctx, customer, page);
  },
);

interface ThreadSource {
  /** Conversation; null without one. */
  id: string | null;
  customerId: string | null;
  phone: string | null;
  email: string | null;
}

async function readThread(ctx: Ctx, source: ThreadSource | undefined, page: PageParams) {
  if (!source) return { messages: [], nextCursor: null };
  const { rows, nextCursor } = await readPage(entriesOf(ctx, source, page), latestFirst, page);
  const idsOf = (kind: EntrySource) => rows.filter((row) => row.source === kind).map((row) => row.id);
  const found = new Map(
    [
      ...(await loadMessages(ctx, idsOf("conversation"))),
      ...(await loadEmails(ctx, idsOf("mails"))),
      ...(await loadTexts(ctx, idsOf("messages"))),
    ].map((entry) => [entry.id, entry]),
  );
  return { messages: rows.flatMap((row) => found.get(row.id) ?? []), nextCursor };
}

type EntrySource = "conversation" | "mails" | "messages";

/** One page of each source, because a union of all would be sorted as a whole. */
function entriesOf({ db }: Ctx, { id, customerId, email, phone }: ThreadSource, page: PageParams) {
  const written = db
    .selectFrom("conversationMessages")
    .select(["conversationMessages.id", "sentAt as at", sql<string>`number`.as("number")])
    .select(sql<EntrySource>`'conversation'`.as("source"))
    .where("conversationId", "=", sql<string>`${id}::uuid`);
  const emails = db
    .selectFrom("mails")
    .select(["mails.id", "createdAt as at", NO_NUMBER.as("number")])
    .select(sql<EntrySource>`'mails'`.as("source"))
    .where("recipient", "=", email)
    .where("kind", "!=", REPLY_KIND)
    .where("isFinal", "=", false)
    .where(concernsCustomer(customerId, "mails.trailId"));
  const texts = db
    .selectFrom("messages")
    .select(["messages.id", "createdAt as at", NO_NUMBER.as("number")])
    .select(sql<EntrySource>`'messages'`.as("source"))
    .where("recipient", "=", phone)
    .where("kind", "!=", REPLY_KIND)
    .where(concernsCustomer(customerId, "messages.trailId"));
  const pages = [
    limitToPage(
      written,
      entriesBy("conversationMessages.sentAt", "conversationMessages.number", "conversationMessages.id"),
      page,
    ),
    limitToPage(emails, entriesBy("mails.createdAt", NO_NUMBER, "mails.id"), page),
    limitToPage(texts, entriesBy("messages.createdAt", NO_NUMBER, "messages.id"), page),
  ];
  const [first, ...others] = pages.map((one) => db.selectFrom(one.as("part")).selectAll());
  return db.selectFrom(first!.unionAll(others).as("entry")).selectAll();
}

/** Phone and email of a form that are neither those of the customer nor of the lead. */
const typedAddresses = sql<string[]>`ARRAY(
  SELECT typed FROM unnest(ARRAY[
    coalesce(contact_messages.phone, contracts.contact_phone), coalesce(contact_messages.email, contracts.contact_email)]) AS typed
  WHERE typed IS NOT NULL AND NOT EXISTS (
    SELECT FROM conversations LEFT JOIN customers
      ON coalesce(customers.merged_into, customers.id) = conversations.customer_id
    WHERE conversations.id = conversation_messages.conversation_id
      AND typed IN (conversations.phone, conversations.email, customers.phone, customers.email)))`;

async function loadMessages({ db }: Ctx, ids: string[]): Promise<ConversationMessage[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("conversationMessages")
    .leftJoin("contactMessages", "contactMessages.id", "conversationMessages.contactMessageId")
    .leftJoin("contracts", "contracts.id", "conversationMessages.contractId")
    .leftJoin("packages", "packages.id", "contracts.packageId")
    // A reply is one message or one email of its entry.
    .leftJoin("messages", "messages.trailId", "conversationMessages.trailId")
    .leftJoin("mails", "mails.trailId", "conversationMessages.trailId")
    .select([
      ...(["conversationMessages.id", "direction", "conversationMessages.channel", "text"] as const),
      ...(["conversationMessages.sentAt", "authorName", "location"] as const),
      ...(["conversationMessages.trailId", "contactMessages.reference"] as const),
      ...(["automatic", "choices"] as const),
      typedAddresses.as("otherAddresses"),
      ...(["contracts.id as contractId", "contracts.reference as contractReference"] as const),
      textInReaderLanguage("packages.name").as("packageName"),
      sql<string | null>`coalesce(messages.state, mails.state)`.as("state"),
      sql<string | null>`coalesce(messages.last_error, mails.last_error)`.as("lastError"),
    ])
    .where("conversationMessages.id", "in", ids)
    .execute();
  const files = await listFiles(db, ids);
  return rows.map((row) => ({
    type: "message",
    id: row.id,
    direction: row.direction as ConversationMessage["direction"],
    channel: row.channel as ConversationMessage["channel"],
    text: withoutKeys(row.text),
    at: row.sentAt.toISOString(),
    authorName: row.authorName,
    isAutomatic: row.automatic,
    choices: row.choices?.options.map(({ title }) => title) ?? [],
    delivery: row.direction === "sent" ? deliveryOf(row) : null,
    location: row.location as SharedLocation | null,
    otherAddresses: row.otherAddresses,
    files: files.get(row.id) ?? [],
    reference: row.reference,
    contract: row.contractId
      ? {
          id: row.contractId,
          reference: row.contractReference ?? "",
          packageName: row.packageName ?? "",
        }
      : null,
  }));
}

async function loadEmails({ db }: Ctx, ids: string[]): Promise<ConversationNotification[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("mails")
    .select(["id", "subject as title", "state", "lastError", "createdAt"])
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => toNotification({ ...row, channel: "email" }));
}

async function loadTexts({ db }: Ctx, ids: string[]): Promise<ConversationNotification[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("messages")
    .select(["id", "channel", "state", "lastError", "createdAt"])
    .select(sql<string>`coalesce(content ->> 'title', '')`.as("title"))
    .where("id", "in", ids)
    .execute();
  return rows.map(toNotification);
}

function toNotification({
  lastError,
  createdAt,
  ...row
}: {
  id: string;
  channel: string;
  title: string;
  state: string;
  lastError: string | null;
  createdAt: Date;
}): ConversationNotification {
  const state = row.state as ConversationNotification["state"];
  return {
    ...row,
    type: "notification",
    channel: row.channel as ConversationNotification["channel"],
    state,
    at: createdAt.toISOString(),
    reason: state === "failed" || state === "unknown" ? lastError : null,
  };
}

const DELIVERY: Readonly<Record<string, DeliveryState>> = {
  queued: "queued",
  sending: "queued",
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "failed",
  withdrawn: "failed",
  unknown: "unknown",
};

/** After the retention period of sent messages only their text is left, so that "sent" is all that is known. */
function deliveryOf({
  trailId,
  state,
  lastError,
}: {
  trailId: number | null;
  state: string | null;
  lastError: string | null;
}): ConversationMessage["delivery"] {
  const known = state ? DELIVERY[state] : undefined;
  const delivery = known ?? (trailId === null ? "queued" : "sent");
  return { state: delivery, reason: delivery === "failed" ? lastError : null };
}

async function listFiles(
  db: Ctx["db"],
  messageIds: string[],
): Promise<Map<string, ConversationMessage["files"]>> {
  const rows = await db
    .selectFrom("conversationFiles")
    .leftJoin("bookings", "bookings.id", "conversationFiles.bookingId")
    .select([
      ...(["conversationFiles.id", "messageId", "fileName", "contentType"] as const),
      ...(["conversationFiles.state", "bookingId", "reference"] as const),
    ])
    .where("messageId", "in", messageIds)
    .orderBy("conversationFiles.id")
    .execute();
  const files = rows.map(({ messageId, fileName, state, reference, ...file }) => ({
    messageId,
    file: {
      ...file,
      name: fileName,
      state: state as ConversationMessage["files"][number]["state"],
      bookingReference: reference,
    },
  }));
  return new Map(
    [...Map.groupBy(files, ({ messageId }) => messageId)].map(([id, group]) => [
      id,
      group.map(({ file }) => file),
    ]),
  );
}

/** Content of a file of a conversation; null if it is not stored. */
export const findConversationFile = query(
  "customers.read",
  async function findConversationFile(ctx, id: string): Promise<StoredFile | null> {
    const row = await ctx.db
      .selectFrom("conversationFiles")
      .innerJoin("files", "files.id", "conversationFiles.fileId")
      .select(["files.id", "files.kind", "files.public", "files.contentType", "files.sha256"])
      .where("conversationFiles.id", "=", id)
      .executeTakeFirst();
    return row ?? null;
  },
);

/** Files of conversations that the office attached to a booking. */
export const listBookingFiles = query(
  "customers.read",
  async function listBookingFiles(ctx, bookingId: string) {
    const rows = await ctx.db
      .selectFrom("conversationFiles")
      .select(["id", "fileName as name", "contentType"])
      .where("bookingId", "=", bookingId)
      .where("state", "=", "stored")
      .orderBy("id")
      .limit(100)
      .execute();
    return { files: rows };
  },
);
