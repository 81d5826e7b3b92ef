import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentKey } from "~/platform/auth/links/document-link.server";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { type FileStore, openFileStore } from "~/platform/files/file-store.server";
import type { StoredFile } from "~/platform/files/files.server";
import { addMinutes } from "~/platform/time";
import { business } from "../../../../db/seed/sample/business";
import {
  addCustomer,
  createApprovedQuote,
  createIssuedInvoice,
} from "../../../../test/harness/company/billing";
import { type Caller, createCaller, NOW, TODAY } from "../../../../test/harness/company/booking-caller";
import { textOfPdf } from "../../../../test/harness/read-pdf";
import { loadQuotePdf } from "../quotes/document/document.server";
import { personalDataOfQuotes } from "../quotes/personal-data.server";
import { purgeReceipts, receiptFile, refundReceiptFile } from "./receipt.server";

/** Receipts, statements and quotes as files, for office and customers. */

let caller: Caller;
let ctx: Ctx;
let dataDir: string;
let office: Record<string, string>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "papers-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  ctx = caller.ctx();
  office = await caller.asAdmin();
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  caller.call("GET", path, undefined, headers);

/** Text of the PDF at an address. */
async function textAt(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await caller.http.request(path, { headers });
  expect(answer.status, path).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("application/pdf");
  return textOfPdf(await answer.arrayBuffer());
}

async function pay(customerId: string, fils: number, invoiceIds: string[], seenOpenFils: number) {
  const body = { method: "cash", fils, receivedOn: TODAY, note: "", invoiceIds, seenOpenFils };
  const more = { creditRemainder: true, allowDuplicate: true };
  const path = `/api/admin/customers/${customerId}/payments`;
  const answer = await caller.call("POST", path, { ...body, ...more }, office);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.payment as { id: string; reference: string };
}

const keyTo = (kind: "invoice" | "quote" | "receipt", id: string, until = addMinutes(NOW, 60)) =>
  documentKey(caller.config.secret, { kind, id, linkVersion: 0 }, until);

/** Customer with an account and session. */
async function member(email: string) {
  const user = { email, password: "a password of a member" };
  const userId = await caller.addUser(user);
  const headers = { Cookie: await caller.signIn(user) };
  const known = await ctx.db
    .selectFrom("customers")
    .select("id")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return { headers, customerId: known?.id ?? (await addCustomer(ctx, { email, userId })) };
}

describe("refund receipt", () => {
  const refundCustomer = async (customerId: string, fils: number) => {
    const refundInput = { method: "transfer", fils, reason: "Paid twice by mistake", paymentId: null };
    const answer = await caller.call(
      "POST",
      `/api/admin/customers/${customerId}/refunds`,
      refundInput,
      office,
    );
    expect(answer.status, answer.text).toBe(201);
    const { body } = await get(`/api/admin/customers/${customerId}/balance`, office);
    return body.refunds[0] as { id: string; reference: string };
  };

  it("shows amount, method and reason in both languages and never changes", async () => {
    const customerId = await addCustomer(ctx, { name: "Huda Karim" });
    await pay(customerId, 80_00, [], 0);
    const refund = await refundCustomer(customerId, 80_00);
    expect(refund.reference).toMatch(/^RF-2026-\d{6}$/);
    const path = `/api/admin/refunds/${refund.id}/receipt`;
    const text = await textAt(path, office);
    for (const expected of [
      "Refund / استرداد",
      refund.reference,
      "Bank transfer",
      "Huda Karim",
      "Paid twice by mistake",
      "80.00",
    ]) {
      expect(text).toContain(expected);
    }
    const first = await refundReceiptFile(ctx, openFileStore(caller.config), refund.id);
    expect(first).not.toBeNull();
    await ctx.db
      .updateTable("customers")
      .set({ name: "Zainab Qasim" })
      .where("id", "=", customerId)
      .execute();
    expect(await refundReceiptFile(ctx, openFileStore(caller.config), refund.id)).toEqual(first);
    expect(await textAt(path, office)).toContain("Huda Karim");
    expect((await get(path)).status).toBe(401);
  });

  it("offers a refund's receipt once it can be opened", async () => {
    const { value: business } = await ctx.db
      .selectFrom("settings")
      .select("value")
      .where("name", "=", "business")
      .executeTakeFirstOrThrow();
    const setBusiness = (value: object) =>
      ctx.db
        .updateTable("settings")
        .set({ value: JSON.stringify(value) })
        .where("name", "=", "business")
        .execute();
    const customerId = await addCustomer(ctx);
    await pay(customerId, 80_00, [], 0);
    await setBusiness({});
    const { id } = await refundCustomer(customerId, 80_00);
    const open = async () => (await get(`/api/admin/refunds/${id}/receipt`, office)).status;
    const isOffered = async () => {
      const { body } = await get(`/api/admin/customers/${customerId}/balance`, office);
      return body.refunds[0].hasReceipt;
    };
    expect([await isOffered(), await open()]).toEqual([false, 409]);
    await setBusiness(business);
    expect([await isOffered(), await open()]).toEqual([true, 200]);
    await setBusiness({});
    expect([await isOffered(), await open()]).toEqual([true, 200]);
    await setBusiness(business);
  });

  it("renders the receipt once the refund is complete and purges it after its retention", async () => {
    const customerId = await addCustomer(ctx);
    await pay(customerId, 50_00, [], 0);
    const { id } = await refundCustomer(customerId, 50_00);
    const store = openFileStore(caller.config);
    await ctx.db.updateTable("refunds").set({ state: "failed" }).where("id", "=", id).execute();
    expect(await refundReceiptFile(ctx, store, id)).toBeNull();
    await ctx.db.updateTable("refunds").set({ state: "done" }).where("id", "=", id).execute();
    expect(await refundReceiptFile(ctx, store, id)).not.toBeNull();
    const stored = () => ctx.db.selectFrom("files").select("id").where("ownerId", "=", id).execute();
    await purgeReceipts(ctx);
    expect(await stored()).toHaveLength(1);
    const later = { ...ctx, now: new Date("2046-01-01T00:00:00Z") };
    await purgeReceipts(later);
    expect(await stored()).toEqual([]);
    expect(await refundReceiptFile(later, store, id)).toBeNull();
  });

  it("lists a completed refund for its customer only", async () => {
    const { headers, customerId } = await member("refunded@example.com");
    const stranger = await member("not.refunded@example.com");
    const payment = await pay(customerId, 70_00, [], 0);
    const refund = await refundCustomer(customerId, 30_00);
    const receipts = async () => (await get("/api/account/receipts", headers)).body.receipts;
    expect(await receipts()).toMatchObject([
      { kind: "refund", reference: refund.reference, fils: 30_00, method: "transfer", receivedOn: TODAY },
      { kind: "payment", reference: payment.reference, fils: 70_00 },
    ]);
    const [{ path }] = await receipts();
    expect(await textAt(path)).toContain("Paid twice by mistake");
    expect(await textAt(`/api/receipts/${refund.reference}`, headers)).toContain("30.00");
    expect((await get(`/api/receipts/${refund.reference}`, stranger.headers)).status).toBe(404);
    expect((await get(`/api/receipts/${refund.reference}`)).status).toBe(404);
    await ctx.db.updateTable("refunds").set({ paidOn: "2026-11-20" }).where("id", "=", refund.id).execute();
    expect((await receipts()).at(-1)).toMatchObject({ kind: "refund", receivedOn: "2026-11-20" });
    // A key opens its own document only.
    const others = `/api/receipts/${refund.reference}?key=${keyTo("receipt", payment.id)}`;
    expect((await get(others)).status).toBe(404);
    await ctx.db.updateTable("refunds").set({ state: "failed" }).where("id", "=", refund.id).execute();
    expect(await receipts()).toMatchObject([{ kind: "payment" }]);
    expect((await get(`/api/receipts/${refund.reference}`, headers)).status).toBe(404);
  });
});

describe("payment receipt", () => {
  it("shows amount, allocation and remaining balance of that time in both languages", async () => {
    const customerId = await addCustomer(ctx);
    const first = await createIssuedInvoice(ctx, customerId, 100_00);
    const second = await createIssuedInvoice(ctx, customerId, 200_00);
    const payment = await pay(customerId, 150_00, [first.id, second.id], 300_00);
    // A later payment does not appear on the first receipt.
    await pay(customerId, 160_00, [second.id], 150_00);
    const text = await textAt(`/api/admin/payments/${payment.id}/receipt`, office);
    for (const expected of [
      `Receipt / إيصال`,
      payment.reference,
      "Noura Al Ketbi",
      `${first.reference} 100.00 0.00`,
      `${second.reference} 50.00 150.00`,
      "Cash",
    ]) {
      expect(text).toContain(expected);
    }
    expect(text).toMatch(/Amount received AED .* 150\.00/);
    expect(text).not.toContain("Held as credit on your account");
  });

  it("shows the part that became credit and stays the same file", async () => {
    const customerId = await addCustomer(ctx);
    const { id } = await createIssuedInvoice(ctx, customerId, 100_00);
    const payment = await pay(customerId, 130_00, [id], 100_00);
    const path = `/api/admin/payments/${payment.id}/receipt`;
    const stored = await get(path, office);
    expect(await textAt(path, office)).toMatch(/Held as credit on your account .*30\.00/);
    await ctx.db.updateTable("customers").set({ name: "Another" }).where("id", "=", customerId).execute();
    expect((await get(path, office)).headers.get("ETag")).toBe(stored.headers.get("ETag"));
  });

  it("shows the receipt with its invoice and opens it by that link only", async () => {
    const customerId = await addCustomer(ctx);
    const { id, reference } = await createIssuedInvoice(ctx, customerId, 100_00);
    const payment = await pay(customerId, 40_00, [id], 100_00);
    const { body } = await get(`/api/invoices/${reference}/amount-due?key=${keyTo("invoice", id)}`);
    expect(body).toMatchObject({
      fils: 60_00,
      receipts: [{ reference: payment.reference, method: "cash", fils: 40_00, receivedOn: TODAY }],
    });
    expect(await textAt(body.receipts[0].path)).toContain(payment.reference);
    const other = await pay(customerId, 10_00, [id], 60_00);
    const key = new URL(body.receipts[0].path, "http://site").searchParams.get("key");
    expect((await get(`/api/receipts/${other.reference}?key=${key}`)).status).toBe(404);
    const expiredKey = keyTo("receipt", payment.id, addMinutes(NOW, -1));
    expect((await get(`/api/receipts/${payment.reference}?key=${expiredKey}`)).status).toBe(404);
    expect((await get(`/api/receipts/${payment.reference}`)).status).toBe(404);
  });

  it("uses the customer's language, also without an invoice", async () => {
    const customerId = await addCustomer(ctx, { language: "ar" });
    const payment = await pay(customerId, 40_00, [], 0);
    const text = await textAt(`/api/admin/payments/${payment.id}/receipt`, office);
    expect(text).toContain("40.00");
    expect(text).not.toContain("Cash");
  });

  it("removes the receipt of a voided payment", async () => {
    const customerId = await addCustomer(ctx);
    const { id, reference } = await createIssuedInvoice(ctx, customerId, 100_00);
    const payment = await pay(customerId, 100_00, [id], 100_00);
    const path = `/api/admin/payments/${payment.id}/receipt`;
    expect((await get(path, office)).status).toBe(200);
    const voidInput = { reason: "Typed twice" };
    await caller.call("POST", `/api/admin/payments/${payment.id}/void`, voidInput, office);
    expect((await get(path, office)).status).toBe(404);
    const { body } = await get(`/api/invoices/${reference}/amount-due?key=${keyTo("invoice", id)}`);
    expect(body).toMatchObject({ fils: 100_00, receipts: [] });
  });

  it("purges the receipt after its retention period", async () => {
    const customerId = await addCustomer(ctx);
    const payment = await pay(customerId, 10_00, [], 0);
    const path = `/api/admin/payments/${payment.id}/receipt`;
    const store = openFileStore(caller.config);
    const stored = (await receiptFile(ctx, store, payment.id)) as StoredFile;
    const ownerAt = async (at: string) => {
      await purgeReceipts({ ...ctx, now: new Date(at) });
      const file = ctx.db.selectFrom("files").select("ownerId").where("id", "=", stored.id);
      return (await file.executeTakeFirstOrThrow()).ownerId;
    };
    // Seven years by default, from the end of the year.
    expect(await ownerAt("2033-12-31T10:00:00Z")).toBe(payment.id);
    expect((await get(path, office)).status).toBe(200);
    const later = "2034-01-01T10:00:00Z";
    expect(await ownerAt(later)).toBeNull();
    expect(await receiptFile({ ...ctx, now: new Date(later) }, store, payment.id)).toBeNull();
  });

  it("waits for the company details and does not block the payment", async () => {
    const setBusiness = (value: object) =>
      ctx.db
        .updateTable("settings")
        .set({ value: JSON.stringify(value) })
        .where("name", "=", "business")
        .execute();
    const customerId = await addCustomer(ctx);
    const { id, reference } = await createIssuedInvoice(ctx, customerId, 100_00);
    await setBusiness({});
    const payment = await pay(customerId, 100_00, [id], 100_00);
    const path = `/api/admin/payments/${payment.id}`;
    const refused = await get(`${path}/receipt`, office);
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe("Complete your company details first: Name, Address, TRN");
    const receiptNeeds = async () => (await get(path, office)).body.receiptNeeds;
    expect(await receiptNeeds()).toEqual(["name", "address", "trn"]);
    const offered = async () =>
      (await get(`/api/invoices/${reference}/amount-due?key=${keyTo("invoice", id)}`)).body.receipts;
    expect(await offered()).toEqual([]);
    const link = `/api/receipts/${payment.reference}?key=${keyTo("receipt", payment.id)}`;
    expect((await get(link)).status).toBe(404);

    await setBusiness(business);
    expect(await receiptNeeds()).toEqual([]);
    expect(await offered()).toHaveLength(1);
    expect(await textAt(`${path}/receipt`, office)).toContain(business.name);
    // A stored receipt stays available.
    await setBusiness({});
    expect((await get(link)).status).toBe(200);
    expect(await receiptNeeds()).toEqual([]);
    await setBusiness(business);
  });

  it("lists the receipt for the signed-in customer, also without an invoice", async () => {
    const { headers, customerId } = await member("receipts@example.com");
    await pay(await addCustomer(ctx), 5_00, [], 0);
    const ahead = await pay(customerId, 20_00, [], 0);
    const { receipts } = (await get("/api/account/receipts", headers)).body;
    expect(receipts.map(({ reference }: { reference: string }) => reference)).toEqual([ahead.reference]);
    expect((await get(`/api/receipts/${ahead.reference}`, headers)).status).toBe(200);
  });
});

describe("statement of account", () => {
  it("offers the statement to the office and its customer as page, PDF and CSV", async () => {
    const { headers, customerId } = await member("statement@example.com");
    const { id, reference } = await createIssuedInvoice(ctx, customerId, 100_00);
    const payment = await pay(customerId, 30_00, [id], 100_00);
    const period = `from=2026-11-01&to=${TODAY}`;
    const { body } = await get(`/api/account/statement?${period}`, headers);
    expect(body).toMatchObject({ openingFils: 0, closingFils: 70_00 });
    const paths = [
      [`/api/account/statement.pdf?${period}`, headers],
      [`/api/admin/customers/${customerId}/statement.pdf?${period}`, office],
    ] as const;
    for (const [path, as] of paths) {
      const text = await textAt(path, as);
      for (const expected of [
        "Statement of Account / كشف حساب",
        `${reference} 100.00 100.00`,
        payment.reference,
      ]) {
        expect(text).toContain(expected);
      }
      expect(text).toMatch(/Balance due AED .* 70\.00/);
    }
    const csv = await get(`/api/account/statement.csv?${period}`, headers);
    expect(csv.text).toContain(`${reference},100,100`);
    expect((await get(`/api/account/statement?${period}`)).status).toBe(401);
    const newMember = await member("nobody-yet@example.com");
    const empty = await get(`/api/account/statement?${period}`, newMember.headers);
    expect(empty.body.entries).toEqual([]);
  });
});

describe("quote document", () => {
  it("shows the quote and its approval to customer and office", async () => {
    const customerId = await addCustomer(ctx);
    const { id, reference } = await createApprovedQuote(ctx, customerId);
    const text = await textAt(`/api/quotes/${reference}/document?key=${keyTo("quote", id)}`);
    for (const expected of [
      `Quote / عرض سعر`,
      reference,
      "Paint the hall",
      "Noura Al Ketbi",
      "Walls 1 1,000.00",
    ])
      expect(text).toContain(expected);
    // An answered quote has no QR code.
    expect(text).not.toContain("Scan to");
    expect(await textAt(`/api/admin/quotes/${id}/document`, office)).toBe(text);
    expect((await get(`/api/quotes/${reference}/document`)).status).toBe(404);
  });
});

describe("emailed copy of a quote", () => {
  const erase = (id: string) => {
    const unknown = {
      userId: randomUUID(),
      email: "",
      emails: [],
      phones: [],
      customerIds: [],
      propertyIds: [],
    };
    return inTransaction(ctx, (ctx) =>
      personalDataOfQuotes.erase!(ctx, { ...unknown, records: { quote: [id] } }),
    );
  };

  it("keeps no PDF that was rendered before an erasure and is stored after it", async () => {
    const { id } = await createApprovedQuote(ctx, await addCustomer(ctx));
    const introduction = "The gate code is 1234";
    await ctx.db.updateTable("quoteRevisions").set({ introduction }).where("quoteId", "=", id).execute();
    const files = openFileStore(caller.config);
    const stored: string[] = [];
    const put: FileStore["put"] = async (fileId, ...content) => {
      await files.put(fileId, ...content);
      if (stored.push(fileId) === 1) await erase(id);
    };
    const pdf = await loadQuotePdf(ctx, caller.config, { ...files, put }, id);
    expect(stored).toEqual([expect.any(String), pdf!.fileId]);
    const owned = await ctx.db.selectFrom("files").select("id").where("ownerId", "=", id).execute();
    expect(owned).toEqual([{ id: pdf!.fileId }]);
  });

  it("deletes the copy when its customer is erased", async () => {
    const customerId = await addCustomer(ctx);
    const { id } = await createApprovedQuote(ctx, customerId);
    const { fileId } = (await loadQuotePdf(ctx, caller.config, openFileStore(caller.config), id))!;
    await erase(id);
    const stored = await ctx.db
      .selectFrom("files")
      .select("ownerId")
      .where("id", "=", fileId)
      .executeTakeFirstOrThrow();
    // Unowned, so the purge of unclaimed uploads removes it.
    expect(stored.ownerId).toBeNull();
  });
});

describe("final price of a booking", () => {
  it("shows the invoice and receipt as the final price, and none before", async () => {
    const { bookingId, reference, key } = await caller.book();
    const money = () => get(`/api/bookings/${reference}/payments?key=${key}`);
    expect((await money()).body).toEqual({
      priceFils: null,
      invoices: [],
      receipts: [],
      paidDeposit: null,
      deposit: null,
    });
    const { customerId } = await ctx.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    await ctx.db.updateTable("bookings").set({ state: "completed" }).where("id", "=", bookingId).execute();
    const invoice = await createIssuedInvoice(ctx, customerId, 250_00, { bookingId });
    const payment = await pay(customerId, 50_00, [invoice.id], 250_00);
    const { body } = await money();
    expect(body).toMatchObject({
      priceFils: 250_00,
      invoices: [{ reference: invoice.reference, openFils: 200_00 }],
      receipts: [{ reference: payment.reference }],
    });
    const opened = new URL(body.invoices[0].path, "http://site");
    expect(opened.pathname).toBe(`/invoices/${invoice.reference}`);
    expect((await get(`/api/invoices/${invoice.reference}${opened.search}`)).body.invoice.openFils).toBe(
      200_00,
    );
  });

  it("shows the paid deposit of a quote that has no booking of its own yet", async () => {
    const { bookingId, reference, key } = await caller.book({ email: "deposit@example.com" });
    const { customerId } = await ctx.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const quote = await createApprovedQuote(ctx, customerId, { depositFils: 300_00 });
    await ctx.db.updateTable("quotes").set({ bookingId }).where("id", "=", quote.id).execute();
    const payment = { method: "cash", receivedOn: TODAY, note: "", seenFils: 300_00 };
    const paid = await caller.call("POST", `/api/admin/quotes/${quote.id}/deposit`, payment, office);
    expect(paid.status, paid.text).toBe(201);
    const { body } = await get(`/api/bookings/${reference}/payments?key=${key}`);
    expect(body).toMatchObject({ priceFils: null, deposit: null, receipts: [{ fils: 300_00 }] });
    expect(body.invoices).toMatchObject([{ kind: "deposit", totalFils: 300_00, openFils: 0 }]);
  });

  it("names the deposit of its quote with the payment page", async () => {
    const { bookingId, reference, key } = await caller.book();
    const { customerId } = await ctx.db
      .selectFrom("bookings")
      .select("customerId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    const quote = await createApprovedQuote(ctx, customerId, { depositFils: 300_00 });
    await ctx.db.updateTable("quotes").set({ bookingId }).where("id", "=", quote.id).execute();
    const { body } = await get(`/api/bookings/${reference}/payments?key=${key}`);
    expect(body).toMatchObject({ priceFils: null, deposit: { fils: 300_00 } });
    const { pathname, search } = new URL(body.deposit.path, "http://site");
    expect(pathname).toBe(`/quotes/${quote.reference}`);
    expect((await get(`/api/quotes/${quote.reference}/amount-due${search}`)).body.fils).toBe(300_00);
  });
});
