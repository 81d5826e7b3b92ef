import { sql } from "kysely";
import { officeRoles } from "~/platform/auth/actor";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { isInMonthsSince } from "~/platform/events/trail.server";
import { instantOfCursor, keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import { describeRecords, matchesSearchText } from "./records.server";
import type { TrailDetail, TrailEntry } from "./views";

export interface TrailFilter extends PageParams {
  /** Reference or id of a record, or part of a person's name, email or phone. */
  search?: string;
  /** Account id of the actor, or `system`. */
  by?: string;
  kind?: string;
  /** Event type, such as `booking.cancelled`. */
  type?: string;
  /** Dubai days, both included. */
  from?: string;
  until?: string;
}

const latestFirst = keyset("desc", ["instant", "trail.at"], ["number", "trail.id"]);

/** Days that are read first, because each month of the trail costs time. All months are read if these do not fill a page. */
const RECENT_DAYS = [31, 366];

/** Lists the audit trail, newest first. */
export const listTrail = query("activity.read", async function listTrail(ctx, filter: TrailFilter) {
  const filtered = await filterEntries(ctx, filter);
  const { rows, nextCursor } = await readLatestFirst(ctx, filtered, filter);
  return { entries: await entriesOf(ctx, rows), nextCursor };
});

type Entries = ReturnType<typeof entries>;

async function filterEntries(ctx: Ctx, filter: TrailFilter): Promise<(rows: Entries) => Entries> {
  const searched = filter.search ? await matchesSearchText(ctx, filter.search) : null;
  return (rows) => {
    let filtered = rows;
    if (filter.by === "system")
      filtered = filtered.where("actorId", "is", null).where("actorRole", "=", "system");
    else if (filter.by) filtered = filtered.where("actorId", "=", filter.by);
    if (filter.kind) filtered = filtered.where("subjectType", "=", filter.kind);
    if (filter.type) filtered = filtered.where("type", "=", filter.type);
    if (filter.from) filtered = filtered.where("trail.at", ">=", dubaiInstant(filter.from, "00:00"));
    if (filter.until) filtered = filtered.where("trail.at", "<", endOf(filter.until));
    return searched ? filtered.where(searched) : filtered;
  };
}

/** A page that the latest days fill is the page of all entries, because its order begins with the time. */
async function readLatestFirst(ctx: Ctx, filtered: (rows: Entries) => Entries, filter: TrailFilter) {
  const { cursor, pageEnd, from, until } = filter;
  const end = instantOfCursor(cursor, latestFirst) ?? (until ? endOf(until) : undefined);
  const read = (since?: Date) => {
    let rows = filtered(entries(ctx, since && { since, until: end }));
    // The months of the ids exclude the other ones before they are opened.
    if (since) rows = rows.where("trail.at", ">=", since).where(isInMonthsSince("trail.id", since, end));
    if (end) rows = rows.where("trail.at", "<=", end);
    return readPage(rows, latestFirst, filter);
  };
  const last = instantOfCursor(pageEnd, latestFirst);
  if (last) return read(new Date(last.getTime() - 1));
  for (const days of RECENT_DAYS) {
    const since = addDays(dubaiDate(end ?? ctx.now), -days);
    if (from && from >= since) break;
    const page = await read(dubaiInstant(since, "00:00"));
    if (page.nextCursor) return page;
  }
  return read();
}

const endOf = (day: string) => dubaiInstant(addDays(day, 1), "00:00");

/** Entry with its changes; null if unknown. */
export const findTrailEntry = query(
  "activity.read",
  async function findTrailEntry(ctx, id: string): Promise<TrailDetail | null> {
    const row = await entries(ctx)
      .select([
        "fields",
        "before",
        "after",
        "reason",
        "requestId",
        sql<string | null>`host(client_ip)`.as("ip"),
      ])
      .where("trail.id", "=", Number(id))
      .executeTakeFirst();
    if (!row) return null;
    const [entry] = await entriesOf(ctx, [row]);
    const changedFields = row.fields.map((field) => ({
      field,
      before: row.before?.[field] ?? null,
      after: row.after?.[field] ?? null,
    }));
    const emptied = row.fields.length > 0 && row.before === null && row.after === null;
    return {
      ...entry!,
      changes: emptied ? [] : await resolveTechnicianNames(ctx, changedFields),
      valuesErased: emptied,
      reason: row.reason,
      requestId: row.requestId,
      clientIp: row.ip,
    };
  },
);

/** Replaces technician ids with names. */
async function resolveTechnicianNames(
  ctx: Ctx,
  changes: TrailDetail["changes"],
): Promise<TrailDetail["changes"]> {
  const asRecord = (value: unknown) => ({ kind: "technician", id: typeof value === "string" ? value : null });
  const technicianChanges = changes.filter(({ field }) => field === "technicianId");
  const recordOf = await describeRecords(
    ctx,
    technicianChanges.flatMap(({ before, after }) => [asRecord(before), asRecord(after)]),
  );
  const nameOf = (value: unknown) => recordOf(asRecord(value)).name ?? value;
  return changes.map((change) =>
    technicianChanges.includes(change)
      ? { field: "technician", before: nameOf(change.before), after: nameOf(change.after) }
      : change,
  );
}

/** Staff and technicians with an account, by name, as filter options. */
export const listTrailPeople = query("activity.read", async function listTrailPeople(ctx) {
  return {
    people: await ctx.db
      .selectFrom("users")
      .select(["id", "name"])
      .where("role", "in", [...officeRoles, "technician"])
      .orderBy("name")
      .orderBy("id")
      .execute(),
  };
});

/** `months`: of the entries, if known. */
function entries(ctx: Ctx, months?: { since: Date; until?: Date }) {
  return ctx.db
    .selectFrom("trail")
    .leftJoin("trailValues", (join) =>
      join
        .onRef("trailValues.trailId", "=", "trail.id")
        .$call((join) =>
          months ? join.on(isInMonthsSince("trailValues.trailId", months.since, months.until)) : join,
        ),
    )
    .leftJoin("apiKeys", "apiKeys.id", "trail.apiKeyId")
    .select(["trail.id", "trail.at", "trail.type", "trail.data", "actorId", "actorRole", "actorName"])
    .select(["subjectType as kind", "subjectId", "apiKeyId", "apiKeys.name as keyName"]);
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>["execute"]>>[number];

async function entriesOf(ctx: Ctx, rows: readonly EntryRow[]): Promise<TrailEntry[]> {
  const recordOf = await describeRecords(
    ctx,
    rows.map(({ kind, subjectId }) => ({ kind, id: subjectId })),
  );
  return rows.map(({ id, at, type, data, actorRole, actorId, actorName, kind, subjectId, ...by }) => ({
    id: String(id),
    at: at.toISOString(),
    type,
    data,
    actor: {
      role: actorRole,
      id: actorId,
      name: actorName,
      key: by.apiKeyId && (by.keyName ?? ""),
    },
    record: recordOf({ kind, id: subjectId }),
  }));
}
