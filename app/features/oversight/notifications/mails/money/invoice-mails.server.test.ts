import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractText } from "unpdf";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { sendInvoiceReminders } from "~/features/finance/invoices/overdue/remind.server";
import { openFileStore } from "~/platform/files/file-store.server";
import { isLongRun } from "../../../../../../test/faults/rounds";
import { type Caller, createCaller, NOW } from "../../../../../../test/harness/company/booking-caller";
import { linksOfPdf } from "../../../../../../test/harness/read-pdf";
import { type Mailbox, openMailbox } from "../../../../../../test/harness/servers/mailbox";

/** Emails about invoices and the pages behind their links. */

let caller: Caller;
let mailbox: Mailbox;
let dataDir: string;
let admin: Record<string, string>;
let customerId: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "invoices-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  mailbox = openMailbox(caller);
  admin = await caller.asAdmin();
  await caller.book({ email: "noura@example.com" });
  await caller.book({ email: "other@example.com" });
  const { customers } = (
    await caller.call("GET", "/api/admin/customers?search=noura@example.com", undefined, admin)
  ).body;
  customerId = customers[0].id;
  await mailbox.collect();
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});

const line = { description: "AC service", quantityHundredths: 200, unit: "unit", unitFils: 150_00 };

async function issue(more: object = {}) {
  const draftResponse = await caller.call("POST", "/api/admin/invoices/drafts", { customerId }, admin);
  const { id, version } = draftResponse.body.invoice;
  const draft = { lines: [line], ...more };
  const issued = await caller.call("POST", `/api/admin/invoices/${id}/issue`, { version, draft }, admin);
  expect([issued.status, issued.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return issued.body.invoice;
}

it("emails an issued invoice with its unchanged PDF and a link that opens it", async () => {
  const { id, reference } = await issue();
  const mail = await mailbox.collectOne("noura@example.com");
  expect(mail.subject).toContain(reference);
  expect(mail.plain).toContain("Total: AED\u00a0300");
  expect(mail.attachments).toMatchObject([
    { fileName: `${reference}.pdf`, content: "", contentType: "application/pdf" },
  ]);
  const bytes = await openFileStore(caller.config).get(mail.attachments[0]!.fileId!);
  expect(Buffer.from(bytes!).subarray(0, 5).toString()).toBe("%PDF-");

  const url = new URL(/https?:\S+\/invoices\/\S+/.exec(mail.plain)![0]);
  const key = url.searchParams.get("key")!;
  const opened = await caller.call("GET", `/api/invoices/${reference}?key=${key}`);
  expect(opened.body).toMatchObject({
    invoice: { reference, openFils: 300_00, overdue: false },
    linkExpired: false,
  });
  const file = await caller.http.request(`/api/invoices/${reference}/document?key=${key}`);
  expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(bytes!))).toBe(true);
  const forOffice = await caller.http.request(`/api/admin/invoices/${id}/document`, { headers: admin });
  expect(Buffer.from(await forOffice.arrayBuffer()).equals(Buffer.from(bytes!))).toBe(true);

  const another = await issue();
  for (const wrong of ["", "x", key]) {
    expect((await caller.call("GET", `/api/invoices/${another.reference}?key=${wrong}`)).status).toBe(404);
    expect(
      (await caller.call("GET", `/api/invoices/${another.reference}/document?key=${wrong}`)).status,
    ).toBe(404);
  }
  await mailbox.collect();
});

it("numbers and emails an invoice whose customer was stored with a private-use letter", async () => {
  const customer = caller.db.updateTable("customers").where("id", "=", customerId);
  await customer.set({ name: "Noura\ue000 Al Ketbi", billingAddress: "Marasi\uf8ff Drive 4" }).execute();
  const { id, reference } = await issue();
  const mail = await mailbox.collectOne("noura@example.com");
  expect(mail.subject).toContain(reference);
  const bytes = await openFileStore(caller.config).get(mail.attachments[0]!.fileId!);
  const { text } = await extractText(new Uint8Array(bytes!), { mergePages: true });
  expect(text).toContain(reference);
  expect(text).toContain("Marasi Drive 4");
  const shown = await caller.http.request(`/api/admin/invoices/${id}/document`, { headers: admin });
  expect(shown.status).toBe(200);
  await customer.set({ name: "Noura", billingAddress: null }).execute();
});

it("emails a new link to the known address and does not reveal whether the invoice exists", async () => {
  const { reference } = await issue();
  const first = new URL(
    /https?:\S+\/invoices\/\S+/.exec((await mailbox.collectOne("noura@example.com")).plain)![0],
  );
  const open = (search: string) => caller.call("GET", `/api/invoices/${reference}${search}`);
  vi.setSystemTime(new Date("2028-03-01T08:00:00Z"));
  expect((await open(first.search)).body).toEqual({ invoice: null, linkExpired: true });
  const requestLink = (reference: string) => caller.call("POST", "/api/invoices/link", { reference });
  const [answer, unknown] = [await requestLink(reference), await requestLink("INV-2026-999999")];
  expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text]);
  const mail = await mailbox.collectOne("noura@example.com");
  expect(mail.subject).toBe(`Your link to invoice ${reference}`);
  const newLink = new URL(/https?:\S+\/invoices\/\S+/.exec(mail.plain)![0]);
  expect((await open(newLink.search)).body.invoice).toMatchObject({ reference });
  // Repeated requests do not flood the mailbox.
  for (let times = 0; times < 5; times++) await requestLink(reference);
  expect(await mailbox.collect()).toHaveLength(2);
  vi.setSystemTime(NOW);
});

it("emails a credit note with its own PDF", async () => {
  const { id, version, reference } = await issue();
  await mailbox.collect();
  const body = {
    version,
    credit: { kind: "amount", fils: 50_00 },
    reason: "Came late",
    eventDate: "2026-11-23",
  };
  const { invoice } = (await caller.call("POST", `/api/admin/invoices/${id}/credit`, body, admin)).body;
  const mail = await mailbox.collectOne("noura@example.com");
  expect(mail.subject).toContain(invoice.creditNotes[0].reference);
  expect(mail.plain).toContain(reference);
  expect(mail.plain).toContain("Came late");
  expect(mail.attachments).toMatchObject([{ fileName: `${invoice.creditNotes[0].reference}.pdf` }]);
});

/** Each day at full length; in a short run these, the first and the last. */
const daysOf = (count: number, selected: number[]) =>
  isLongRun ? Array.from({ length: count }, (_, day) => day) : [0, ...selected, count - 1];

it("sends each payment reminder once, and none for settled invoices or when switched off", async () => {
  const { id, reference } = await issue({ dueDate: "2026-12-01" });
  const paid = await issue({ dueDate: "2026-12-01" });
  const withoutReminders = await issue({ dueDate: "2026-12-01" });
  await caller.call("POST", `/api/admin/invoices/${withoutReminders.id}/reminders`, { on: false }, admin);
  const credit = {
    version: paid.version,
    credit: { kind: "whole" },
    reason: "Not done",
    eventDate: "2026-11-23",
  };
  await caller.call("POST", `/api/admin/invoices/${paid.id}/credit`, credit, admin);
  await mailbox.collect();
  const reminderDays: string[] = [];
  for (const day of daysOf(40, [4, 5, 6, 7, 8, 9, 14, 15, 16, 21, 22, 23])) {
    vi.setSystemTime(new Date(NOW.getTime() + day * 86_400_000));
    // A restart or two concurrent workers.
    await Promise.all([
      sendInvoiceReminders(caller.ctx(), caller.config),
      sendInvoiceReminders(caller.ctx(), caller.config),
    ]);
    for (const mail of await mailbox.collect())
      if (mail.subject.includes(reference)) reminderDays.push(new Date().toISOString().slice(0, 10));
      else expect(mail.subject).not.toMatch(new RegExp(`${withoutReminders.reference}|${paid.reference}`));
  }
  expect(reminderDays).toEqual(["2026-11-28", "2026-12-01", "2026-12-08", "2026-12-15"]);
  vi.setSystemTime(NOW);
  const { history } = (await caller.call("GET", `/api/admin/invoices/${id}`, undefined, admin)).body.invoice;
  expect(history.filter(({ event }: { event: string }) => event === "invoice.reminded")).toHaveLength(4);
});

it("sends the first reminder as many days before the due date as the setting says, and none for 0", async () => {
  const change = async (reminderDaysBefore: number) => {
    const { groups } = (await caller.call("GET", "/api/admin/settings", undefined, admin)).body;
    const { values, version } = groups.find(({ group }: { group: string }) => group === "money");
    const body = { version, values: { ...values, reminderDaysBefore } };
    expect((await caller.call("POST", "/api/admin/settings/money", body, admin)).status).toBe(200);
  };
  const daysOfReminders = async (dueDate: string) => {
    const { reference } = await issue({ dueDate });
    await mailbox.collect();
    const days: string[] = [];
    for (const day of daysOf(20, [8, 9, 10, 18])) {
      vi.setSystemTime(new Date(NOW.getTime() + day * 86_400_000));
      await sendInvoiceReminders(caller.ctx(), caller.config);
      // The first reminder has been sent, so the new step is not due again.
      if (day === 9) await change(20);
      for (const mail of await mailbox.collect())
        if (mail.subject.includes(reference)) days.push(new Date().toISOString().slice(0, 10));
    }
    vi.setSystemTime(NOW);
    return days;
  };
  await change(10);
  expect(await daysOfReminders("2026-12-12")).toEqual(["2026-12-02", "2026-12-12"]);
  await change(0);
  const withoutFirst = await issue({ dueDate: "2026-11-26" });
  await mailbox.collect();
  vi.setSystemTime(new Date("2026-11-25T08:00:00Z"));
  await sendInvoiceReminders(caller.ctx(), caller.config);
  expect(JSON.stringify(await mailbox.collect())).not.toContain(withoutFirst.reference);
  vi.setSystemTime(NOW);
  await change(3);
});

it("sends an invoice again to the chosen address, and gives the office its link", async () => {
  const { id, reference } = await issue();
  await mailbox.collect();
  const resend = (body: object) => caller.call("POST", `/api/admin/invoices/${id}/resend`, body, admin);
  const sent = await resend({ channel: "email", email: "accounts@example.com" });
  expect([sent.status, sent.body.url]).toEqual([200, null]);
  const mail = await mailbox.collectOne("accounts@example.com");
  expect(mail.subject).toBe(`Invoice ${reference} from Rukn`);
  expect(mail.attachments).toMatchObject([{ fileName: `${reference}.pdf` }]);
  expect(await openedBy(mail.plain)).toEqual([reference]);
  expect(sent.body.invoice.history[0]).toMatchObject({
    event: "invoice.resent",
    recipient: "accounts@example.com",
  });

  await resend({ channel: "email" });
  await mailbox.collectOne("noura@example.com");

  const shared = await resend({ channel: "link" });
  expect(await openedBy(shared.body.url)).toEqual([reference]);
  expect(shared.body.invoice.history[0]).toMatchObject({ event: "invoice.link-shared", recipient: null });
  expect(await mailbox.collect()).toEqual([]);
});

it("stops the link of an invoice that the office replaces, and gives it a new one", async () => {
  const { id, reference } = await issue();
  const path = `/api/admin/invoices/${id}`;
  const shared = await caller.call("POST", `${path}/resend`, { channel: "link" }, admin);
  const replaced = await caller.call("POST", `${path}/replace-link`, {}, admin);
  expect(replaced.status, replaced.text).toBe(200);
  expect(replaced.body.invoice.history[0]).toMatchObject({ event: "invoice.link-replaced" });
  const { pathname, search } = new URL(shared.body.url);
  expect((await caller.call("GET", `/api${pathname}${search}`)).status).toBe(404);
  expect(await openedBy(replaced.body.url)).toEqual([reference]);
  await mailbox.collect();
  await caller.call("POST", `${path}/resend`, { channel: "email" }, admin);
  expect(await openedBy((await mailbox.collectOne("noura@example.com")).plain)).toEqual([reference]);
});

it("draws the PDF again with the new link, also for a copy of the first email, and keeps the one that was sent", async () => {
  const { id, reference } = await issue();
  const first = await mailbox.collectOne("noura@example.com");
  const path = `/api/admin/invoices/${id}`;
  const readPdf = async () => {
    const answer = await caller.http.request(`${path}/document`, { headers: admin });
    return Buffer.from(await answer.arrayBuffer());
  };
  const before = await readPdf();
  const replaced = await caller.call("POST", `${path}/replace-link`, {}, admin);
  const after = await readPdf();
  expect(await linksOfPdf(after)).toEqual([replaced.body.url]);
  expect(await linksOfPdf(before)).not.toContain(replaced.body.url);
  expect(await readPdf()).toEqual(after);

  const mail = await caller.db
    .selectFrom("mails")
    .select("id")
    .where("kind", "=", "invoice-issued")
    .where("plain", "like", `%${reference}%`)
    .executeTakeFirstOrThrow();
  await caller.call("POST", `/api/admin/mails/${mail.id}/resend`, {}, admin);
  const copy = await mailbox.collectOne("noura@example.com");
  const file = (attachments: readonly { fileId?: string }[]) => attachments[0]!.fileId;
  expect(file(copy.attachments)).not.toBe(file(first.attachments));
  const files = await caller.db.selectFrom("files").selectAll().where("ownerId", "=", id).execute();
  expect(files.map((one) => one.id).sort()).toEqual([file(first.attachments), file(copy.attachments)].sort());
});

it("refuses a new link for an invoice that is not issued", async () => {
  const draft = await caller.call("POST", "/api/admin/invoices", { customerId }, admin);
  const refused = await caller.call("POST", `/api/admin/invoices/${draft.body.id}/replace-link`, {}, admin);
  expect(refused.status, refused.text).toBe(404);
});

it("asks for an address when the customer of the invoice has none", async () => {
  const { id } = await issue();
  const customer = caller.db.updateTable("customers").where("id", "=", customerId);
  await customer.set({ email: null }).execute();
  const resend = (email?: string) =>
    caller.call("POST", `/api/admin/invoices/${id}/resend`, { channel: "email", email }, admin);
  const refused = await resend();
  expect([refused.status, refused.body.message]).toEqual([422, "This customer has no email address."]);
  expect((await resend("not an address")).status).toBe(400);
  expect((await resend("accounts@example.com")).status).toBe(200);
  await mailbox.collectOne("accounts@example.com");
  await customer.set({ email: "noura@example.com" }).execute();
});

it("sends a manual reminder before and after the due date, once a day", async () => {
  const overdue = await issue({ dueDate: "2026-11-24" });
  const early = await issue({ dueDate: "2026-12-20" });
  const withoutReminders = await issue({ dueDate: "2026-11-24" });
  await caller.call("POST", `/api/admin/invoices/${withoutReminders.id}/reminders`, { on: false }, admin);
  await mailbox.collect();
  const remind = async () => {
    const invoices = [overdue.id, early.id, withoutReminders.id];
    const { body } = await caller.call("POST", "/api/admin/invoices/remind", { invoices }, admin);
    return body.results.map(({ success, message }: { success: boolean; message: string | null }) =>
      success ? "told" : message,
    );
  };
  vi.setSystemTime(new Date(NOW.getTime() + 2 * 86_400_000));
  const turnedOff = "Reminders are turned off for this invoice or its customer.";
  const repeated = "The customer was already reminded of this invoice today.";
  expect(await remind()).toEqual(["told", "told", turnedOff]);
  expect(await remind()).toEqual([repeated, repeated, turnedOff]);
  const mail = await mailbox.collectOne("noura@example.com");
  expect(mail.subject).toMatch(/^Reminder: invoice INV-\S+ from Rukn \(\+1 more\)$/);
  expect((await openedBy(mail.plain)).sort()).toEqual([overdue.reference, early.reference]);
  expect(mail.plain).toContain(`Your invoice ${overdue.reference} was due on 24 November 2026`);
  expect(mail.plain).toContain(`your invoice ${early.reference} is due on 20 December 2026`);
  vi.setSystemTime(NOW);
});

/** Invoices in the order of the links of an email, as these links open them. */
async function openedBy(plain: string): Promise<string[]> {
  const opened = [];
  for (const [link] of plain.matchAll(/https?:\S+\/invoices\/\S+/g)) {
    const { pathname, search } = new URL(link);
    opened.push((await caller.call("GET", `/api${pathname}${search}`)).body.invoice.reference);
  }
  return opened;
}

it("emails two invoices that are issued together once, each with its link and PDF", async () => {
  const [first, second] = [await issue(), await issue()];
  const mail = await mailbox.collectOne("noura@example.com");
  expect(mail.subject).toBe(`Invoice ${first.reference} from Rukn (+1 more)`);
  expect(await openedBy(mail.plain)).toEqual([first.reference, second.reference]);
  expect(mail.attachments.map(({ fileName }) => fileName)).toEqual([
    `${first.reference}.pdf`,
    `${second.reference}.pdf`,
  ]);
});

it("emails two reminders once, each with its invoice and link", async () => {
  const invoices = [await issue({ dueDate: "2026-11-24" }), await issue({ dueDate: "2026-11-24" })];
  await mailbox.collect();
  vi.setSystemTime(new Date(NOW.getTime() + 2 * 86_400_000));
  const ids = invoices.map(({ id }) => id);
  await caller.call("POST", "/api/admin/invoices/remind", { invoices: ids }, admin);
  const mail = await mailbox.collectOne("noura@example.com");
  const references = invoices.map(({ reference }) => reference);
  expect(mail.subject).toMatch(/^Reminder: invoice INV-\S+ from Rukn \(\+1 more\)$/);
  expect((await openedBy(mail.plain)).sort()).toEqual(references);
  for (const reference of references)
    expect(mail.plain).toContain(`Your invoice ${reference} was due on 24 November 2026`);
  vi.setSystemTime(NOW);
});
