import { createHash } from "node:crypto";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { clientRange, NETWORKS_OF_SITE, siteOfNetwork } from "~/platform/http/limits/client-address.server";
import { takeAttempt } from "~/platform/http/limits/rate-limit.server";
import { domainOf, mailboxOf } from "../../../operations/bookings/link/mailbox";

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Email to an address that was entered in a form. */
interface FormMail {
  email: string;
  /** Audit log entry, which has the network address of the sender. */
  trailId: number;
  about: "answer" | "booking" | "emergency";
}

/**
 * Takes one email from the budgets of the mailbox, domain and network, because a form accepts a stranger's
 * address (docs/security.md). The limits grow with the allowed holds. Returns false if a budget is used up.
 * Emergencies do not count against their network, because mobile carriers share addresses among thousands.
 */
export async function takeFromMailBudget(
  ctx: Ctx,
  { unconfirmedHolds }: Pick<Config, "unconfirmedHolds">,
  { email, trailId, about }: FormMail,
): Promise<boolean> {
  const network = about === "emergency" ? null : await findNetwork(ctx, trailId);
  const maxPerMailbox = about === "answer" ? 3 : 2 * unconfirmedHolds;
  const mailbox = about === "answer" ? "answer" : "booking";
  const site = network && siteOfNetwork(network);
  const maxPerNetwork = 10 * unconfirmedHolds;
  const budgets = [
    { key: `${mailbox}-mail ${hashOfAddress(mailboxOf(email))}`, max: maxPerMailbox, seconds: DAY },
    { key: `asked-mail domain ${hashOfAddress(domainOf(email))}`, max: 40 * unconfirmedHolds, seconds: HOUR },
    ...(network ? [{ key: `asked-mail network ${network}`, max: maxPerNetwork, seconds: HOUR }] : []),
    ...(site
      ? [{ key: `asked-mail network ${site}`, max: NETWORKS_OF_SITE * maxPerNetwork, seconds: HOUR }]
      : []),
  ];
  for (const budget of budgets) if (!(await takeAttempt(ctx, budget)).ok) return false;
  return true;
}

/** Avoids personal data in the counters. */
export function hashOfAddress(value: string): string {
  return createHash("sha256").update(value).digest("base64url");
}

async function findNetwork(ctx: Ctx, trailId: number): Promise<string | null> {
  const values = await ctx.db
    .selectFrom("trailValues")
    .select("clientIp")
    .where("trailId", "=", trailId)
    .executeTakeFirst();
  return values?.clientIp ? clientRange(values.clientIp) : null;
}
