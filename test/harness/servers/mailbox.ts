import { system } from "~/platform/auth/actor";
import { inTransaction } from "~/platform/database/transaction.server";
import { takeFromOutbox, withReason } from "~/platform/events/events.server";
import { reactionsTo } from "~/platform/events/reaction.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { claimMails, sendMail } from "~/platform/mail/mail-sender.server";
import type { Mail, MailTransport } from "~/platform/mail/mail-transport.server";
import { reactions } from "~/reactions.server";
import type { TestApp } from "../http-app";

export interface Mailbox {
  /** Carries out what follows from the events so far, and returns the mails that went out, oldest first. */
  collect(): Promise<Mail[]>;
  /** The one mail of `collect` to an address, or an error that tells what there was instead. */
  collectOne(recipient: string): Promise<Mail>;
}

/** Does the worker's work at once, in the order of events, and keeps the mails in memory. */
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
    const event = await withReason(ctx, waiting);
    for (const reaction of reactionsTo(event.type, reactions)) {
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
    const mails = sent;
    sent = [];
    return mails;
  }

  return {
    collect,
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

/** What stands behind the # of the first link of ours in a mail, such as `confirm=…`. */
export function linkIn(mail: Mail): string {
  const link = /https?:\/\/\S+#[a-z]+=([^\s&]+)/.exec(mail.plain)?.[1];
  if (!link) throw new Error(`No link in: ${mail.plain}`);
  return link;
}
