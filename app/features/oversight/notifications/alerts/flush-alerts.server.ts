import { sql } from "kysely";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import type { EventType } from "~/platform/events/events";
import { type OutboxEvent, withReasons } from "~/platform/events/events.server";
import type { RecordedEvent } from "~/platform/events/reaction.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { currentLocale, type Locale } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { log } from "~/platform/log.server";
import { recordMailEvents } from "~/platform/mail/mail.server";
import { queueEmail } from "~/platform/messaging/queue-email.server";
import { combineAlerts } from "../templates/office/combined-alerts";
import { type Alert, type AlertReaction, isIntervalOver, queueAlert, streamOf } from "./alert.server";
import { alertReactions } from "./alert-reactions.server";

/** Events of one email; the others wait for the next one. */
const MAX_EVENTS = 500;
/** Age at which an event whose email cannot be written is given up, in days. */
const MAX_AGE_DAYS = 2;

/** Sends one email for each stream whose interval is over. Concurrent workers wait for each other, and send one. */
export async function flushAlerts(ctx: Ctx, config: Config): Promise<void> {
  const due = await ctx.db
    .selectFrom("alertStreams")
    .select("stream")
    .where(isIntervalOver(config.alertIntervalMs))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("pendingAlerts")
          .select("trailId")
          .whereRef("pendingAlerts.stream", "=", "alertStreams.stream"),
      ),
    )
    .orderBy("lastMailAt")
    .execute();
  const logged = {
    code: "alerts-not-sent",
    failed: "A combined email could not be written, and will be tried again",
    idOf: ({ stream }: (typeof due)[number]) => stream,
  };
  await forEachIsolated(due, logged, ({ stream }) => flushStream(ctx, config, stream));
}

interface WrittenAlert {
  trailId: number;
  alert: Alert;
  locale: Locale;
}

async function flushStream(ctx: Ctx, config: Config, stream: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    // Waits instead of skipping, because the reactions of a flood lock the row all the time.
    const locked = await ctx.db
      .selectFrom("alertStreams")
      .select("stream")
      .where("stream", "=", stream)
      .where(isIntervalOver(config.alertIntervalMs))
      .forUpdate()
      .executeTakeFirst();
    if (!locked) return;
    const kind = stream.slice(0, stream.indexOf(" "));
    const events = await takeEvents(ctx, stream);
    const reaction = alertReactions.find(({ name }) => name === kind);
    if (!reaction) {
      log.warn("alert-unknown", "The kind of a waiting email no longer exists", { kind });
      return;
    }
    const written = await writeAll(ctx, config, { reaction, stream, events });
    const [first, ...others] = written;
    if (!first) return;
    await ctx.db
      .updateTable("alertStreams")
      .set({ lastMailAt: sql`clock_timestamp()` })
      .where("stream", "=", stream)
      .execute();
    const { trailId, alert, locale } = first;
    const { recipient, replyTo, sender } = alert;
    await inLocale(locale, async () => {
      if (others.length === 0) return queueAlert(ctx, { kind, trailId, alert });
      await queueEmail(ctx, {
        ...{ kind, trailId, recipient, sender },
        // Answers to one of several customers would reach only the first.
        replyTo: written.every((one) => one.alert.replyTo === replyTo) ? replyTo : null,
        message: combineAlerts(written.map((one) => one.alert)),
      });
      await recordMailEvents(
        ctx,
        { trailId, kind, recipient },
        others.map((one) => one.trailId),
      );
    });
  });
}

async function takeEvents(ctx: Ctx, stream: string): Promise<RecordedEvent<EventType>[]> {
  const { rows } = await sql<OutboxEvent>`
    WITH taken AS (
      DELETE FROM pending_alerts WHERE stream = ${stream} AND trail_id IN (
        SELECT trail_id FROM pending_alerts WHERE stream = ${stream} ORDER BY trail_id LIMIT ${MAX_EVENTS}
      ) RETURNING trail_id
    )
    SELECT id, type, subject_id AS "subjectId", data, actor_role AS "actorRole", request_id AS "requestId",
      NULL AS traceparent
    FROM trail WHERE id IN (SELECT trail_id FROM taken) ORDER BY id`.execute(ctx.db);
  return withReasons(ctx.db, rows);
}

/** An event whose email cannot be written waits for the next attempt, without the others. */
async function writeAll(
  ctx: Ctx,
  config: Config,
  {
    reaction,
    stream,
    events,
  }: { reaction: AlertReaction<EventType>; stream: string; events: RecordedEvent<EventType>[] },
): Promise<WrittenAlert[]> {
  const written: WrittenAlert[] = [];
  for (const event of events) {
    try {
      await inTransaction(ctx, (ctx) =>
        reaction.write(ctx, event, { config }, (alert) => {
          if (streamOf(reaction.name, alert) === stream)
            written.push({ trailId: event.id, alert, locale: currentLocale() });
        }),
      );
    } catch (error) {
      log.error("alert-not-written", "An email to the office could not be written", {
        error,
        kind: reaction.name,
        event: event.type,
        requestId: event.requestId,
      });
      await sql`
        INSERT INTO pending_alerts (stream, trail_id, queued_at)
        SELECT ${stream}, id, at FROM trail
        WHERE id = ${event.id} AND at > now() - ${MAX_AGE_DAYS} * interval '1 day'`.execute(ctx.db);
    }
  }
  return written;
}

/** Streams without a recent email, such as those of technicians who left. */
export async function purgeAlertStreams(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("alertStreams")
    .where("lastMailAt", "<", sql<Date>`clock_timestamp() - interval '1 day'`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("pendingAlerts")
            .select("trailId")
            .whereRef("pendingAlerts.stream", "=", "alertStreams.stream"),
        ),
      ),
    )
    .execute();
}
