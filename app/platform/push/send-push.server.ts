import { sql } from "kysely";
import type { Ctx } from "../context";
import { dueIn } from "../jobs/queue.server";
import { localeOrDefault } from "../locale/locale";
import { inLocale } from "../locale/locale.server";
import { log } from "../log.server";
import { pushAttempts } from "../metrics/metrics.server";
import type { PushMessage, PushOptions } from "./push-message";
import { listActiveSubscriptions } from "./push-subscriptions.server";
import { type PushConfig, type PushOutcome, postPush } from "./push-transport.server";

export interface PushResult {
  /** Devices that the user has, including those whose push service asked for a pause. */
  devices: number;
  /** Devices whose push service accepted the message. */
  accepted: number;
  /** Devices for which another attempt may succeed. */
  failed: number;
  /** Pause that a push service asked for. */
  retryAfterMs: number | null;
}

/** Sends a message to all devices of a user, written in the language of each. Call outside a transaction. */
export async function sendPush(
  ctx: Pick<Ctx, "db">,
  config: PushConfig,
  userId: string,
  write: () => PushMessage | Promise<PushMessage>,
  options: PushOptions,
): Promise<PushResult> {
  const now = new Date();
  const devices = await listActiveSubscriptions({ db: ctx.db, now }, [userId]);
  const outcomes = await Promise.all(
    devices.map(async ({ id, language, pausedUntil, ...target }): Promise<PushOutcome> => {
      if (pausedUntil && pausedUntil > now) {
        return { result: "failed", retryAfterMs: pausedUntil.getTime() - now.getTime(), error: "paused" };
      }
      const message = await inLocale(localeOrDefault(language), write);
      const outcome = await postPush(config, target, message, options);
      await recordOutcome(ctx, id, outcome);
      return outcome;
    }),
  );
  const failed = outcomes.filter((outcome) => outcome.result === "failed");
  const pauses = failed.flatMap(({ retryAfterMs }) => retryAfterMs ?? []);
  return {
    devices: outcomes.filter(({ result }) => result !== "gone").length,
    accepted: outcomes.filter(({ result }) => result === "accepted").length,
    failed: failed.length,
    retryAfterMs: pauses.length > 0 ? Math.min(...pauses) : null,
  };
}

async function recordOutcome({ db }: Pick<Ctx, "db">, id: string, outcome: PushOutcome): Promise<void> {
  pushAttempts.inc({ result: outcome.result });
  switch (outcome.result) {
    case "accepted":
      await db
        .updateTable("pushSubscriptions")
        .set({ lastSuccessAt: sql`clock_timestamp()`, failures: 0, pausedUntil: null })
        .where("id", "=", id)
        .execute();
      return;
    case "gone":
      await db.deleteFrom("pushSubscriptions").where("id", "=", id).execute();
      return;
    case "refused":
      log.error("push-refused", "A push service refused a message", { subscription: id });
      return;
    case "failed":
      log.warn("push-failed", "A push message could not be delivered to the push service", {
        subscription: id,
        error: outcome.error,
      });
      await db
        .updateTable("pushSubscriptions")
        .set({
          failures: sql`failures + 1`,
          ...(outcome.retryAfterMs !== null && { pausedUntil: dueIn(outcome.retryAfterMs) }),
        })
        .where("id", "=", id)
        .execute();
  }
}
