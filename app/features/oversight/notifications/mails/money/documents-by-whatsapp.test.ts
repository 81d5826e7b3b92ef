import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { claimMessages, sendMessage } from "~/platform/messaging/message-sender.server";
import { channelProviders } from "~/platform/messaging/providers/channel-providers.server";
import { type Caller, createCaller } from "../../../../../../test/harness/company/booking-caller";
import { type FakeWhatsapp, startFakeWhatsapp } from "../../../../../../test/harness/servers/fake-whatsapp";
import { type Mailbox, openMailbox } from "../../../../../../test/harness/servers/mailbox";

const PHONE = "+971501112233";

let caller: Caller;
let whatsapp: FakeWhatsapp;
let mailbox: Mailbox;
let dataDir: string;
let office: Record<string, string>;
let customerId: string;
let bookingId: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "documents-"));
  whatsapp = await startFakeWhatsapp();
  caller = await createCaller({ ...whatsapp.env, DATA_DIR: dataDir });
  mailbox = openMailbox(caller);
  office = await caller.asAdmin();
  ({ bookingId } = await caller.book({ phone: PHONE }));
  const { customers } = (await caller.call("GET", "/api/admin/customers", undefined, office)).body;
  customerId = customers[0].id;
  await mailbox.collect();
});
afterAll(async () => {
  await Promise.all([caller, whatsapp].map((one) => one.close()));
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  await caller.db.deleteFrom("messages").execute();
  await caller.db.deleteFrom("messageOptOuts").execute();
  Object.assign(whatsapp, { failure: null });
  whatsapp.messages.length = 0;
});

/** Runs all reactions, then the sender of messages. Returns the emails of the reactions. */
async function work() {
  const mails = await mailbox.collect();
  await caller.db
    .updateTable("messages")
    .set({ dueAt: sql`now()`, deadlineAt: sql`now() + interval '1 hour'` })
    .where("state", "=", "queued")
    .execute();
  const providers = channelProviders(caller.config);
  for (const message of await claimMessages(caller.db, 10)) await sendMessage(caller.db, providers, message);
  return mails;
}

const get = (path: string) => caller.call("GET", path, undefined, office);
const post = (path: string, body: unknown) => caller.call("POST", path, body, office);

async function draftQuote(): Promise<string> {
  const { body } = await post(`/api/admin/bookings/${bookingId}/quotes`, {});
  return `/api/admin/quotes/${body.id}`;
}

async function issueInvoice() {
  const { id, version } = (await post("/api/admin/invoices/drafts", { customerId })).body.invoice;
  const line = { description: "AC service", quantityHundredths: 200, unit: "unit", unitFils: 150_00 };
  const { body } = await post(`/api/admin/invoices/${id}/issue`, { version, draft: { lines: [line] } });
  await work();
  whatsapp.messages.length = 0;
  return { path: `/api/admin/invoices/${id}`, reference: body.invoice.reference as string };
}

/** Parts of the only message by WhatsApp. */
function onlyMessage() {
  expect(whatsapp.messages).toHaveLength(1);
  const [message] = whatsapp.messages;
  const part = (type: string) => message!.template.components.find((one) => one.type === type)!.parameters;
  const document = part("header")[0]!.document!;
  const bytes = Buffer.from(whatsapp.uploads.get(document.id)!);
  return { message: message!, document, bytes, link: `/${part("button")[0]!.text}` };
}

describe("quote by WhatsApp", () => {
  it("sends the template with PDF and link instead of an email, and shows its state on the quote", async () => {
    const path = await draftQuote();
    expect((await get(path)).body.quote.customer.hasWhatsapp).toBe(true);
    const { status, body } = await post(`${path}/send`, { version: 1, channel: "whatsapp" });
    expect([status, body.url]).toEqual([200, null]);
    expect(await work()).toEqual([]);
    const { message, document, bytes, link } = onlyMessage();
    const { reference } = body.quote;
    expect(message).toMatchObject({ to: PHONE.slice(1), template: { name: "quote_document" } });
    expect(document.filename).toBe(`${reference}.pdf`);
    const pdf = await caller.http.request(`${path}/document`, { headers: office });
    expect(Buffer.from(await pdf.arrayBuffer()).includes(bytes)).toBe(true);
    expect(link).toMatch(new RegExp(`^/quotes/${reference}\\?key=`));

    const report = whatsapp.report(message, "read");
    await caller.http.request(report.path, { method: "POST", ...report });
    expect((await get(`${path}/messages`)).body.messages).toMatchObject([
      { channel: "whatsapp", recipient: PHONE, state: "read" },
    ]);
  });

  it("changes nothing when a preview bot opens the link and the PDF", async () => {
    const path = await draftQuote();
    await post(`${path}/send`, { version: 1, channel: "whatsapp" });
    await work();
    const { link } = onlyMessage();
    const [pathname, search] = link.split("?");
    const before = await caller.contents();
    const headers = { "User-Agent": "WhatsApp/2.23.20.0" };
    for (const url of [`/api${link}`, `/api${pathname}/document?${search}`]) {
      expect((await caller.http.request(url, { headers })).status).toBe(200);
      expect((await caller.http.request(url, { method: "HEAD", headers })).status).toBe(200);
    }
    await work();
    expect(await caller.contents()).toEqual(before);
    expect((await get(path)).body.quote.state).toBe("sent");
  });

  it("sends a sent quote again", async () => {
    const path = await draftQuote();
    await post(`${path}/send`, { version: 1, channel: "link" });
    const { version } = (await get(path)).body.quote;
    expect((await post(`${path}/resend-link`, { version, channel: "whatsapp" })).status).toBe(200);
    expect(await work()).toEqual([]);
    expect(onlyMessage().message.template.name).toBe("quote_document");
  });

  it("refuses a quote after STOP and without a number that may have WhatsApp", async () => {
    const path = await draftQuote();
    const send = async () => (await post(`${path}/send`, { version: 1, channel: "whatsapp" })).body.reason;
    await caller.db.insertInto("messageOptOuts").values({ channel: "whatsapp", recipient: PHONE }).execute();
    expect(await send()).toBe("opted-out");
    const customer = caller.db.updateTable("customers").where("id", "=", customerId);
    await customer.set({ phone: "+97143334444" }).execute();
    expect(await send()).toBe("channel-unavailable");
    await customer.set({ phone: PHONE }).execute();
  });

  it("waits for Meta to accept the upload, and sends the message once", async () => {
    const path = await draftQuote();
    await post(`${path}/send`, { version: 1, channel: "whatsapp" });
    whatsapp.failure = { status: 500, code: 131_000, message: "Something went wrong" };
    await work();
    expect((await get(`${path}/messages`)).body.messages).toMatchObject([{ state: "queued" }]);
    whatsapp.failure = null;
    await work();
    await work();
    expect(onlyMessage().document.filename).toMatch(/^QT-/);
  });
});

describe("invoice by WhatsApp", () => {
  it("sends the template with PDF and link, and shows its state on the invoice", async () => {
    const { path, reference } = await issueInvoice();
    expect((await get(path)).body.invoice.customer.hasWhatsapp).toBe(true);
    const { status, body } = await post(`${path}/resend`, { channel: "whatsapp" });
    expect([status, body.url]).toEqual([200, null]);
    expect(await work()).toEqual([]);
    const { message, document, link } = onlyMessage();
    expect([message.template.name, document.filename]).toEqual(["invoice_document", `${reference}.pdf`]);
    expect((await caller.call("GET", `/api${link}`)).body.invoice).toMatchObject({ reference });
    const { messages } = (await get(`${path}/messages`)).body;
    expect(messages.map(({ channel, state }: Record<string, string>) => `${channel} ${state}`)).toContain(
      "whatsapp sent",
    );
  });

  it("refuses an invoice without a phone number", async () => {
    const { path } = await issueInvoice();
    const customer = caller.db.updateTable("customers").where("id", "=", customerId);
    await customer.set({ phone: null }).execute();
    expect((await post(`${path}/resend`, { channel: "whatsapp" })).body.reason).toBe("channel-unavailable");
    await customer.set({ phone: PHONE }).execute();
  });
});
