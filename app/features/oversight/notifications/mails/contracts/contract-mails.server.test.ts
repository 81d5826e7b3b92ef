import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { system } from "~/platform/auth/actor";
import { createActiveContract } from "../../../../../../test/harness/company/active-contract";
import { type Caller, createCaller, NOW } from "../../../../../../test/harness/company/booking-caller";
import { type Mailbox, openMailbox } from "../../../../../../test/harness/servers/mailbox";
import { remindOfEndingContracts } from "../../../../finance/contracts/end-contract.server";
import { sendQuote } from "../../../../finance/quotes/commands/send.server";
import { expireQuotes } from "../../../../finance/quotes/expire.server";

let caller: Caller;
let dataDir: string;
let mailbox: Mailbox;
let office: Record<string, string>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "mails-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  mailbox = openMailbox(caller);
  office = await caller.asAdmin();
  await caller.addTechnician("Omar Saleh");
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});

const plainOf = ({ plain }: { plain: string }) => plain.replaceAll("\u00a0", " ");

/** A property under contract until a day. */
async function addContract(email: string, endsOn: string): Promise<{ id: string; reference: string }> {
  vi.setSystemTime(NOW);
  const { bookingId } = await caller.book({ email, service: "free-survey" });
  const { propertyId } = await caller.db
    .selectFrom("bookings")
    .select("propertyId")
    .where("id", "=", bookingId)
    .executeTakeFirstOrThrow();
  const startsOn = `${Number(endsOn.slice(0, 4)) - 1}${endsOn.slice(4)}`;
  const id = await createActiveContract(caller.db, {
    ...{ propertyId: propertyId!, packageId: "plus", startsOn, endsOn },
  });
  await caller.db.updateTable("contracts").set({ contactEmail: email }).where("id", "=", id).execute();
  await mailbox.collect();
  return caller.db
    .selectFrom("contracts")
    .select(["id", "reference"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

const change = (id: string, verb: string, body: object) =>
  caller.call("POST", `/api/admin/contracts/${id}/${verb}`, body, office);
const versionOf = async (id: string) =>
  (await caller.call("GET", `/api/admin/contracts/${id}`, undefined, office)).body.contract.version;
/** Reminders sent in the morning of a day. */
async function collectReminders(day: string) {
  vi.setSystemTime(new Date(`${day}T06:00:00Z`));
  await remindOfEndingContracts({ ...caller.ctx(), actor: system });
  return mailbox.collect();
}

describe("contract emails", () => {
  it("sends one email with the visit dates when a contract becomes active", async () => {
    vi.setSystemTime(NOW);
    const requestForm = await caller.form({
      email: "new@example.com",
      packageId: "plus",
      propertyType: "villa-3br",
    });
    const { service: _, ...form } = requestForm;
    const { body, status } = await caller.call("POST", "/api/contracts/requests", form);
    expect(status).toBe(200);
    await mailbox.collect();
    const id = body.contractId as string;
    const agreed = {
      packageId: "plus",
      propertyType: "villa-3br",
      startsOn: "2026-12-01",
      paymentPlan: "upfront",
    };
    expect((await change(id, "agree", { ...agreed, version: 1 })).status).toBe(200);
    expect((await change(id, "send", { channel: "email" })).status).toBe(200);
    const sent = await mailbox.collectOne("new@example.com");
    expect(plainOf(sent)).toContain("Read and accept");
    const link = new URL(/https?:\S+\/contracts\/\S+/.exec(plainOf(sent))![0]);
    const key = link.searchParams.get("key");
    const path = `/api${link.pathname}`;
    const read = await caller.call("GET", `${path}?key=${key}`);
    expect(read.body.contract).toMatchObject({ reference: body.reference, canAccept: true });
    const accepted = await caller.call("POST", `${path}/accept`, { key, agreementVersion: 1, name: "Aisha" });
    expect(accepted.body.contract).toMatchObject({ canAccept: false, acceptance: { name: "Aisha" } });
    // The office prepares the invoice next.
    const officeMails = (await mailbox.collect()).filter(({ recipient }) => recipient !== "new@example.com");
    expect(officeMails.map(({ subject }) => subject)).toEqual([`Contract accepted: ${body.reference}`]);
    expect(plainOf(officeMails[0]!)).toContain(`/admin/contracts/${id}`);
    // A repeated acceptance sends nothing.
    await caller.call("POST", `${path}/accept`, { key, agreementVersion: 1, name: "Aisha" });
    expect(await mailbox.collect()).toEqual([]);
    expect((await change(id, "activate", { version: 2 })).status).toBe(200);
    const mail = await mailbox.collectOne("new@example.com");
    expect(mail.subject).toContain(body.reference);
    expect(plainOf(mail)).toContain("Dear Aisha Al Marri,");
    expect(plainOf(mail)).toContain("Plus");
    expect(plainOf(mail).match(/AC service/g)).toHaveLength(3);
    expect(plainOf(mail).match(/Electrical and plumbing check/g)).toHaveLength(2);
    // Without an account the contract and the visits are opened by their own links.
    expect(plainOf(mail)).toMatch(/View my contract: \S+\/contracts\/AMC-\S+\?key=/);
    expect(plainOf(mail)).not.toContain("/dashboard");
    const links = plainOf(mail).match(/https?:\/\/\S+\/bookings\/BK-\S+\?key=\S+/g)!;
    expect(new Set(links).size).toBe(5);
    const { pathname, search } = new URL(links[0]!);
    const opened = await caller.call("GET", `/api${pathname}${search}`);
    expect(opened.status).toBe(200);
  });

  it("links to the dashboard if the recipient can sign in and the contract is there", async () => {
    const user = {
      ...{ email: "owner@example.com", password: "a password of a customer", role: "customer" as const },
    };
    const userId = await caller.addUser(user);
    const { id } = await addContract(user.email, "2027-09-30");
    await caller.db
      .updateTable("customers")
      .set({ userId })
      .where("id", "=", (eb) => eb.selectFrom("contracts").select("customerId").where("id", "=", id))
      .execute();
    await collectReminders("2027-08-30");
    const [reminder] = (await collectReminders("2027-08-31")).filter(
      ({ recipient }) => recipient === user.email,
    );
    expect(plainOf(reminder!)).toContain("/dashboard");
    vi.setSystemTime(NOW);
    expect((await change(id, "cancel", { version: await versionOf(id), reason: "Sold" })).status).toBe(200);
    expect(plainOf(await mailbox.collectOne(user.email))).not.toContain("/dashboard");
  });

  it("reminds the customer once 30 days and once 7 days before the contract ends", async () => {
    const { reference } = await addContract("ending@example.com", "2027-03-31");
    expect(await collectReminders("2027-02-28")).toEqual([]);
    const reminders = await collectReminders("2027-03-01");
    const [first, ...more] = reminders.filter(({ recipient }) => recipient === "ending@example.com");
    expect(more).toEqual([]);
    // The office is reminded to send the renewal.
    expect(reminders).toHaveLength(2);
    expect(first!.subject).toContain(reference);
    expect(plainOf(first!)).toContain("31 March 2027");
    expect(await collectReminders("2027-03-10")).toEqual([]);
    expect(await collectReminders("2027-03-24")).toHaveLength(1);
    expect(await collectReminders("2027-03-25")).toEqual([]);
  });

  it("sends no reminder for a renewed contract, even if already queued", async () => {
    const { id } = await addContract("renewed@example.com", "2026-12-20");
    await remindOfEndingContracts({ ...caller.ctx(), actor: system });
    expect((await change(id, "renew", { version: await versionOf(id) })).status).toBe(200);
    expect(await mailbox.collect()).toEqual([]);
    expect(await collectReminders("2026-12-14")).toEqual([]);
  });

  it("notifies the office of the renewal draft and of its expiry", async () => {
    const email = "offered@example.com";
    const { id, reference } = await addContract(email, "2027-06-30");
    const drafted = (await collectReminders("2027-05-31")).find(({ recipient }) => recipient !== email)!;
    expect(drafted.subject).toContain(reference);
    expect(drafted.subject).toContain("renewal quote drafted");
    const quote = await caller.db
      .selectFrom("quotes")
      .select(["id", "reference"])
      .where("renewsContractId", "=", id)
      .executeTakeFirstOrThrow();
    expect(plainOf(drafted)).toContain(`/admin/quotes/${quote.id}`);

    const sent = await sendQuote({ ...caller.ctx(), actor: system }, { id: quote.id, version: 1 }, "email");
    expect(sent).toEqual({ ok: true });
    const offered = await mailbox.collectOne(email);
    expect(offered.subject).toContain(quote.reference);
    expect(plainOf(offered)).toContain(reference);

    vi.setSystemTime(new Date("2027-07-02T06:00:00Z"));
    await expireQuotes({ ...caller.ctx(), actor: system });
    const [expired, ...more] = await mailbox.collect();
    expect(more).toEqual([]);
    expect(expired!.recipient).not.toBe(email);
    expect(expired!.subject).toContain(`did not answer quote ${quote.reference}`);
  });

  it("sends one email with the refund and the cancelled visits when a contract is cancelled", async () => {
    const { id, reference } = await addContract("cancelled@example.com", "2027-08-31");
    const body = { version: await versionOf(id), reason: "The villa is sold" };
    expect((await change(id, "cancel", body)).status).toBe(200);
    const mail = await mailbox.collectOne("cancelled@example.com");
    expect(mail.subject).toContain(reference);
    expect(plainOf(mail)).toContain("23 November 2026");
    // The reason is visible to the office only.
    expect(plainOf(mail)).not.toContain("The villa is sold");
  });

  it("shows the amount covered by the contract as a line of the booking email", async () => {
    vi.setSystemTime(NOW);
    const user = {
      ...{ email: "home@example.com", password: "a password of a customer", role: "customer" as const },
    };
    await caller.addUser(user);
    const headers = { Cookie: await caller.signIn(user) };
    const contact = { email: user.email, phone: "0509990011" };
    const { bookingId } = await caller.book({ ...contact, service: "free-survey" }, headers);
    const { propertyId } = await caller.db
      .selectFrom("bookings")
      .select("propertyId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const id = await createActiveContract(caller.db, {
      ...{ propertyId: propertyId!, packageId: "essential", startsOn: "2026-11-01", endsOn: "2027-10-31" },
    });
    const { reference } = await caller.db
      .selectFrom("contracts")
      .select("reference")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await mailbox.collect();
    const twoHours = [{ service: "plumbing", item: "call-out", quantity: 2 }];
    await caller.book({ ...contact, service: "plumbing", items: twoHours }, headers);
    const mail = plainOf(await mailbox.collectOne(user.email));
    expect(mail).toMatch(/Plumbing call-out, 2 hours: AED\s300\n/);
    expect(mail).toMatch(new RegExp(`Covered by contract ${reference}: −AED\\s150\n`));
    expect(mail).toMatch(/AED\s150 incl\. VAT/);
  });
});
