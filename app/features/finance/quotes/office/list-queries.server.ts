import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { countUpTo } from "~/platform/lists/count-up-to.server";
import {
  type CountsParam,
  includeCounts,
  keyset,
  type PageParams,
  readPage,
} from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import { isOwnedByMatching, matchesOwnOrCustomer } from "../../../core/customers/search.server";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { isAwaiting } from "../awaiting.server";
import { type QuoteOutcome, type QuoteState, quoteOutcomes, quoteStates } from "../quote";
import type { QuoteList, QuoteRow } from "../views";

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
 * Effective state: past its last day a quote counts as expired, even before the hourly job has run.
 * `stateCondition` is the same as an indexable condition.
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

/** Conditions without the search. */
function filtersOf(filter: QuoteFilter, today: string): RawBuilder<boolean>[] {
  const filters: RawBuilder<boolean>[] = [];
  if (filter.state) filters.push(stateCondition(filter.state, today));
  if (filter.customer) filters.push(sql`quotes.customer_id = ${filter.customer}`);
  if (filter.booking)
    filters.push(sql`(quotes.booking_id = ${filter.booking} OR quotes.work_booking_id = ${filter.booking})`);
  if (filter.outcome) filters.push(sql`quotes.state = ANY(${[...quoteOutcomes[filter.outcome]]}::text[])`);
  if (filter.from) filters.push(sql`quotes.sent_at >= ${dubaiInstant(filter.from, "00:00")}`);
  if (filter.to) filters.push(sql`quotes.sent_at < ${dubaiInstant(addDays(filter.to, 1), "00:00")}`);
  return filters;
}

export const listQuotes = query(
  "quotes.read",
  async function listQuotes(ctx, filter: QuoteFilter): Promise<QuoteList> {
    const today = dubaiDate(ctx.now);
    const selection = ctx.db
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
    const filters = filtersOf(filter, today);
    if (filter.search)
      filters.push(await searchCondition(ctx, filter.search, { filter, filters: [...filters] }));
    const filtered = filters.reduce((rows, condition) => rows.where(condition), selection);
    const [{ rows, nextCursor }, totals] = await Promise.all([
      readPage(filtered, newestFirst, filter),
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
          area: row.area ? placeInReaderLanguage(row.area) : null,
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

/** Search by number, title or customer. */
function searchCondition(
  ctx: Ctx,
  typed: string,
  { filter, filters }: { filter: QuoteFilter; filters: RawBuilder<boolean>[] },
): Promise<RawBuilder<boolean>> {
  const page = { table: "quotes", filters, order: newestFirst, params: filter };
  const ownMatch = sql`SELECT id FROM (
      SELECT found.id FROM quotes AS found WHERE ${matchesSearch("found", typed)}
      UNION ALL
      SELECT found.quote_id FROM quote_revisions AS found WHERE ${matchesSearch("found", typed)}
    ) AS named`;
  const isMatching = sql<boolean>`(${matchesSearch("quotes", typed)} OR ${isOwnedByMatching("quotes", typed, filter)}
    OR EXISTS (SELECT FROM quote_revisions AS version WHERE version.quote_id = quotes.id
      AND ${matchesSearch("version", typed)} OFFSET 0))`;
  return matchesOwnOrCustomer(ctx, typed, page, { ownMatch, isMatching });
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
