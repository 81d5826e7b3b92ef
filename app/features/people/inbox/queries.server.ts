import { type Kysely, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { keyset, type PageParams, readPage } from "~/platform/lists/keyset.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { contractSearchText } from "../../core/packages/queries.server";
import {
  type InboxDetail,
  type InboxFilter,
  type InboxItem,
  type ItemState,
  inboxTransitionNames,
} from "./inbox";

const newestFirst = keyset("desc", ["instant", "item.received_at"], ["id", "item.id"]);

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
      .where("trail.subject_id", "=", id)
      .orderBy("id", "desc")
      .execute();
    return {
      ...toInboxItem(row),
      address: row.address,
      history: history.map(({ id, data, actor_name, at }) => ({
        id,
        transition:
          inboxTransitionNames.find((name) => name === (data as { transition: string }).transition) ??
          "reopen",
        actorName: actor_name,
        at: at.toISOString(),
      })),
    };
  },
);

const stateOf = sql<ItemState>`COALESCE(inbox_item_states.state, 'open')`;

// Same expression as the trigram index `contact_messages_search`.
export const messageSearchText = sql<string>`contact_messages.reference || ' ' || name || ' ' || email || ' ' || coalesce(phone, '')`;

/** Reads each kind by its own index, because a join would sort all rows for each page. */
function items(ctx: Ctx, typed?: string) {
  const messages = ctx.db
    .selectFrom("contact_messages")
    .select(["id", "reference", sql<InboxItem["kind"]>`'message'`.as("kind")])
    .select(["name", "email", "phone", "message"])
    .select([sql<string | null>`NULL::text`.as("package_id"), sql<string | null>`NULL::text`.as("address")])
    .select("sent_at as received_at")
    .$if(typed !== undefined, (rows) => rows.where(matchesSearch(messageSearchText, typed ?? "")));
  const contracts = ctx.db
    .selectFrom("contracts")
    .select(["id", "reference", sql<InboxItem["kind"]>`'contract'`.as("kind")])
    .select(["contact_name as name", "contact_email as email", "contact_phone as phone", "message"])
    .select(["package_id", "address", "requested_at as received_at"])
    .$if(typed !== undefined, (rows) => rows.where(matchesSearch(contractSearchText, typed ?? "")));
  return ctx.db
    .selectFrom(messages.unionAll(contracts).as("item"))
    .leftJoin("packages", "packages.id", "item.package_id")
    .leftJoin("inbox_item_states", "inbox_item_states.item_id", "item.id")
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
      "inbox_item_states.version",
      "last.actor_name",
      "packages.name as package_name",
    ]);
}

/** Transitions of items from the audit trail. */
function selectTransitions(db: Kysely<Tables>) {
  return db
    .selectFrom("trail")
    .leftJoin("trail_values", "trail_values.trail_id", "trail.id")
    .select(["trail.id", "trail.at", "trail.data", "trail_values.actor_name"])
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
    packageName: row.package_name,
    receivedAt: row.received_at.toISOString(),
    actorName: state === "open" ? null : row.actor_name,
  };
}
