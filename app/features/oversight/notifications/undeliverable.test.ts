import { afterAll, beforeAll, expect, it } from "vitest";
import { queueMail } from "~/platform/mail/mail.server";
import { claimMails, sendMail } from "~/platform/mail/mail-sender.server";
import { MailRefused, type MailTransport } from "~/platform/mail/mail-transport.server";
import { type Caller, createCaller } from "../../../../test/harness/company/booking-caller";
import { openMailbox } from "../../../../test/harness/servers/mailbox";

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

const REASON = "550 5.1.1 No such user";
let addresses = 0;

/** An address that a mail server refused. */
async function refusedAddress(): Promise<string> {
  const email = `refused.${++addresses}@customer.example`;
  await queue(email);
  await sendWith((mail) => {
    if (mail.recipient !== email) return;
    throw Object.assign(new MailRefused(REASON), { isUndeliverable: true });
  });
  return email;
}

const queue = (recipient: string, secret = false) =>
  queueMail(caller.ctx(), {
    ...{ kind: "test", trailId: null, recipient, replyTo: null, senderName: "Test", secret },
    ...{ subject: "Hello", html: "<p>Hello</p>", plain: "Hello" },
  });

async function sendWith(send: (mail: { recipient: string }) => void): Promise<void> {
  const leases = { leaseMs: 60_000, contentLeaseMs: 60_000 };
  const transport: MailTransport = { kind: "files", ...leases, send: async (mail) => send(mail) };
  for (const mail of await claimMails(caller.db, transport, 1000)) await sendMail(caller.db, transport, mail);
}

const listed = async () =>
  (await caller.call("GET", "/api/admin/undeliverable-addresses?limit=100", undefined, admin)).body
    .addresses as { id: string; email: string; reason: string }[];
const mailsTo = (recipient: string) =>
  caller.db.selectFrom("mails").selectAll().where("recipient", "=", recipient).orderBy("createdAt").execute();
const post = (path: string, body: object, headers = {}) => caller.call("POST", `/api/${path}`, body, headers);

it("lists an address that was refused, and fails further emails to it at once, without their secrets", async () => {
  const email = await refusedAddress();
  expect(await listed()).toContainEqual(expect.objectContaining({ email, reason: REASON }));
  await queue(email.toUpperCase(), true);
  expect(await mailsTo(email.toUpperCase())).toMatchObject([{ state: "failed", plain: "", html: "" }]);
  await sendWith(({ recipient }) => expect(recipient.toLowerCase()).not.toBe(email));
});

it("sends to an address again after the office allowed it, page by page", async () => {
  await refusedAddress();
  const first = await refusedAddress();
  const page = async (query: string) =>
    (await caller.call("GET", `/api/admin/undeliverable-addresses?limit=1${query}`, undefined, admin)).body;
  const { addresses, nextCursor } = await page("");
  expect((await page(`&cursor=${nextCursor}`)).addresses).not.toEqual(addresses);
  const { id } = (await listed()).find(({ email }) => email === first)!;
  const allow = () => post("admin/undeliverable-addresses/remove", { addresses: [id] }, admin);
  expect((await allow()).body.results).toMatchObject([{ id, success: true }]);
  expect((await allow()).body.results).toMatchObject([{ id, success: false, reason: "not-found" }]);
  await queue(first);
  // Both emails may have the same time.
  expect((await mailsTo(first)).map(({ state }) => state).sort()).toEqual(["failed", "queued"]);
});

it("forgets an address whose mail server accepts a retried email", async () => {
  const email = await refusedAddress();
  const [mail] = await mailsTo(email);
  expect((await post(`admin/mails/${mail!.id}/retry`, {}, admin)).status).toBe(200);
  await sendWith(() => {});
  expect((await listed()).map((address) => address.email)).not.toContain(email);
});

it.each([
  ["auth/sign-up/email", { name: "Aisha Khan", password: "a good long password" }],
  ["auth/send-verification-email", {}],
  ["auth/request-password-reset", {}],
  ["auth/send-sign-in-code", {}],
  ["admin/team", { name: "Aisha Khan", role: "dispatcher" }],
])("refuses /%s for an undeliverable address", async (path, body) => {
  const email = await refusedAddress();
  const { text, ...answer } = await post(path, { email, ...body }, path.startsWith("admin") ? admin : {});
  expect(answer.status, text).toBe(422);
  expect(answer.body).toMatchObject({
    reason: "email-undeliverable",
    message: "This address does not accept our emails. Please check it, or call us.",
  });
});

it("refuses a message that could be answered by email only", async () => {
  const email = await refusedAddress();
  const message = async (contact: object) => {
    const { securityCheck } = await caller.form();
    return post("contact/messages", { name: "Aisha", message: "Hello there", securityCheck, ...contact });
  };
  expect((await message({ email })).body).toMatchObject({ reason: "email-undeliverable" });
  expect((await message({ email, phone: "0501234567" })).status).toBe(200);
});

it("refuses an email change to an undeliverable address", async () => {
  const email = await refusedAddress();
  const user = { email: "owner@customer.example", password: "a good long password" };
  await caller.addUser({ ...user, role: "customer" });
  const Cookie = await caller.signIn(user);
  const answer = await post("account/email", { email, password: user.password }, { Cookie });
  expect(answer.body).toMatchObject({ reason: "email-undeliverable" });
});

it("claims no email on the pages of a booking", async () => {
  const email = await refusedAddress();
  const { bookingId, reference, key } = await caller.book({ email });
  await openMailbox(caller).collect();
  const page = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
  expect(page.body.booking, page.text).toMatchObject({ emailed: false, hasEmail: false });
  const office = await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, admin);
  expect(office.body.booking).toMatchObject({ email, emailUndeliverable: true });
  const { customerId } = office.body.booking;
  const customer = await caller.call("GET", `/api/admin/customers/${customerId}`, undefined, admin);
  expect(customer.body.customer).toMatchObject({ emailUndeliverable: true });
});
