import type { Person } from "~/platform/auth/actor";
import { officeRoles } from "~/platform/auth/actor";
import { may } from "~/platform/auth/permissions";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { inLocale } from "~/platform/locale/locale.server";
import { queueMail } from "~/platform/mail/mail.server";
import { renderMail } from "~/platform/messaging/queue-email.server";
import { addDays, dubaiDate, dubaiTime, weekdayOf } from "~/platform/time";
import { getBusiness } from "../../../core/business/queries.server";
import { createSecondFactorCheck } from "../../../people/accounts/sign-in/second-factor.server";
import { unsubscribeUrl } from "../../../people/accounts/unsubscribe-link.server";
import {
  type FiguresQuery,
  getBookingFigures,
  getQuoteFigures,
  getResponseTargetFigures,
  getRevenueFigures,
  getWorkFigures,
} from "../../analytics/queries.server";
import type { Range } from "../../analytics/range";
import type { SummaryFigures } from "../../analytics/summary";
import { localeOfRecipient } from "../email/recipient-locale.server";
import { weeklySummary } from "../templates/office/weekly-summary";

const MONDAY = 1;
/** Dubai time. */
const SEND_AT = "07:00";

/**
 * Runs once per week and person across workers. Failed or missed emails are sent later on the same Monday.
 */
export async function sendWeeklySummaries(ctx: Ctx, config: Config): Promise<void> {
  const day = dubaiDate(ctx.now);
  if (weekdayOf(day) !== MONDAY || dubaiTime(ctx.now) < SEND_AT) return;
  const waiting = await ctx.db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.userId", "users.id")
    .select(["users.id", "users.name", "users.email", "users.role", "users.twoFactorEnabled"])
    .where("profiles.weeklySummary", "=", true)
    .where("users.role", "in", officeRoles)
    .where("users.banned", "is not", true)
    .where("users.emailVerified", "=", true)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom("weeklySummaries")
            .select("userId")
            .whereRef("weeklySummaries.userId", "=", "users.id")
            .where("weeklySummaries.day", "=", day),
        ),
      ),
    )
    .orderBy("users.id")
    .execute();
  const options = {
    code: "weekly-summary-failed",
    failed: "A weekly summary failed and will be retried",
    idOf: ({ id }: { id: string }) => id,
  };
  const requiresSecondFactor = createSecondFactorCheck(config);
  await forEachIsolated(waiting, options, async ({ id, role, twoFactorEnabled, ...named }) => {
    const person = { role, userId: id, ...named } as Person;
    const lacksFactor = !twoFactorEnabled && (await requiresSecondFactor(ctx, id));
    await inTransaction(ctx, async (ctx) => {
      const { numInsertedOrUpdatedRows } = await ctx.db
        .insertInto("weeklySummaries")
        .values({ userId: id, day })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 0n || lacksFactor) return;
      await queueSummary({ ...ctx, actor: person }, config, person, day);
    });
  });
}

async function queueSummary(ctx: Ctx, config: Config, person: Person, day: string): Promise<void> {
  const week = { from: addDays(day, -7), to: addDays(day, -1) };
  const before = { from: addDays(day, -14), to: addDays(day, -8) };
  const [currentFigures, previousFigures] = [await readFigures(ctx, week), await readFigures(ctx, before)];
  const business = await getBusiness(ctx);
  await inLocale(await localeOfRecipient(ctx, person.email), async () => {
    const stopUrl = unsubscribeUrl(config, person.userId);
    await queueMail(
      ctx,
      renderMail({
        kind: "weekly-summary",
        // The row per week and person prevents a second email.
        trailId: null,
        recipient: person.email,
        replyTo: business.officeEmail,
        sender: business,
        stopUrl,
        message: weeklySummary({
          name: person.name,
          week,
          current: currentFigures,
          previous: previousFigures,
          publicUrl: config.publicUrl,
          stopUrl,
        }),
      }),
    );
  });
}

/** Figures that the person may read. */
async function readFigures(ctx: Ctx, range: Range): Promise<SummaryFigures> {
  const query: FiguresQuery = { ...range, against: "before" };
  const seesWork = may(ctx.actor, "analytics.read-work");
  const seesMoney = may(ctx.actor, "analytics.read-money");
  // Sequential, because the queries share the transaction's connection.
  return {
    bookings: seesWork ? (await getBookingFigures(ctx, query)).now : null,
    responseTargets: seesWork ? (await getResponseTargetFigures(ctx, query)).now : null,
    work: seesWork ? (await getWorkFigures(ctx, query)).now : null,
    revenue: seesMoney ? (await getRevenueFigures(ctx, query)).now : null,
    quotes: (await getQuoteFigures(ctx, query)).now,
  };
}
