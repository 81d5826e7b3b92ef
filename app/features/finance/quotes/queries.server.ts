import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { m } from "~/paraglide/messages";
import { userIdOf } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import { openDocument } from "~/platform/auth/links/document-link.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { findFile, type StoredFile } from "~/platform/files/files.server";
import { countUpTo } from "~/platform/lists/count-up-to.server";
import {
  type CountsParam,
  includeCounts,
  keyset,
  type PageParams,
  readPage,
} from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import { findCustomerIds, isCustomerMatching, MAX_ID_LIST } from "../../core/customers/search.server";
import { findPartTerms } from "../../core/packages/part-terms.server";
import { listPriceItems, type PriceItem } from "../../core/pricing/queries.server";
import { flattenAddress } from "../../core/properties/property";
import { findPropertyAddress, listProperties } from "../../core/properties/read-properties.server";
import { canCorrectWork } from "../../operations/bookings/booking";
import { isAwaiting } from "./awaiting.server";
import { listBookingPhotos } from "./draft/quote-source.server";
import {
  canRevise,
  canSend,
  effectiveStateOn,
  isAwaitingAnswer,
  type QuoteOutcome,
  type QuoteState,
  quoteOutcomes,
  quoteStates,
  validateQuoteTransition,
} from "./quote";
import { findDraft, listVersions, versionVatPercent } from "./versions.server";
import type {
  CustomerQuotes,
  OfferedPrices,
  OpenedQuote,
  QuoteDetail,
  QuoteList,
  QuoteRow,
  QuoteView,
} from "./views";

export interface QuoteFilter extends PageParams, CountsParam {
  /** Part of the reference, the title, or the customer's name, phone or email. */
  search?: string;
  /** `undecided`: the office cancelled the booking but has not resolved the quote and its deposit. */
  state?: QuoteState | "awaiting" | "undecided";
  customer?: string;
  booking?: string;
  outcome?: QuoteOutcome;
  /** Sending dates in Asia/Dubai, both inclusive. */
  from?: string;
  to?: string;
}

const newestFirst = keyset("desc", ["instant", "quotes.createdAt"], ["id", "quotes.id"]);

type OfQuotes = ExpressionBuilder<Tables, "quotes">;

/**
 * Effective state: past its last day a quote counts as expired, even before the hourly job has run. `isIn` is
 * the same as an indexable condition.
 */
const effectiveState = (
  today: string,
) => sql<QuoteState>`CASE WHEN quotes.state IN ('sent', 'viewed') AND quotes.valid_until < ${today}
  THEN 'expired' ELSE quotes.state END`;

function stateCondition(state: NonNullable<QuoteFilter["state"]>, today: string): RawBuilder<boolean> {
  switch (state) {
    case "awaiting":
      return isAwaiting(today);
    case "undecided":
      return isUndecided;
    case "expired":
      return sql<boolean>`(quotes.state = 'expired' OR (quotes.state IN ('sent', 'viewed') AND quotes.valid_until < ${today}))`;
    case "sent":
    case "viewed":
      return sql<boolean>`(quotes.state = ${state} AND quotes.valid_until >= ${today})`;
    default:
      return sql<boolean>`quotes.state = ${state}`;
  }
}

/** The office cancelled the booking but not the quote, so the deposit is unresolved. */
const isUndecided = sql<boolean>`(quotes.state = 'converted' AND quotes.work_cancelled)`;

const newestTitle = (eb: OfQuotes) =>
  eb
    .selectFrom("quoteRevisions")
    .select("title")
    .whereRef("quoteId", "=", "quotes.id")
    .orderBy("number", "desc")
    .limit(1);

export const listQuotes = query(
  "quotes.read",
  async function listQuotes(ctx, filter: QuoteFilter): Promise<QuoteList> {
    const today = dubaiDate(ctx.now);
    let selection = ctx.db
      .selectFrom("quotes")
      .select([
        "quotes.id",
        "quotes.reference",
        "quotes.version",
        "quotes.totalFils",
        "quotes.validUntil",
        "quotes.createdAt",
        "quotes.sentAt",
        "quotes.viewedAt",
        "quotes.answeredAt",
      ])
      // Subqueries instead of joins, because these run only for the rows of the page.
      .select((eb) => [
        sql<string>`(SELECT name FROM customers WHERE customers.id = quotes.customer_id)`.as("customerName"),
        eb
          .selectFrom("properties")
          .select("area")
          .whereRef("properties.id", "=", "quotes.propertyId")
          .as("area"),
        effectiveState(today).as("state"),
        isUndecided.as("undecided"),
        newestTitle(eb as unknown as OfQuotes).as("title"),
        eb
          .exists(
            eb
              .selectFrom("quoteRevisions")
              .select("number")
              .whereRef("quoteId", "=", "quotes.id")
              .where("sentAt", "is", null),
          )
          .as("drafted"),
      ]);
    if (filter.state) selection = selection.where(stateCondition(filter.state, today));
    if (filter.customer) selection = selection.where("quotes.customerId", "=", filter.customer);
    if (filter.booking) {
      const { booking } = filter;
      selection = selection.where((eb) =>
        eb.or([eb("bookingId", "=", booking), eb("workBookingId", "=", booking)]),
      );
    }
    if (filter.outcome) selection = selection.where("quotes.state", "in", quoteOutcomes[filter.outcome]);
    if (filter.from) selection = selection.where("quotes.sentAt", ">=", dubaiInstant(filter.from, "00:00"));
    if (filter.to)
      selection = selection.where("quotes.sentAt", "<", dubaiInstant(addDays(filter.to, 1), "00:00"));
    if (filter.search) selection = selection.where(await searchCondition(ctx, filter.search));
    const [{ rows, nextCursor }, totals] = await Promise.all([
      readPage(selection, newestFirst, filter),
      includeCounts(filter) ? countByState(ctx, today) : undefined,
    ]);
    return {
      quotes: rows.map(
        (row): QuoteRow => ({
          id: row.id,
          reference: row.reference,
          state: row.state,
          version: row.version,
          title: row.title ?? "",
          customerName: row.customerName,
          area: row.area || null,
          totalFils: row.totalFils,
          validUntil: row.validUntil,
          createdAt: row.createdAt.toISOString(),
          sentAt: row.sentAt?.toISOString() ?? null,
          viewedAt: row.viewedAt?.toISOString() ?? null,
          answeredAt: row.answeredAt?.toISOString() ?? null,
          hasDraft: Boolean(row.drafted) && row.state !== "draft",
          isUnresolved: row.undecided,
        }),
      ),
      nextCursor,
      ...totals,
    };
  },
);

/**
 * Search by number, title or customer. Selective words use the search indexes and match by id; common words
 * are filtered row by row.
 */
async function searchCondition(ctx: Ctx, typed: string): Promise<RawBuilder<boolean>> {
  const customers = await findCustomerIds(ctx, typed);
  const { rows } = await sql<{ id: string }>`SELECT id FROM (
      SELECT found.id FROM quotes AS found WHERE ${matchesSearch(sql<string>`found.reference`, typed)}
      UNION ALL
      SELECT found.quote_id FROM quote_revisions AS found WHERE ${matchesSearch(sql<string>`found.title`, typed)}
    ) AS named LIMIT ${MAX_ID_LIST + 1}`.execute(ctx.db);
  if (!customers || rows.length > MAX_ID_LIST) {
    return sql<boolean>`(${matchesSearch(sql<string>`quotes.reference`, typed)} OR EXISTS (SELECT FROM customers WHERE customers.id = quotes.customer_id
        AND ${isCustomerMatching(typed)} OFFSET 0)
      OR EXISTS (SELECT FROM quote_revisions AS version WHERE version.quote_id = quotes.id
        AND ${matchesSearch(sql<string>`version.title`, typed)} OFFSET 0))`;
  }
  return sql<boolean>`quotes.id IN (SELECT unnest(${rows.map(({ id }) => id)}::uuid[])
    UNION SELECT owned.id FROM quotes AS owned WHERE owned.customer_id = ANY(${customers}::uuid[]))`;
}

/** Counts per filter choice, capped at MAX_COUNT + 1, and the total value awaiting an answer. */
async function countByState(ctx: Ctx, today: string) {
  const counted = (which: RawBuilder<boolean>) => countUpTo(sql`SELECT FROM quotes WHERE ${which}`);
  const choices = [...quoteStates, "awaiting", "undecided"] as const;
  const counts = sql.join(
    choices.flatMap((choice) => [sql.lit(choice), counted(stateCondition(choice, today))]),
  );
  const { rows } = await sql<{ counts: Record<string, number>; fils: number }>`
    SELECT jsonb_build_object('all', ${counted(sql`true`)}, ${counts}) AS counts,
      (SELECT coalesce(sum(total_fils), 0)::bigint FROM quotes WHERE ${isAwaiting(today)}) AS fils`.execute(
    ctx.db,
  );
  const [found] = rows;
  return { counts: found!.counts, awaitingFils: Number(found!.fils) };
}

export const findQuoteDetail = query(
  "quotes.read",
  async function findQuoteDetail(ctx, id: string): Promise<QuoteDetail | null> {
    const row = await ctx.db.selectFrom("quotes").selectAll().where("id", "=", id).executeTakeFirst();
    if (!row) return null;
    const { db } = ctx;
    const [customer, properties, versions, answers, booking, work, pictures] = await Promise.all([
      db
        .selectFrom("customers")
        .select(["id", "name", "email", "phone"])
        .where("id", "=", row.customerId)
        .executeTakeFirstOrThrow(),
      listProperties(ctx, row.customerId),
      listVersions(ctx, id),
      db
        .selectFrom("quoteAnswers")
        .selectAll()
        .where("quoteId", "=", id)
        .orderBy("quoteAnswers.id", "desc")
        .execute(),
      findBookingHead(ctx, row.bookingId),
      findBookingHead(ctx, row.workBookingId),
      listBookingPhotos(ctx, row.bookingId),
    ]);
    const today = dubaiDate(ctx.now);
    const parts = await findPartTerms(
      ctx,
      properties.map(({ id }) => id),
      today,
    );
    const state = effectiveStateOn(today, { state: row.state, validUntil: row.validUntil });
    const draft = findDraft(versions);
    const canDo = (transition: "withdraw" | "convert" | "cancel") =>
      validateQuoteTransition({
        transition,
        by: "office",
        state: row.state,
        validUntil: row.validUntil,
        today,
      }).ok;
    return {
      id: row.id,
      reference: row.reference,
      state,
      version: row.version,
      customer: {
        ...customer,
        properties: properties.map(({ id, address }) => ({
          id,
          address: flattenAddress(address),
          parts: parts.get(id) ?? null,
        })),
      },
      propertyId: row.propertyId,
      serviceId: row.serviceId,
      booking: booking && { ...booking.head, isTerminal: !canCorrectWork(booking.state) },
      convertedBooking: work?.head ?? null,
      renewsContractId: row.renewsContractId,
      language: row.language,
      vatPercent: await versionVatPercent(ctx, versions.at(-1)!),
      revision: row.revision,
      totalFils: row.totalFils,
      depositFils: row.depositFils,
      validUntil: row.validUntil,
      createdAt: row.createdAt.toISOString(),
      sentAt: row.sentAt?.toISOString() ?? null,
      viewedAt: row.viewedAt?.toISOString() ?? null,
      answeredAt: row.answeredAt?.toISOString() ?? null,
      versions: versions.map(({ sentAt, ...version }) => ({
        ...version,
        sentAt: sentAt?.toISOString() ?? null,
        answers: answers
          .filter(({ revision }) => revision === version.number)
          .map((answer) => ({ ...toAnswer(answer), clientIp: answer.clientIp })),
      })),
      canSend: draft !== null && canSend(row.state),
      canRevise: draft === null && canRevise(row.state),
      canWithdraw: canDo("withdraw"),
      // Renewals are invoiced and cancelled through their contract.
      canConvert: row.renewsContractId === null && canDo("convert"),
      canCancel: row.renewsContractId === null && canDo("cancel"),
      pictures: pictures.map((id) => ({ id })),
    };
  },
);

/**
 * Prices on offer today, in the office's order. Hourly work has two entries if further hours cost a different
 * amount.
 */
export const listOfferedPrices = query(
  "quotes.read",
  async function listOfferedPrices(ctx): Promise<OfferedPrices> {
    const [items, services] = await Promise.all([
      listPriceItems(ctx),
      ctx.db
        .selectFrom("services")
        .select(["id", "name", "emergency"])
        .where("active", "=", true)
        .orderBy("position")
        .execute(),
    ]);
    const prices = services.flatMap(({ id, name }) =>
      items
        .filter(({ serviceId }) => serviceId === id)
        .flatMap((item) => offersOf(item).map((offer) => ({ ...offer, serviceName: name }))),
    );
    const bookableServices = services.filter(({ emergency }) => !emergency);
    return { prices, services: bookableServices.map(({ id, name }) => ({ id, name })) };
  },
);

function offersOf({ priceId, serviceId, name, mode, unit, fils, nextFils }: PriceItem) {
  if (fils === null) return [];
  const terms = { priceId, serviceId, unit };
  const further = mode === "hourly" && nextFils !== null && nextFils !== fils ? nextFils : null;
  const first = further === null ? name : m.quotes_first_hour({ name: bidiIsolate(name) });
  return [
    { ...terms, id: priceId, description: first, unitFils: fils },
    ...(further === null
      ? []
      : [
          {
            ...terms,
            id: `${priceId}-next`,
            description: m.quotes_next_hour({ name: bidiIsolate(name) }),
            unitFils: further,
          },
        ]),
  ];
}

async function findBookingHead(ctx: Ctx, id: string | null) {
  if (!id) return null;
  const row = await ctx.db
    .selectFrom("bookings")
    .select(["id", "reference", "state"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { head: { id: row.id, reference: row.reference }, state: row.state };
}

function toAnswer(row: {
  answer: "approved" | "changes_requested" | "declined";
  name: string;
  comment: string;
  chosen: number[];
  totalFils: number | null;
  at: Date;
}) {
  const { answer, name, comment, chosen } = row;
  return {
    answer,
    name,
    comment,
    chosenPositions: chosen,
    totalFils: row.totalFils,
    at: row.at.toISOString(),
  };
}

/** Photo that is attached to the quote or can be attached; for the office. */
export const findQuotePhotoForOffice = query(
  "quotes.read",
  async function findQuotePhotoForOffice(ctx, quoteId: string, fileId: string): Promise<StoredFile | null> {
    const quote = await ctx.db
      .selectFrom("quotes")
      .select("bookingId")
      .where("id", "=", quoteId)
      .executeTakeFirst();
    if (!quote) return null;
    const shown = await ctx.db
      .selectFrom("quotePhotos")
      .select("fileId")
      .where("quoteId", "=", quoteId)
      .where("fileId", "=", fileId)
      .executeTakeFirst();
    if (!shown && !(await listBookingPhotos(ctx, quote.bookingId)).includes(fileId)) return null;
    return loadQuoteFile(ctx, fileId);
  },
);

/** Reads with system rights, because access to the quote includes its photos. */
function loadQuoteFile(ctx: Ctx, fileId: string): Promise<StoredFile | null> {
  return findFile({ ...ctx, actor: { role: "system" } }, fileId);
}

export interface QuoteAccess {
  id: string;
  /** Context that acts as the customer; null if the link has expired. */
  ctx: Ctx | null;
}

/** Opens a sent quote by emailed link or as its signed-in customer. Null without access. */
export const openQuote = query(
  "website.open-link",
  async function openQuote(
    ctx,
    config: Pick<Config, "secret">,
    { reference, key = "" }: { reference: string; key?: string },
  ): Promise<QuoteAccess | null> {
    const row = await ctx.db
      .selectFrom("quotes")
      .innerJoin("customers", "customers.id", "quotes.customerId")
      .select(["quotes.id", "customers.userId"])
      .where("reference", "=", reference)
      .where("sentAt", "is not", null)
      .executeTakeFirst();
    if (!row) return null;
    const opened = openDocument(
      ctx,
      config,
      { kind: "quote", id: row.id, userId: row.userId, reference },
      key,
    );
    switch (opened.as) {
      case "customer":
        return { id: row.id, ctx: opened.ctx };
      case "ended":
        return { id: row.id, ctx: null };
      case "stranger":
        return null;
    }
  },
);

export const findOpenedQuote = query(
  "website.open-link",
  async function findOpenedQuote(
    ctx,
    config: Pick<Config, "secret">,
    opening: { reference: string; key?: string },
  ): Promise<OpenedQuote | null> {
    const opened = await openQuote(ctx, config, opening);
    if (!opened) return null;
    return opened.ctx
      ? { quote: await loadQuoteView(opened.ctx, opened.id), linkExpired: false }
      : { quote: null, linkExpired: true };
  },
);

/** View of the last sent version. */
async function loadQuoteView(ctx: Ctx, quoteId: string): Promise<QuoteView> {
  const row = await ctx.db
    .selectFrom("quotes")
    .innerJoin("customers", "customers.id", "quotes.customerId")
    .selectAll("quotes")
    .select("customers.name")
    .where("quotes.id", "=", quoteId)
    .executeTakeFirstOrThrow();
  const [versions, answer, address] = await Promise.all([
    listVersions(ctx, quoteId),
    ctx.db
      .selectFrom("quoteAnswers")
      .selectAll()
      .where("quoteId", "=", quoteId)
      .where("revision", "=", row.revision)
      .orderBy("id", "desc")
      .executeTakeFirst(),
    row.propertyId === null ? null : findPropertyAddress(ctx, row.propertyId),
  ]);
  const version = versions.find(({ number }) => number === row.revision)!;
  const state = effectiveStateOn(dubaiDate(ctx.now), { state: row.state, validUntil: row.validUntil });
  return {
    reference: row.reference,
    renewal: row.renewsContractId !== null,
    state,
    revision: row.revision,
    title: version.title,
    introduction: version.introduction,
    terms: version.terms,
    lines: version.lines.map(({ serviceId: _, priceId: __, ...line }, at) => ({ position: at + 1, ...line })),
    partsUnder: version.partsUnder,
    discount: version.discount,
    depositPercent: version.depositPercent,
    depositRule: version.depositRule,
    vatPercent: await versionVatPercent(ctx, version),
    photos: version.photoIds.map((id) => ({ id })),
    customerName: row.name,
    address: address && flattenAddress(address),
    sentAt: version.sentAt?.toISOString() ?? null,
    validUntil: row.validUntil,
    canAnswer: isAwaitingAnswer(state),
    answer: answer ? toAnswer(answer) : null,
    totalFils: row.totalFils,
    depositFils: row.depositFils,
    convertedBooking: await findWork(ctx, row.workBookingId),
  };
}

async function findWork(ctx: Ctx, bookingId: string | null): Promise<QuoteView["convertedBooking"]> {
  if (bookingId === null) return null;
  const { reference, next, planned } = await ctx.db
    .selectFrom("bookings")
    .select("reference")
    .select((eb) => [
      eb
        .selectFrom("visits")
        .select((visit) => visit.fn.min("startsAt").as("startsAt"))
        .whereRef("bookingId", "=", "bookings.id")
        .where("live", "=", true)
        .where("startsAt", ">", ctx.now)
        .as("next"),
      eb
        .exists(
          eb
            .selectFrom("visits")
            .select("id")
            .whereRef("bookingId", "=", "bookings.id")
            .where("live", "=", true),
        )
        .as("planned"),
    ])
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  return { reference, startsAt: next ? new Date(next).toISOString() : null, isUnplanned: !planned };
}

export const findQuotePhoto = query(
  "quotes.answer",
  async function findQuotePhoto(ctx, quoteId: string, fileId: string): Promise<StoredFile | null> {
    const shown = await ctx.db
      .selectFrom("quotePhotos")
      .innerJoin("quotes", (join) =>
        join.onRef("quotes.id", "=", "quoteId").onRef("quotes.revision", "=", "quotePhotos.revision"),
      )
      .select("fileId")
      .where("quoteId", "=", quoteId)
      .where("fileId", "=", fileId)
      .executeTakeFirst();
    return shown ? loadQuoteFile(ctx, fileId) : null;
  },
);

const MAX_LISTED = 50;

export const listMyQuotes = query("account.use", async function listMyQuotes(ctx): Promise<CustomerQuotes> {
  const today = dubaiDate(ctx.now);
  const rows = await ctx.db
    .selectFrom("quotes")
    .innerJoin("customers", "customers.id", "quotes.customerId")
    .innerJoin("quoteRevisions", (join) =>
      join.onRef("quoteId", "=", "quotes.id").onRef("number", "=", "quotes.revision"),
    )
    .select(["reference", "state", "title", "totalFils", "validUntil", "quotes.sentAt"])
    .where("customers.userId", "=", userIdOf(ctx.actor))
    .where("quotes.sentAt", "is not", null)
    .orderBy("quotes.sentAt", "desc")
    .limit(MAX_LISTED)
    .execute();
  return {
    quotes: rows.map((row) => ({
      reference: row.reference,
      state: effectiveStateOn(today, { state: row.state, validUntil: row.validUntil }),
      title: row.title,
      totalFils: row.totalFils,
      validUntil: row.validUntil,
      sentAt: row.sentAt?.toISOString() ?? null,
    })),
  };
});
