import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Caller, createCaller, NOW } from "../../../../../../test/harness/company/booking-caller";
import { type Mailbox, openMailbox } from "../../../../../../test/harness/servers/mailbox";

/** Reminders of invoices and quotes to customers who chose a text channel. */

const EMAIL = "noura@example.com";
const PHONE = "+971501239100";

let caller: Caller;
let mailbox: Mailbox;
let dataDir: string;
let admin: Record<string, string>;
let bookingId: string;
let customerId: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "reminders-"));
  caller = await createCaller({
    ...{ DATA_DIR: dataDir, TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "token" },
    TWILIO_FROM: "+14155550100",
  });
  mailbox = openMailbox(caller);
  admin = await caller.asAdmin();
  ({ bookingId } = await caller.book({ email: EMAIL, phone: PHONE, messageChannel: "sms" }));
  ({ customerId } = await caller.db
    .selectFrom("bookings")
    .select("customerId")
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await mailbox.collect();
  await caller.db.deleteFrom("messages").execute();
});

const line = { description: "AC service", quantityHundredths: 200, unit: "unit", unitFils: 150_00 };

async function issue(): Promise<{ id: string; reference: string }> {
  const drafted = await caller.call("POST", "/api/admin/invoices/drafts", { customerId }, admin);
  const { id, version } = drafted.body.invoice;
  const draft = { lines: [line], dueDate: "2026-11-24" };
  return (await caller.call("POST", `/api/admin/invoices/${id}/issue`, { version, draft }, admin)).body
    .invoice;
}

async function remind(...invoices: { id: string }[]) {
  await mailbox.collect();
  vi.setSystemTime(new Date(NOW.getTime() + 2 * 86_400_000));
  await caller.call("POST", "/api/admin/invoices/remind", { invoices: invoices.map(({ id }) => id) }, admin);
  return (await mailbox.collect()).filter(({ recipient }) => recipient === EMAIL);
}

const textsTo = (recipient: string) =>
  caller.db
    .selectFrom("messages")
    .select(["kind", "channel", "state", "content", "nextSteps"])
    .where("recipient", "=", recipient)
    .where("kind", "in", ["invoice-reminder", "quote-ending"])
    .execute();

describe("reminders by text", () => {
  it("send the reminder of an invoice on the chosen channel, with the email as the last step", async () => {
    const invoice = await issue();
    expect(await remind(invoice)).toEqual([]);
    const [text, ...more] = await textsTo(PHONE);
    expect(more).toEqual([]);
    expect(text).toMatchObject({ kind: "invoice-reminder", channel: "sms", state: "queued" });
    expect(text!.content.text).toContain(invoice.reference);
    expect(text!.content.text).toMatch(/\/invoices\/\S+\?key=\S+$/);
    expect(text!.nextSteps).toMatchObject([{ channel: "email", mail: { recipient: EMAIL } }]);
  });

  it("send the reminders of several invoices as one email", async () => {
    const invoices = [await issue(), await issue(), await issue()];
    const mails = await remind(...invoices);
    expect(mails).toHaveLength(1);
    for (const { reference } of invoices) expect(mails[0]!.plain).toContain(reference);
    expect(await textsTo(PHONE)).toMatchObject([{ state: "withdrawn", nextSteps: [] }]);
  });

  it("send the reminder of a quote on the chosen channel", async () => {
    const drafted = await caller.call("POST", `/api/admin/bookings/${bookingId}/quotes`, {}, admin);
    const path = `/api/admin/quotes/${drafted.body.id}`;
    await caller.call("POST", `${path}/send`, { version: 1, channel: "email" }, admin);
    await mailbox.collect();
    await inTransaction(caller.ctx(), (ctx) => emit(ctx, "quote.expiring", drafted.body.id, {}));
    expect((await mailbox.collect()).filter(({ recipient }) => recipient === EMAIL)).toEqual([]);
    const [text] = await textsTo(PHONE);
    expect(text).toMatchObject({ kind: "quote-ending", channel: "sms" });
    expect(text!.content.text).toMatch(/\/quotes\/\S+\?key=\S+$/);
    expect(text!.nextSteps).toMatchObject([{ channel: "email", mail: { recipient: EMAIL } }]);
  });
});
