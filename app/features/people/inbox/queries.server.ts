import { type Kysely, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
import {
  type InboxDetail,
  type InboxFilter,
  type InboxItem,
  type ItemState,
  inboxTransitionNames,
} from "./inbox";

const newestFirst = keyset("desc", ["instant", "item.receivedAt"], ["id", "item.id"]);

/** Lists inbox items, newest first. */
export const listInbox = query(
  "customers.read",
  async function listInbox(ctx, filter: InboxFilter & PageParams) {
    let itemsQuery = items(ctx, filter.search);
    if (filter.state) itemsQuery = itemsQuery.where(stateOf, "=", filter.state);
    const { rows, nextCursor } = await readPage(itemsQuery, newestFirst, filter);
    return { items: rows.map(toInboxItem), nextCursor };
  },
);

/** Item with its history; null if unknown. */
export const findInboxItem = query(
  "customers.read",
  async function findInboxItem(ctx, id: string): Promise<InboxDetail | null> {
    const row = await items(ctx).where("item.id", "=", id).executeTakeFirst();
    if (!row) return null;
    const history = await selectTransitions(ctx.db)
      .where("trail.subjectId", "=", id)
      .orderBy("id", "desc")
      .execute();
    return {
      ...toInboxItem(row),
      address: row.address,
      history: history.map(({ id, data, actorName, at }) => ({
        id,
        transition:
          inboxTransitionNames.find((name) => name === (data as { transition: string }).transition) ??
          "reopen",
        actorName,
        at: at.toISOString(),
      })),
    };
  },
);

const stateOf = sql<ItemState>`COALESCE(inbox_item_states.state, 'open')`;

/** Reads each kind by its own index, because a join would sort all rows for each page. */
function items(ctx: Ctx, typed?: string) {
  const messages = ctx.db
    .selectFrom("contactMessages")
    .select(["id", "reference", sql<InboxItem["kind"]>`'message'`.as("kind")])
    .select(["name", "email", "phone", "message"])
    .select([sql<string | null>`NULL::text`.as("packageId"), sql<string | null>`NULL::text`.as("address")])
    .select("sentAt as receivedAt")
    .$if(typed !== undefined, (rows) => rows.where(matchesSearch("contactMessages", typed ?? "")));
  const contracts = ctx.db
    .selectFrom("contracts")
    .select(["id", "reference", sql<InboxItem["kind"]>`'contract'`.as("kind")])
    .select(["contactName as name", "contactEmail as email", "contactPhone as phone", "message"])
    .select(["packageId", "address", "requestedAt as receivedAt"])
    .$if(typed !== undefined, (rows) => rows.where(matchesSearch("contracts", typed ?? "")));
  return ctx.db
    .selectFrom(messages.unionAll(contracts).as("item"))
    .leftJoin("packages", "packages.id", "item.packageId")
    .leftJoin("inboxItemStates", "inboxItemStates.itemId", "item.id")
    .leftJoinLateral(
      selectTransitions(ctx.db)
        .where(sql<boolean>`trail.subject_id = item.id::text`)
        .orderBy("id", "desc")
        .limit(1)
        .as("last"),
      (join) => join.onTrue(),
    )
    .selectAll("item")
    .select([
      stateOf.as("state"),
      "inboxItemStates.version",
      "last.actorName",
      "packages.name as packageName",
    ]);
}

/** Transitions of items from the audit trail. */
function selectTransitions(db: Kysely<Tables>) {
  return db
    .selectFrom("trail")
    .leftJoin("trailValues", "trailValues.trailId", "trail.id")
    .select(["trail.id", "trail.at", "trail.data", "trailValues.actorName"])
    .where("trail.type", "=", "inbox.item-state-changed");
}

type ItemRecord = Awaited<ReturnType<ReturnType<typeof items>["execute"]>>[number];

function toInboxItem(row: ItemRecord): InboxItem {
  const { id, reference, kind, state, name, email, phone, message } = row;
  return {
    id,
    reference,
    kind,
    state,
    version: row.version ?? 0,
    name,
    email,
    phone,
    message,
    packageName: row.packageName,
    receivedAt: row.receivedAt.toISOString(),
    actorName: state === "open" ? null : row.actorName,
  };
}
