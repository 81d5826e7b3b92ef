import { createHash } from "node:crypto";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { clientRange } from "~/platform/http/limits/client-address.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { domainOf, mailboxOf } from "../../bookings/link/mailbox";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** A mail that whoever sent a form has sent to the address that was written into it. */
interface AskedMail {
  email: string;
  /** Of the entry in the trail, which knows where the form came from. */
  trailId: number;
  about: "answer" | "booking";
}

/**
 * Anybody can write anybody's email into a form: so many such mails go to one mailbox a day, and to one domain and for one network an
 * hour; more where more times may be held, as whoever raises that has many guests (docs/security.md). Takes one of them; false: there
 * is none left. The office is told of all.
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

/** Counted, and named nowhere: a domain may be one person's, and a mailbox is written in many ways. */
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
