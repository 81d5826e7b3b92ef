import { m } from "~/paraglide/messages";
import { userIdOf } from "../auth/actor";
import type { Ctx } from "../context";
import { tooManyRequests } from "../errors";
import { clientNetwork } from "../http/limits/client-address.server";
import { takeAttempt } from "../http/limits/rate-limit.server";

const CLIENT_SECONDS = 15 * 60;
const ALL_SECONDS = 60 * 60;

interface ReportLimit {
  kind: string;
  client: number;
  all: number;
}

/** Browsers' reports are limited, because anyone can forge them. Throws 429. */
export async function limitClientReports(ctx: Ctx, { kind, client, all }: ReportLimit): Promise<void> {
  const clientKey = userIdOf(ctx.actor) ?? clientNetwork(ctx.clientIp);
  const limits = [
    { key: `client-report ${kind} ${clientKey}`, max: client, seconds: CLIENT_SECONDS },
    { key: `client-report ${kind}`, max: all, seconds: ALL_SECONDS },
  ];
  for (const limit of limits) {
    const attempt = await takeAttempt(ctx, limit);
    if (attempt.ok) continue;
    const seconds = attempt.retryAfterSeconds;
    throw tooManyRequests(seconds, m.common_error_rate_limited({ seconds }));
  }
}
