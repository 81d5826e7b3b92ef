import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { type Caller, createCaller, NOW } from "../../../../../../test/harness/company/booking-caller";
import { textOfAttachment } from "../../../../../../test/harness/read-pdf";
import { type Mailbox, openMailbox } from "../../../../../../test/harness/servers/mailbox";

let caller: Caller;
let dataDir: string;
let mailbox: Mailbox;
let office: Record<string, string>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "mails-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  mailbox = openMailbox(caller);
  office = await caller.asAdmin();
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});

const OFFICE = "office@rukn.example";

/** A sent quote and its emails. */
async function sendQuote(email: string) {
  vi.setSystemTime(NOW);
  const { bookingId } = await caller.book({ email });
  const draftResponse = await caller.call("POST", `/api/admin/bookings/${bookingId}/quotes`, {}, office);
  await mailbox.collect();
  const path = `/api/admin/quotes/${draftResponse.body.id}`;
  const { body } = await caller.call("POST", `${path}/send`, { version: 1, channel: "email" }, office);
  expect(body.url).toBeNull();
  const mail = await mailbox.collectOne(email);
  const [link] = /http\S+\?key=\S+/.exec(mail.plain)!;
  const { pathname, searchParams } = new URL(link);
  const key = searchParams.get("key");
  const answer = (action: string, more: object) =>
    caller.call("POST", `/api${pathname}/${action}`, { key, revision: 1, ...more });
  return { path, mail, answer, pathname, key, reference: body.quote.reference as string };
}

/** Emails to the customer after the quote and the booking of its work were cancelled. */
async function cancelWork(path: string, data: { deposit: "none" | "forfeited"; fils: number }) {
  const id = path.split("/").at(-1)!;
  const { bookingId } = await caller.db
    .updateTable("quotes")
    .set((eb) => ({ workBookingId: eb.ref("bookingId") }))
    .where("id", "=", id)
    .returning("bookingId")
    .executeTakeFirstOrThrow();
  await caller.db.updateTable("bookings").set({ state: "cancelled" }).where("id", "=", bookingId!).execute();
  await inTransaction(caller.ctx(), (ctx) => emit(ctx, "quote.cancelled", id, data));
  return mailbox.collect();
}

const plainOf = ({ plain }: { plain: string }) => plain.replaceAll("\u00a0", " ");

describe("loadQuotePdf", () => {
  it("renders once for the email and all downloads, and once more without a link after the answer", async () => {
    const { path, answer, pathname, key } = await sendQuote("stored@example.com");
    const files = () =>
      caller.db
        .selectFrom("files")
        .select("id")
        .where("ownerId", "=", path.split("/").at(-1)!)
        .where("kind", "=", "quote")
        .execute();
    const download = () => caller.call("GET", `/api${pathname}/document?key=${key}`);
    const downloads = [await download(), await download()];
    const fromOffice = await caller.call("GET", `${path}/document`, undefined, office);
    for (const { status, text } of [...downloads, fromOffice]) {
      expect(status).toBe(200);
      expect(text === downloads[0]!.text).toBe(true);
    }
    expect(await files()).toHaveLength(1);
    expect((await answer("decline", { comment: "My brother does it" })).status).toBe(200);
    expect((await download()).text === downloads[0]!.text).toBe(false);
    await download();
    expect(await files()).toHaveLength(2);
  });
});

describe("quote emails", () => {
  it("names the total and the expiry date with a link to this quote only", async () => {
    const { mail, pathname, key, reference } = await sendQuote("noura@example.com");
    expect(mail.subject).toContain(reference);
    for (const expected of [
      "Dear Aisha Al Marri,",
      "Total: AED 150",
      "Valid until: Wednesday, 23 December 2026",
    ]) {
      expect(plainOf(mail)).toContain(expected);
    }
    const { body } = await caller.call("GET", `/api${pathname}?key=${key}`);
    expect(body.quote).toMatchObject({ reference, canAnswer: true });
    expect(mail.attachments).toMatchObject([{ fileName: `${reference}.pdf` }]);
    const pdfText = await textOfAttachment(caller.config, mail.attachments);
    for (const expected of [`Quote / عرض سعر`, reference, "Aisha Al Marri", "Total AED", "150.00"])
      expect(pdfText).toContain(expected);
  });

  it("emails a new link after the old one has expired", async () => {
    const { pathname, key, reference } = await sendQuote("late@example.com");
    vi.setSystemTime(new Date("2027-12-01T08:00:00Z"));
    await mailbox.collect();
    expect((await caller.call("GET", `/api${pathname}?key=${key}`)).body.linkExpired).toBe(true);
    await caller.call("POST", "/api/quotes/link", { reference });
    const { plain } = await mailbox.collectOne("late@example.com");
    // The expired quote can be read but no longer answered.
    expect(plain).toContain("View quote: http");
    expect(plain).not.toContain("answer");
    const newLink = new URL(/http\S+\?key=\S+/.exec(plain)![0]);
    expect((await caller.call("GET", `/api${pathname}${newLink.search}`)).body.quote).toMatchObject({
      reference,
    });
  });

  it("repeats a cancelled booking only to explain what becomes of the deposit", async () => {
    const { path } = await sendQuote("sara@example.com");
    expect(await cancelWork(path, { deposit: "none", fils: 0 })).toEqual([]);
    const [mail] = await cancelWork(path, { deposit: "forfeited", fils: 300_00 });
    expect(plainOf(mail!)).toContain("Your deposit of AED 300 is not refunded");
  });

  it("notifies the office of an approval and thanks the customer", async () => {
    const { answer, reference } = await sendQuote("layla@example.com");
    await answer("approve", { name: "Layla", chosenPositions: [] });
    const mails = await mailbox.collect();
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(["layla@example.com", OFFICE]);
    expect(mails.find(({ recipient }) => recipient === OFFICE)!.subject).toContain(
      `approved quote ${reference}`,
    );
  });

  it("forwards the customer's reason for declining or changes to the office", async () => {
    const declined = await sendQuote("amal@example.com");
    await declined.answer("decline", { comment: "My brother does it" });
    expect(plainOf(await mailbox.collectOne(OFFICE))).toContain("My brother does it");
    const changed = await sendQuote("hind@example.com");
    await changed.answer("changes", { comment: "Only the kitchen" });
    expect(plainOf(await mailbox.collectOne(OFFICE))).toContain("Only the kitchen");
  });

  it("announces a withdrawal only to customers who opened the quote", async () => {
    const unopenedQuote = await sendQuote("unseen@example.com");
    await caller.call("POST", `${unopenedQuote.path}/withdraw`, { version: 2 }, office);
    expect(await mailbox.collect()).toEqual([]);
    const viewedQuote = await sendQuote("seen@example.com");
    await viewedQuote.answer("viewed", {});
    await caller.call("POST", `${viewedQuote.path}/withdraw`, { version: 3 }, office);
    expect((await mailbox.collectOne("seen@example.com")).subject).toContain("has been withdrawn");
  });

  it("emails the link again to the known address only", async () => {
    const { reference } = await sendQuote("lost@example.com");
    await caller.call("POST", "/api/quotes/link", { reference });
    const mail = await mailbox.collectOne("lost@example.com");
    expect(mail.plain).toMatch(/\/quotes\/QT-\d{4}-\d{6}\?key=/);
    expect(mail.plain).toContain("View and answer the quote: http");
  });
});
