import { createHash } from "node:crypto";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { clientRange } from "~/platform/http/limits/client-address.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { domainOf, mailboxOf } from "../../bookings/link/mailbox";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** An email triggered by a form and sent to the address entered in it. */
interface AskedMail {
  email: string;
  /** Audit log entry, which has the network address of the sender. */
  trailId: number;
  about: "answer" | "booking";
}

/**
 * Limits emails to addresses entered in forms, because the address may be a stranger's: per mailbox and day,
 * per domain and hour, per network and hour. The limits rise with the number of holds allowed, because such a
 * business has many guests (docs/security.md). Uses one email of the budget; false if none is left. The
 * office is always notified.
 */
export async function takeMail(
  ctx: Ctx,
  { unconfirmedHolds }: Pick<Config, "unconfirmedHolds">,
  { email, trailId, about }: AskedMail,
): Promise<boolean> {
  const network = await findNetwork(ctx, trailId);
  const toMailbox = about === "answer" ? 3 : 2 * unconfirmedHolds;
  const budgets = [
    { key: `${about}-mail ${unnamed(mailboxOf(email))}`, max: toMailbox, seconds: DAY },
    { key: `asked-mail domain ${unnamed(domainOf(email))}`, max: 40 * unconfirmedHolds, seconds: HOUR },
    ...(network ? [{ key: `asked-mail network ${network}`, max: 10 * unconfirmedHolds, seconds: HOUR }] : []),
  ];
  for (const budget of budgets) if (!(await takeAttempt(ctx, budget)).ok) return false;
  return true;
}

/** Hashed for counting, because a domain may belong to one person and a mailbox has many spellings. */
function unnamed(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}

async function findNetwork(ctx: Ctx, trailId: number): Promise<string | null> {
  const values = await ctx.db
    .selectFrom("trail_values")
    .select("client_ip")
    .where("trail_id", "=", trailId)
    .executeTakeFirst();
  return values?.client_ip ? clientRange(values.client_ip) : null;
}
