import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "./context";
import { anonymizeTrail, concernsRecords } from "./events/trail.server";
import { anyOf } from "./lists/any-of.server";
import { ERASED_MAIL, erasedRecipient } from "./mail/mail.server";
import { eraseMessages } from "./messaging/messages.server";
import { datedLine, type PersonalData } from "./personal-data.server";
import "./incidents/security-events.server";

export const operationalPersonalData: PersonalData = {
  name: "traces",
  tables: {
    trail: "anonymized",
    trailValues: "anonymized",
    mails: "anonymized",
    messages: "anonymized",
    messageOptOuts: "deleted",
    undeliverableAddresses: "deleted",
    securityEvents: "anonymized",
    backgroundJobs: "anonymized",
    securityCases: "anonymized",
    rateLimits: "deleted",
    idempotencyKeys: "deleted",
  },

  async collect(ctx, { userId, email, phones, records }) {
    const mails = await ctx.db
      .selectFrom("mails")
      .select(["subject", "state", "createdAt as at"])
      .where("recipient", "=", email)
      .orderBy("createdAt")
      .execute();
    const messages = await ctx.db
      .selectFrom("messages")
      .select(["channel", "content", "state", "createdAt as at"])
      // An account can name the phone of another person, whose texts are about other records.
      .where((eb) => {
        const ids = Object.values(records).flat();
        const about = eb.selectFrom("trail").select("trail.id").where(concernsRecords(ids));
        const isOwn = sql<boolean>`recipient = any(${phones}::text[])`;
        return eb.or([eb("recipient", "=", userId), eb.and([isOwn, eb("trailId", "in", about)])]);
      })
      .orderBy("createdAt")
      .execute();
    const textMessages = messages.map(({ content: { text }, ...row }) => ({ ...row, text }));
    return [
      {
        name: "textMessages",
        data: textMessages,
        title: m.account_text_messages(),
        parts: textMessages.map(({ at, text }) => datedLine(at, text)),
      },
      {
        name: "mails",
        data: mails,
        title: m.account_mails(),
        parts: mails.map(({ at, subject }) => datedLine(at, subject)),
      },
    ];
  },

  async erase(ctx, { userId, email, emails, phones, records }) {
    const recordIds = Object.values(records).flat();
    await eraseMails(ctx, { email, emails, recordIds });
    await eraseMessages(ctx, { recipients: [userId], recordIds });
    await ctx.db
      .deleteFrom("messageOptOuts")
      .where(sql<boolean>`recipient = any(${phones}::text[])`)
      .execute();
    await ctx.db.deleteFrom("undeliverableAddresses").where("email", "in", emails).execute();
    const cases = await ctx.db
      .updateTable("securityCases")
      .set({ userId: null, clientIp: null })
      .where("userId", "=", userId)
      .returning("id")
      .execute();
    await anonymizeTrail(ctx, {
      userId,
      records: [
        ...Object.entries(records).map(([type, ids]) => ({ type, ids })),
        // Office notes may name the person.
        { type: "security", ids: cases.map(({ id }) => id) },
      ],
    });
    await ctx.db
      .updateTable("securityEvents")
      .set({ userId: null, clientIp: null, userAgent: null })
      .where("userId", "=", userId)
      .execute();
    for (const known of [userId, ...emails]) {
      await ctx.db
        .deleteFrom("rateLimits")
        .where(sql<boolean>`right(key, ${known.length + 1}) IN (${` ${known}`}, ${`:${known}`})`)
        .execute();
    }
    await ctx.db
      .deleteFrom("idempotencyKeys")
      .where(
        sql<boolean>`strpos(scope, ${userId}) > 0
          OR EXISTS (SELECT FROM unnest(${recordIds}::text[]) id WHERE strpos(response::text, id) > 0)`,
      )
      .execute();
  },
};

/** Mails to the person or about their records. */
async function eraseMails(
  ctx: Ctx,
  { email, emails, recordIds }: { email: string; emails: string[]; recordIds: string[] },
): Promise<void> {
  const forgotten = await ctx.db
    .updateTable("mails")
    .set(ERASED_MAIL)
    .where((eb) => {
      const about = eb.selectFrom("trail").select("trail.id").where(concernsRecords(recordIds));
      const combined = eb.selectFrom("mailEvents").select("mailId").where("mailEvents.trailId", "in", about);
      return eb.or([
        eb("recipient", "=", email),
        eb("replyTo", "=", email),
        eb("trailId", "in", about),
        eb("mails.id", "in", combined),
      ]);
    })
    .returning("id")
    .execute();
  await ctx.db
    .updateTable("mails")
    .set({ recipient: erasedRecipient })
    .where("id", "=", anyOf(forgotten.map(({ id }) => id)))
    .where("recipient", "in", emails)
    .execute();
}
