import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables";
import type { TextChannel } from "./channel";

/* Services that refuse our account. The office sees them until the service accepts a text again. */

type Db = Kysely<Tables>;

export async function recordChannelFailure(db: Db, channel: TextChannel, reason: string): Promise<void> {
  const failure = { reason, failedAt: sql<Date>`clock_timestamp()` };
  await db
    .insertInto("channelFailures")
    .values({ channel, ...failure })
    .onConflict((conflict) => conflict.column("channel").doUpdateSet(failure))
    .execute();
}

export async function clearChannelFailure(db: Db, channel: TextChannel): Promise<void> {
  await db.deleteFrom("channelFailures").where("channel", "=", channel).execute();
}

/** Reason by channel. */
export async function findChannelFailures(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom("channelFailures").select(["channel", "reason"]).execute();
  return new Map(rows.map(({ channel, reason }) => [channel, reason]));
}
