import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sendInvoiceReminders } from "~/features/finance/invoices/overdue/remind.server";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { dubaiDate } from "~/platform/time";
import { type Caller, createCaller, NOW } from "../../../../../../test/harness/company/booking-caller";
import { type Mailbox, openMailbox } from "../../../../../../test/harness/servers/mailbox";
import { withdrawWaitingTexts } from "../../withdraw-obsolete-texts.server";

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

async function settle({ id }: { id: string }): Promise<void> {
  const { openFils } = await caller.db
    .selectFrom("invoices")
    .select("openFils")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const paid = await caller.call(
    "POST",
    `/api/admin/customers/${customerId}/payments`,
    {
      ...{ method: "cash", fils: openFils, receivedOn: dubaiDate(NOW), invoiceIds: [id] },
      ...{ seenOpenFils: openFils, allowDuplicate: true },
    },
    admin,
  );
  expect(paid.status, paid.text).toBe(201);
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

  it("follow the customer's corrected phone while they wait", async () => {
    await remind(await issue());
    const { version } = await caller.db
      .selectFrom("customers")
      .select("version")
      .where("id", "=", customerId)
      .executeTakeFirstOrThrow();
    const corrected = "+971501239199";
    const correct = async (version: number, phone: string) => {
      const path = `/api/admin/customers/${customerId}/edit`;
      const contact = { name: "Aisha Al Marri", phone, email: EMAIL };
      const { status, text } = await caller.call("POST", path, { version, ...contact }, admin);
      expect(status, text).toBe(200);
      await mailbox.collect();
    };
    await correct(version, corrected);
    expect(await textsTo(PHONE)).toEqual([]);
    expect(await textsTo(corrected)).toMatchObject([{ kind: "invoice-reminder", state: "queued" }]);
    await correct(version + 1, PHONE);
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
    await withdrawWaitingTexts({ db: caller.db, now: new Date() });
    expect(await textsTo(PHONE)).toMatchObject([{ state: "queued" }]);
    const { version } = await caller.db
      .selectFrom("quotes")
      .select("version")
      .where("id", "=", drafted.body.id)
      .executeTakeFirstOrThrow();
    const withdrawn = await caller.call("POST", `${path}/withdraw`, { version }, admin);
    expect(withdrawn.status, withdrawn.text).toBe(200);
    await withdrawWaitingTexts({ db: caller.db, now: new Date() });
    expect(await textsTo(PHONE)).toMatchObject([{ state: "withdrawn", nextSteps: [] }]);
  });

  it("withdraw the reminder of a quote that has expired", async () => {
    const drafted = await caller.call("POST", `/api/admin/bookings/${bookingId}/quotes`, {}, admin);
    await caller.call(
      "POST",
      `/api/admin/quotes/${drafted.body.id}/send`,
      { version: 1, channel: "email" },
      admin,
    );
    await mailbox.collect();
    await inTransaction(caller.ctx(), (ctx) => emit(ctx, "quote.expiring", drafted.body.id, {}));
    await mailbox.collect();
    const { validUntil } = await caller.db
      .selectFrom("quotes")
      .select("validUntil")
      .where("id", "=", drafted.body.id)
      .executeTakeFirstOrThrow();
    const noonOf = (day: string) => new Date(`${day}T08:00:00Z`);
    await withdrawWaitingTexts({ db: caller.db, now: noonOf(validUntil!) });
    expect(await textsTo(PHONE)).toMatchObject([{ state: "queued" }]);
    await withdrawWaitingTexts({
      db: caller.db,
      now: new Date(noonOf(validUntil!).getTime() + 24 * 3_600_000),
    });
    expect(await textsTo(PHONE)).toMatchObject([{ state: "withdrawn", nextSteps: [] }]);
  });

  it("withdraw the reminder of an invoice that is paid while it waits, with its email", async () => {
    const invoice = await issue();
    await remind(invoice);
    await withdrawWaitingTexts({ db: caller.db, now: new Date() });
    expect(await textsTo(PHONE)).toMatchObject([{ state: "queued" }]);
    await settle(invoice);
    await withdrawWaitingTexts({ db: caller.db, now: new Date() });
    expect(await textsTo(PHONE)).toMatchObject([{ state: "withdrawn", nextSteps: [] }]);
  });

  it("withdraw the email that follows a sent text once the invoice is paid", async () => {
    const invoice = await issue();
    await remind(invoice);
    await caller.db.updateTable("messages").set({ state: "sent", dueAt: null }).execute();
    await settle(invoice);
    await withdrawWaitingTexts({ db: caller.db, now: new Date() });
    expect(await textsTo(PHONE)).toMatchObject([{ state: "sent", nextSteps: [] }]);
  });

  describe("to a customer without an email address", () => {
    const customer = () => caller.db.updateTable("customers").where("id", "=", customerId);
    const remindersOf = ({ id }: { id: string }) =>
      caller.db.selectFrom("invoiceReminders").select("daysAfterDue").where("invoiceId", "=", id).execute();
    const remindByHand = async ({ id }: { id: string }) =>
      (await caller.call("POST", "/api/admin/invoices/remind", { invoices: [id] }, admin)).body.results[0];
    const detailOf = async ({ id }: { id: string }) =>
      (await caller.call("GET", `/api/admin/invoices/${id}`, undefined, admin)).body.invoice;
    beforeEach(async () => {
      await caller.db
        .updateTable("invoices")
        .set({ reminders: false })
        .where("customerId", "=", customerId)
        .execute();
      await customer().set({ email: null }).execute();
    });
    afterEach(async () => {
      await customer().set({ email: EMAIL, phone: PHONE }).execute();
      await caller.db.deleteFrom("messageOptOuts").execute();
    });

    it("send scheduled and manual reminders to the phone", async () => {
      const [scheduled, manual] = [await issue(), await issue()];
      expect((await detailOf(manual)).customer.canBeReminded).toBe(true);
      vi.setSystemTime(new Date("2026-11-24T08:00:00Z"));
      expect(await remindByHand(manual)).toMatchObject({ success: true });
      await sendInvoiceReminders(caller.ctx(), caller.config);
      await sendInvoiceReminders(caller.ctx(), caller.config);
      expect(await mailbox.collect()).toEqual([]);
      const texts = await textsTo(PHONE);
      expect(texts).toHaveLength(2);
      for (const text of texts) expect(text).toMatchObject({ channel: "sms", nextSteps: [] });
      for (const { reference } of [scheduled, manual]) expect(JSON.stringify(texts)).toContain(reference);
    });

    it("wait for the end of the quiet hours", async () => {
      const invoice = await issue();
      vi.setSystemTime(new Date("2026-11-24T18:30:00Z"));
      expect(await remindByHand(invoice)).toMatchObject({ success: true });
      await mailbox.collect();
      const { wait } = await caller.db
        .selectFrom("messages")
        .select(sql<number>`round(extract(epoch FROM due_at - clock_timestamp()) / 60)`.as("wait"))
        .where("recipient", "=", PHONE)
        .executeTakeFirstOrThrow();
      expect(Number(wait)).toBe(9.5 * 60);
    });

    it.each([
      ["a landline", { phone: "+97143331234" }, false],
      ["a closed channel", {}, true],
    ])("refuse the manual reminder and record nothing for %s", async (_, change, isClosed) => {
      await customer()
        .set({ email: null, ...change })
        .execute();
      if (isClosed)
        await caller.db.insertInto("messageOptOuts").values({ channel: "sms", recipient: PHONE }).execute();
      const invoice = await issue();
      vi.setSystemTime(new Date("2026-11-24T08:00:00Z"));
      await sendInvoiceReminders(caller.ctx(), caller.config);
      expect(await remindByHand(invoice)).toMatchObject({
        success: false,
        message:
          "This customer cannot be reminded: there is no email address, and no SMS or WhatsApp message can reach the phone.",
      });
      expect((await detailOf(invoice)).customer.canBeReminded).toBe(false);
      expect(await remindersOf(invoice)).toEqual([]);
    });

    it("send the reminder of a quote to the phone", async () => {
      const drafted = await caller.call("POST", `/api/admin/bookings/${bookingId}/quotes`, {}, admin);
      const path = `/api/admin/quotes/${drafted.body.id}`;
      const sent = await caller.call("POST", `${path}/send`, { version: 1, channel: "link" }, admin);
      expect(sent.status).toBe(200);
      await inTransaction(caller.ctx(), (ctx) => emit(ctx, "quote.expiring", drafted.body.id, {}));
      expect(await mailbox.collect()).toEqual([]);
      expect(await textsTo(PHONE)).toMatchObject([{ kind: "quote-ending", channel: "sms", nextSteps: [] }]);
    });
  });
});
