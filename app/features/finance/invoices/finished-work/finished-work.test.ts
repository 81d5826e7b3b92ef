import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { runBulk } from "~/platform/lists/run-bulk.server";
import { addDays, addMinutes } from "~/platform/time";
import {
  addOfficeUser,
  applyTransitions,
  book,
  createCompany,
  office,
  officeCtx,
  setTrn,
} from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { createQuoteForBooking } from "../../quotes/commands/draft.server";
import { draftInvoice } from "../commands/draft-invoice.server";
import { invoiceFinishedWork } from "../commands/invoice-finished-work.server";
import { issueInvoice } from "../commands/issue-invoice.server";
import { listFinishedWork } from "./list-finished-work.server";

let database: TestDatabase;
let ctx: Ctx;
const NOW = new Date("2026-11-23T05:00:00Z");
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db, NOW);
  await createCompany(database.db);
  await addOfficeUser(database.db, NOW);
  await setTrn(database.db, "100000000000003");
});
afterAll(() => database.drop());

/** Books a call-out and sets it to finished work or completed. */
async function finishedBooking(state: "work_done" | "completed", customerName: string): Promise<string> {
  const preferredDate = addDays("2026-11-24", Math.floor(count / 10));
  const preferredTime = `${String(8 + (count++ % 10)).padStart(2, "0")}:00`;
  const email = `customer-${count}@example.com`;
  const bookingId = await book(ctx, {
    ...{ customerName, email, phone: `+97150100${1000 + count}`, preferredDate, preferredTime },
  });
  await applyTransitions(database.db, bookingId, "confirm");
  await database.db
    .updateTable("visits")
    .set({ state: "work_done", departedAt: NOW, arrivedAt: NOW, endedAt: NOW })
    .where("bookingId", "=", bookingId)
    .execute();
  await database.db.updateTable("bookings").set({ state }).where("id", "=", bookingId).execute();
  return bookingId;
}
let count = 0;

const stepsOf = async (role: "admin" | "dispatcher" | "accountant", step?: "to-complete" | "to-invoice") => {
  const { bookings } = await listFinishedWork({ ...ctx, actor: { ...office, role } }, { step, limit: 50 });
  return Object.fromEntries(
    bookings.map(({ customerName, step, invoiceReference }) => [customerName, step ?? invoiceReference]),
  );
};

describe("finished work", () => {
  it("lists the next step by role, and hides invoices from dispatchers", async () => {
    await finishedBooking("work_done", "Done Work");
    await finishedBooking("completed", "Completed Work");
    const invoiced = await finishedBooking("completed", "Invoiced Work");
    const result = await invoiceFinishedWork(ctx, invoiced);
    if (!result.ok) throw new Error(result.reason);
    const { reference } = result;
    const none = { "Done Work": null, "Completed Work": null };
    expect(await stepsOf("admin")).toEqual({
      ...{ "Done Work": "to-complete", "Completed Work": "to-invoice", "Invoiced Work": reference },
    });
    expect(await stepsOf("dispatcher")).toEqual({
      ...none,
      "Done Work": "to-complete",
      "Invoiced Work": null,
    });
    expect(await stepsOf("accountant")).toEqual({
      ...{ ...none, "Completed Work": "to-invoice", "Invoiced Work": reference },
    });
    expect(await stepsOf("admin", "to-complete")).toEqual({ "Done Work": "to-complete" });
    expect(await stepsOf("admin", "to-invoice")).toEqual({ "Completed Work": "to-invoice" });
  });

  it("issues one invoice per booking, also when two people press at once", async () => {
    const bookingId = await finishedBooking("completed", "Twice Pressed");
    const results = await Promise.all([1, 2, 3].map(() => invoiceFinishedWork(ctx, bookingId)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.reason === "already-invoiced")).toHaveLength(2);
    const invoices = await database.db
      .selectFrom("invoices")
      .select(["state", "reference"])
      .where("bookingId", "=", bookingId)
      .execute();
    expect(invoices).toEqual([{ state: "issued", reference: expect.stringMatching(/^INV-/) }]);
  });

  it("refuses work that is not completed, and leaves no draft if nothing can be charged", async () => {
    expect(await invoiceFinishedWork(ctx, await finishedBooking("work_done", "Not Completed"))).toMatchObject(
      {
        reason: "not-completed",
      },
    );
    const free = await finishedBooking("completed", "Free Work");
    await database.db.deleteFrom("bookingLines").where("bookingId", "=", free).execute();
    expect(await invoiceFinishedWork(ctx, free)).toMatchObject({ reason: "nothing-to-charge" });
    expect(
      await database.db.selectFrom("invoices").select("id").where("bookingId", "=", free).execute(),
    ).toEqual([]);
  });

  it("leaves no step for completed work without a charge", async () => {
    /** Lines are immutable. */
    const setPrice = async (bookingId: string, fils: number | null) => {
      const lines = await database.db
        .deleteFrom("bookingLines")
        .where("bookingId", "=", bookingId)
        .returningAll()
        .execute();
      const price = { unitFils: fils, grossFils: fils, nextHourFils: null };
      const mode = fils === null ? ("survey" as const) : ("fixed" as const);
      await database.db
        .insertInto("bookingLines")
        .values(lines.map((line) => ({ ...line, ...price, mode, quantity: 1 })))
        .execute();
    };
    const assessment = await finishedBooking("completed", "Free Assessment");
    await setPrice(assessment, 0);
    const warranty = await finishedBooking("completed", "Warranty Visit");
    await database.db.deleteFrom("bookingLines").where("bookingId", "=", warranty).execute();
    const unpriced = await finishedBooking("completed", "Price Open");
    await setPrice(unpriced, null);
    const parts = await finishedBooking("completed", "Parts In Draft");
    await setPrice(parts, 0);
    expect(await draftInvoice(ctx, { bookingId: parts })).toMatchObject({ ok: true });

    const { bookings } = await listFinishedWork(ctx, { limit: 50 });
    const free = bookings.filter(({ isFree }) => isFree).map(({ customerName }) => customerName);
    expect(free).toEqual(expect.arrayContaining(["Free Assessment", "Warranty Visit"]));
    expect(free).not.toContain("Completed Work");
    expect(await stepsOf("accountant")).toMatchObject({
      ...{ "Free Assessment": null, "Warranty Visit": null },
      ...{ "Price Open": "to-invoice", "Parts In Draft": "to-invoice" },
    });
    const left = await stepsOf("accountant", "to-invoice");
    expect(left).toMatchObject({ "Price Open": "to-invoice", "Parts In Draft": "to-invoice" });
    expect(Object.keys(left)).not.toEqual(expect.arrayContaining(["Free Assessment"]));
    expect(Object.keys(left)).not.toEqual(expect.arrayContaining(["Warranty Visit"]));
  });

  it("invoices the other bookings of a bulk action when one is refused", async () => {
    const ids = [
      await finishedBooking("completed", "First Of Three"),
      await finishedBooking("work_done", "Second Of Three"),
      await finishedBooking("completed", "Third Of Three"),
    ];
    const results = await runBulk(
      ids.map((id) => ({ id })),
      ({ reason }) => `Refused: ${reason}`,
      ({ id }) => invoiceFinishedWork(ctx, id),
    );
    expect(results).toEqual([
      expect.objectContaining({ id: ids[0], outcome: "done" }),
      expect.objectContaining({ id: ids[1], outcome: "skipped", message: "Refused: not-completed" }),
      expect.objectContaining({ id: ids[2], outcome: "done" }),
    ]);
    const invoiced = await database.db
      .selectFrom("invoices")
      .select("bookingId")
      .where("bookingId", "in", ids)
      .execute();
    expect(invoiced.map(({ bookingId }) => bookingId).sort()).toEqual([ids[0], ids[2]].sort());
  });

  it("shows which letters the PDF cannot print, and issues such an invoice only after the warning", async () => {
    const names = ["សុខ ភារម្យ", "အောင်မြတ်", "王小明"];
    const printable = [
      "عائشة المري",
      "Zoë O’Brien",
      ...["প্রিয়া সেন", "അനിൽ കുമാർ", "கவிதா ராஜன்", "สมชาย ใจดี", "አበበ ቢቂላ"],
    ];
    const ids = new Map<string, string>();
    for (const name of [...names, ...printable]) ids.set(name, await finishedBooking("completed", name));
    const { bookings } = await listFinishedWork(ctx, { step: "to-invoice", limit: 50 });
    const lettersOf = (name: string) =>
      bookings.find(({ customerName }) => customerName === name)!.missingLetters.join("");
    for (const name of names) expect(lettersOf(name), name).not.toBe("");
    for (const name of printable) expect(lettersOf(name), name).toBe("");

    for (const name of names) {
      expect(await invoiceFinishedWork(ctx, ids.get(name)!), name).toMatchObject({
        ...{ reason: "missing-letters", letters: expect.arrayContaining([expect.any(String)]) },
      });
    }
    const bookingId = ids.get("王小明")!;
    expect(
      await database.db.selectFrom("invoices").select("id").where("bookingId", "=", bookingId).execute(),
    ).toEqual([]);
    const drafted = await draftInvoice(ctx, { bookingId });
    if (!drafted.ok) throw new Error(drafted.reason);
    const draft = await database.db
      .selectFrom("invoices")
      .select(["id", "version"])
      .where("id", "=", drafted.id)
      .executeTakeFirstOrThrow();
    expect(await issueInvoice(ctx, draft)).toMatchObject({ reason: "missing-letters" });
    expect(await issueInvoice(ctx, draft, { acceptMissingLetters: true })).toMatchObject({ ok: true });
  });

  it("asks which customer is billed when several share the booking's phone, and skips it in bulk", async () => {
    const phone = "+971501007788";
    const email = "family@example.com";
    const bookingId = await finishedBooking("completed", "Omar Al Ali");
    const other = await finishedBooking("completed", "Not Shared");
    await database.db
      .updateTable("bookings")
      .set({ contactPhone: phone })
      .where("id", "=", bookingId)
      .execute();
    const { customerId } = await database.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const father = { name: "Ahmed Al Ali", phone, email };
    await database.db.updateTable("customers").set(father).where("id", "=", customerId).execute();
    const { id: motherId } = await database.db
      .insertInto("customers")
      .values({ name: "Fatima Al Ali", phone, createdAt: addMinutes(NOW, 1) })
      .returning("id")
      .executeTakeFirstOrThrow();

    const refused = await draftInvoice(ctx, { bookingId });
    expect(refused).toEqual({
      ok: false,
      reason: "customer-ambiguous",
      candidates: [
        { id: customerId, name: "Ahmed Al Ali", email, lastBookedOn: "2026-11-23" },
        { id: motherId, name: "Fatima Al Ali", email: null, lastBookedOn: null },
      ],
    });
    const results = await runBulk(
      [{ id: bookingId }, { id: other }],
      ({ reason }) => reason,
      ({ id }) => invoiceFinishedWork(ctx, id),
    );
    expect(results).toEqual([
      expect.objectContaining({ id: bookingId, outcome: "skipped", message: "customer-ambiguous" }),
      expect.objectContaining({ id: other, outcome: "done" }),
    ]);
    const stranger = await database.db
      .insertInto("customers")
      .values({ name: "Another Phone", phone: "+971501009999", createdAt: NOW })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await draftInvoice(ctx, { bookingId, customerId: stranger.id })).toMatchObject({
      reason: "customer-ambiguous",
    });
    expect(await createQuoteForBooking(ctx, bookingId)).toMatchObject({ reason: "customer-ambiguous" });
    expect(await createQuoteForBooking(ctx, bookingId, { customerId: motherId })).toMatchObject({ ok: true });

    const drafted = await draftInvoice(ctx, { bookingId, customerId: motherId });
    if (!drafted.ok) throw new Error(drafted.reason);
    const billed = await database.db
      .selectFrom("invoices")
      .innerJoin("properties", "properties.id", "invoices.propertyId")
      .select(["invoices.customerId", "properties.customerId as ownerId"])
      .where("invoices.id", "=", drafted.id)
      .executeTakeFirstOrThrow();
    expect(billed).toEqual({ customerId: motherId, ownerId: motherId });
    // The draft holds the choice.
    expect(await invoiceFinishedWork(ctx, bookingId)).toMatchObject({ ok: true });
  });

  it("does not ask when the name of the booking decides", async () => {
    const phone = "+971501006655";
    const bookingId = await finishedBooking("completed", "Sara Khan");
    await database.db
      .updateTable("bookings")
      .set({ contactPhone: phone })
      .where("id", "=", bookingId)
      .execute();
    const { customerId } = await database.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    await database.db.updateTable("customers").set({ phone }).where("id", "=", customerId).execute();
    await database.db
      .insertInto("customers")
      .values({ name: "Imran Khan", phone, createdAt: new Date("2026-01-01T05:00:00Z") })
      .execute();
    expect(await draftInvoice(ctx, { bookingId })).toMatchObject({ ok: true });
    // A further booking by phone goes to the person named, not to the oldest record.
    const next = await book(ctx, { customerName: "sara khan", phone, email: "" });
    const { customerId: matched } = await database.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", next)
      .executeTakeFirstOrThrow();
    expect(matched).toBe(customerId);
  });

  it("refuses dispatchers", async () => {
    const bookingId = await finishedBooking("completed", "Dispatcher's Work");
    const dispatcher = { ...ctx, actor: { ...office, role: "dispatcher" as const } };
    expect(await invoiceFinishedWork(dispatcher, bookingId)).toMatchObject({ reason: "not-allowed" });
  });
});
