import { sql } from "kysely";
import { system } from "~/platform/auth/actor";
import { inTransaction } from "~/platform/database/transaction.server";
import { takeFromOutbox, withReasons } from "~/platform/events/events.server";
import { reactionsTo } from "~/platform/events/reaction.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { claimMails, sendMail } from "~/platform/mail/mail-sender.server";
import type { Mail, MailTransport } from "~/platform/mail/mail-transport.server";
import { reactions } from "~/reactions.server";
import type { TestApp } from "../http-app";

export interface Mailbox {
  /** Runs the pending reactions and returns the emails sent, oldest first. */
  collect(): Promise<Mail[]>;
  /** The only email of `collect` to an address; otherwise throws with the emails found. */
  collectOne(recipient: string): Promise<Mail>;
  /** Removes waiting events and emails, which is faster than `collect`. */
  discard(): Promise<void>;
  /** Runs the pending reactions and removes their emails without writing them. */
  react(): Promise<void>;
}

/** Runs the worker's jobs synchronously in event order and stores the emails in memory. */
export function openMailbox({ db, config }: Pick<TestApp, "db" | "config">): Mailbox {
  let sent: Mail[] = [];
  const transport: MailTransport = {
    kind: "files",
    leaseMs: 60_000,
    contentLeaseMs: 60_000,
    send: async (mail) => void sent.push(mail),
  };

  async function reactToOldest(): Promise<boolean> {
    const ctx = { actor: system, db, now: new Date(), requestId: "mailbox", locale: DEFAULT_LOCALE };
    const [waiting] = await inTransaction(ctx, (ctx) => takeFromOutbox(ctx, 1));
    if (!waiting) return false;
    const event = (await withReasons(db, [waiting]))[0]!;
    for (const reaction of reactionsTo(event, reactions)) {
      await inTransaction(ctx, (ctx) => reaction.run(ctx, event, { config }));
    }
    return true;
  }

  async function sendAll(): Promise<void> {
    for (const mail of await claimMails(db, transport, 1000)) await sendMail(db, transport, mail);
  }

  async function collect(): Promise<Mail[]> {
    do await sendAll();
    while (await reactToOldest());
    await db
      .updateTable("mails")
      .set({ dueAt: sql`now()` })
      .where("state", "=", "queued")
      .where("digest", "is not", null)
      .execute();
    await sendAll();
    const mails = sent;
    sent = [];
    return mails;
  }

  async function removeQueued(): Promise<void> {
    await db.deleteFrom("mails").where("state", "=", "queued").execute();
  }

  return {
    collect,
    async discard() {
      await db.deleteFrom("outbox").execute();
      await removeQueued();
    },
    async react() {
      while (await reactToOldest());
      await removeQueued();
    },
    async collectOne(recipient) {
      const mails = await collect();
      const [found, ...more] = mails.filter((mail) => mail.recipient === recipient);
      if (found && more.length === 0) return found;
      throw new Error(
        `No single mail to ${recipient} among ${mails.map((mail) => `${mail.recipient}: ${mail.subject}`)}`,
      );
    },
  };
}

/** Fragment of the first link to the product in an email, such as `confirm=…`. */
export function readLinkFragment(mail: Mail): string {
  const link = /https?:\/\/\S+#[a-z]+=([^\s&]+)/.exec(mail.plain)?.[1];
  if (!link) throw new Error(`No link in: ${mail.plain}`);
  return link;
}
