import { command, query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { refuse } from "~/platform/http/refusal";
import type { CustomerChannel, TextChannel } from "~/platform/messaging/channel";
import { hasOptedOut, listOptOuts, optIn } from "~/platform/messaging/messages.server";
import { findChannelChoice, recordChannelChoice } from "../../../core/customers/channel-choice.server";
import type { VisitChanges } from "../account";
import { currentUser } from "../current-user.server";
import { saveProfile } from "../save-profile.server";
import type { OwnChannels } from "../views";

/** Customer record of the signed-in person; undefined before the first booking. */
function findOwnCustomer(ctx: Ctx) {
  return ctx.db
    .selectFrom("customers")
    .select(["id", "phone"])
    .where("userId", "=", currentUser(ctx).userId)
    .executeTakeFirst();
}

/**
 * A completed booking shows that the phone is the person's own. Otherwise an account could name the phone of another
 * person, who has stopped messages.
 */
async function isProvenPhone(ctx: Ctx, phone: string): Promise<boolean> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select("id")
    .where("userId", "=", currentUser(ctx).userId)
    .where("contactPhone", "=", phone)
    .where("state", "=", "completed")
    .limit(1)
    .executeTakeFirst();
  return booking !== undefined;
}

/** `configured`: channels of text messages whose service is configured. */
export const getOwnChannels = query(
  "account.use",
  async function getOwnChannels(
    ctx,
    { configured }: { configured: readonly TextChannel[] },
  ): Promise<OwnChannels> {
    const customer = await findOwnCustomer(ctx);
    if (!customer?.phone) return { channels: [], phone: null, chosen: null, closed: [], canReopen: false };
    const closed = await listOptOuts(ctx.db, customer.phone);
    return {
      channels: [...configured],
      phone: customer.phone,
      chosen: await findChannelChoice(ctx, customer.id),
      closed: configured.filter((channel) => closed.includes(channel)),
      canReopen: await isProvenPhone(ctx, customer.phone),
    };
  },
);

export const chooseChannel = command(
  "account.use",
  async function chooseChannel(ctx, channel: CustomerChannel) {
    const customer = await findOwnCustomer(ctx);
    if (!customer) return refuse("not-found");
    await recordChannelChoice(ctx, { customerId: customer.id, channel, form: "account" });
    return { ok: true };
  },
);

/** Opens a channel again that the person stopped. */
export const reopenChannel = command("account.use", async function reopenChannel(ctx, channel: TextChannel) {
  const phone = (await findOwnCustomer(ctx))?.phone;
  if (!phone || !(await hasOptedOut(ctx.db, channel, phone)) || !(await isProvenPhone(ctx, phone)))
    return refuse("not-found");
  await optIn(ctx.db, channel, phone);
  return { ok: true };
});

export const chooseVisitChanges = command(
  "visits.report",
  async function chooseVisitChanges(ctx, visitChanges: VisitChanges) {
    await saveProfile(ctx, currentUser(ctx).userId, { visitChanges });
    return { ok: true };
  },
);
