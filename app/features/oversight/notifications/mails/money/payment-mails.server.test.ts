import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { system } from "~/platform/auth/actor";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { inLocale } from "~/platform/locale/locale.server";
import { addCustomer, createIssuedInvoice } from "../../../../../../test/harness/company/billing";
import { type Caller, createCaller, TODAY } from "../../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../../test/harness/company/trail";
import { textOfAttachment } from "../../../../../../test/harness/read-pdf";
import { receiveCheque, transitionCheque } from "../../../../finance/payments/commands/cheques.server";
import { recordPayment } from "../../../../finance/payments/commands/record-payment.server";
import { refundWithoutLimit } from "../../../../finance/payments/commands/refunds.server";
import { applyRefundUpdate } from "../../../../finance/payments/refund-updates.server";
import { takePayment } from "../../../../finance/payments/take-payment.server";
import {
  notifyOfBouncedCheque,
  notifyOfFailedPayout,
  notifyOfFailedRefund,
  notifyOfOverPayment,
  notifyOfReconciliationIssue,
  notifyOfRefund,
  sendReceipt,
} from "./payment-mails.server";

/** Emails about payments, bounced cheques and refunds. */

let caller: Caller;
let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "mails-"));
  caller = await createCaller({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});

/** Emails queued by a reaction to the latest event of its type, run twice. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the event does not matter here.
async function mailsOf(type: string, reaction: Reaction<any>) {
  const event = (await readTrail(caller.db, { type })).at(-1) as unknown as RecordedEvent<never>;
  const ctx = { ...caller.ctx(), actor: system };
  for (let run = 1; run <= 2; run++) await reaction.run(ctx, event, { config: caller.config });
  const mails = await caller.db
    .selectFrom("mails")
    .selectAll()
    .where("trailId", "=", event.id)
    .where("kind", "=", reaction.name)
    .execute();
  return mails.map((mail) => ({ ...mail, plain: mail.plain.replaceAll("\u00a0", " ") }));
}

async function pay(customerId: string, fils: number, open: { id: string; fils: number }[] = []) {
  const answer = await recordPayment(caller.ctx(), {
    customerId,
    method: "cash",
    fils,
    receivedOn: TODAY,
    note: "",
    invoiceIds: open.map(({ id }) => id),
    seenOpenFils: open.reduce((sum, one) => sum + one.fils, 0),
    creditRemainder: true,
    allowDuplicate: true,
  });
  if (!answer.ok) throw new Error(answer.reason);
  return answer;
}

test("lists the payment, its invoices and the open amount in a receipt", async () => {
  const customerId = await addCustomer(caller.ctx(), { email: "receipt@example.com" });
  const { id, reference } = await createIssuedInvoice(caller.ctx(), customerId, 100_00);
  const payment = await pay(customerId, 60_00, [{ id, fils: 100_00 }]);
  const [mail, ...more] = await mailsOf("payment.recorded", sendReceipt);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ recipient: "receipt@example.com" });
  for (const expected of [payment.reference, `${reference}: AED 60`, "Outstanding: AED 40", "Cash"]) {
    expect(mail!.plain).toContain(expected);
  }
  expect(mail!.plain).toContain(`/invoices/${reference}?key=`);
  expect(await textOfAttachment(caller.config, mail!.attachments)).toContain(`${reference} 60.00 40.00`);
  expect(await mailsOf("payment.recorded", notifyOfOverPayment)).toEqual([]);
});

/** Follows the only link of an email to a customer without an account. */
async function openLink(plain: string) {
  const links = plain.match(/https?:\/\/\S+/g) ?? [];
  expect(links).toHaveLength(1);
  const { pathname, search } = new URL(links[0]!);
  const answer = await caller.http.request(`${pathname}${search}`);
  return { pathname, status: answer.status, type: answer.headers.get("Content-Type") };
}

test("links a payment without an invoice, or for several, to its receipt", async () => {
  const customerId = await addCustomer(caller.ctx(), { email: "ahead@example.com" });
  const ahead = await pay(customerId, 60_00);
  const [onAccount] = await mailsOf("payment.recorded", sendReceipt);
  expect(onAccount!.plain).toContain("AED 60 as credit for your next invoice");
  const pdf = { status: 200, type: "application/pdf" };
  expect(await openLink(onAccount!.plain)).toEqual({ ...pdf, pathname: `/api/receipts/${ahead.reference}` });

  const invoices = [
    await createIssuedInvoice(caller.ctx(), customerId, 100_00),
    await createIssuedInvoice(caller.ctx(), customerId, 50_00),
  ];
  const both = await pay(
    customerId,
    150_00,
    invoices.map(({ id }, index) => ({ id, fils: [100_00, 50_00][index]! })),
  );
  const [mail] = await mailsOf("payment.recorded", sendReceipt);
  const [first, second] = invoices.map(({ reference }) => reference);
  expect(mail!.plain).toContain(`Applied to: ${first}: AED 100\n${second}: AED 50`);
  expect(await openLink(mail!.plain)).toEqual({ ...pdf, pathname: `/api/receipts/${both.reference}` });
});

test("sends nothing to customers without an email address", async () => {
  await pay(await addCustomer(caller.ctx(), { email: null }), 10_00);
  expect(await mailsOf("payment.recorded", sendReceipt)).toEqual([]);
});

test("notifies the office of an overpayment by card and of a bounced cheque", async () => {
  const ctx = caller.ctx();
  const customerId = await addCustomer(ctx, { name: "Marco Bianchi", phone: "+971501112233" });
  const company = "Bianchi Trading LLC";
  await caller.db.updateTable("customers").set({ company }).where("id", "=", customerId).execute();
  const { id } = await createIssuedInvoice(ctx, customerId, 100_00);
  const card = { method: "card" as const, fils: 130_00, provider: { name: "stripe", payment: "pi_mail" } };
  await ctx.db
    .transaction()
    .execute((db) =>
      takePayment({ ...ctx, db }, { ...card, customerId, receivedOn: TODAY, invoiceIds: [id], late: true }),
    );
  const [over] = await mailsOf("payment.recorded", notifyOfOverPayment);
  expect(over).toMatchObject({ recipient: "office@rukn.example" });
  expect(over!.plain).toContain("AED 30 arrived by card");
  expect(over!.plain).toContain(`Customer: Marco Bianchi\nCompany: ${company}`);

  const cheque = { customerId, invoiceId: null, quoteId: null, number: "778", bank: "ADCB", dated: TODAY };
  const received = await receiveCheque(ctx, { ...cheque, fils: 50_00 });
  if (!received.ok) throw new Error(received.reason);
  await transitionCheque(ctx, received.id, "deposit", 1);
  expect(await mailsOf("cheque.state-changed", notifyOfBouncedCheque)).toEqual([]);
  await transitionCheque(ctx, received.id, "bounce", 2);
  const [bounced] = await mailsOf("cheque.state-changed", notifyOfBouncedCheque);
  expect(bounced!.plain).toContain("The bank returned cheque 778 of ADCB.");
  expect(bounced!.plain).not.toContain("open again");
});

test("notifies the customer of a refund", async () => {
  const customerId = await addCustomer(caller.ctx(), { email: "back@example.com" });
  await pay(customerId, 80_00);
  const refund = {
    customerId,
    method: "transfer" as const,
    fils: 80_00,
    reason: "Overpaid",
    paymentId: null,
  };
  expect((await refundWithoutLimit(caller.ctx(), refund)).ok).toBe(true);
  const [mail] = await mailsOf("refund.done", notifyOfRefund);
  expect(mail).toMatchObject({ recipient: "back@example.com", subject: expect.stringContaining("80") });
  expect(mail!.plain).toContain("Overpaid");
  const [reference] = /RF-2026-\d{6}/.exec(mail!.attachments[0]!.fileName)!;
  expect(mail!.attachments).toMatchObject([{ fileName: `${reference}.pdf` }]);
  expect(await openLink(mail!.plain)).toEqual({
    ...{ status: 200, type: "application/pdf" },
    pathname: `/api/receipts/${reference}`,
  });
});

/** A card payment without an open invoice, which becomes credit. */
async function payByCard(customerId: string, fils: number, payment: string): Promise<string> {
  const ctx = { ...caller.ctx(), actor: system };
  const card = { method: "card" as const, fils, provider: { name: "stripe", payment } };
  const recorded = await inTransaction(ctx, (ctx) =>
    takePayment(ctx, { ...card, customerId, receivedOn: TODAY, invoiceIds: [] }),
  );
  return recorded.id;
}

test("notifies only the office of a failed refund, with customer and reason", async () => {
  const ctx = caller.ctx();
  const customerId = await addCustomer(ctx, { name: "Lina Haddad", phone: "+971504445566" });
  const paymentId = await payByCard(customerId, 90_00, "pi_failing");
  const request = { customerId, method: "card" as const, fils: 90_00, reason: "Came twice", paymentId };
  const refund = await refundWithoutLimit(ctx, request);
  if (!refund.ok) throw new Error(refund.reason);
  for (const state of ["requested", "failed", "failed"] as const) {
    await inTransaction(ctx, (ctx) => applyRefundUpdate(ctx, refund.id, { refund: "re_failing", state }));
  }
  expect(await readTrail(caller.db, { type: "refund.failed", subjectId: refund.id })).toHaveLength(1);
  expect(await readTrail(caller.db, { type: "refund.done", subjectId: refund.id })).toEqual([]);
  const mails = await mailsOf("refund.failed", notifyOfFailedRefund);
  expect(mails).toMatchObject([
    {
      recipient: "office@rukn.example",
      subject: expect.stringMatching(/^Refund failed: AED.90 to .*Lina Haddad/),
    },
  ]);
  for (const expected of [
    "credit for the customer again",
    "Came twice",
    "+971 50 444 5566",
    `/admin/customers/${customerId}`,
  ]) {
    expect(mails[0]!.plain).toContain(expected);
  }
});

test("notifies the office of a failed payout with its amount and where to check", async () => {
  const ctx = { ...caller.ctx(), actor: system };
  const payout = { provider: "stripe", payout: "po_rejected", fils: 1_234_50 };
  await inTransaction(ctx, (ctx) => emit(ctx, "payout.failed", randomUUID(), payout));
  const mails = await mailsOf("payout.failed", notifyOfFailedPayout);
  expect(mails).toMatchObject([
    { recipient: "office@rukn.example", subject: expect.stringMatching(/^Payout failed: AED.1,234\.50/) },
  ]);
  for (const expected of ["at the card provider again", "po_rejected", "/admin/payments/payouts"])
    expect(mails[0]!.plain).toContain(expected);
});

test.each([
  ["other-amount", "different amount or currency"],
  ["unknown-checkout", "a checkout that is not on record"],
  ["nothing-left", "already refunded or used"],
] as const)(
  "notifies the office once of a reconciliation issue (%s) with the provider's reference",
  async (kind, expected) => {
    const payment = `pi_${kind.replace("-", "_")}`;
    const issue = { issue: kind, provider: "stripe", payment, amount: 12_345, currency: "usd" };
    const ctx = { ...caller.ctx(), actor: system };
    await inTransaction(ctx, (ctx) => emit(ctx, "payment.questioned", null, issue));
    const mails = await mailsOf("payment.questioned", notifyOfReconciliationIssue);
    expect(mails).toMatchObject([
      { recipient: "office@rukn.example", subject: `Card payment needs review: ${payment}` },
    ]);
    for (const text of [expected, "not recorded", "stripe", payment, "123.45 USD", "/admin/payments"]) {
      expect(mails[0]!.plain).toContain(text);
    }
  },
);

test("uses the recipient's language, independent of the worker's", async () => {
  const ctx = caller.ctx();
  const email = "layla@example.com";
  const customerId = await addCustomer(ctx, { email });
  const { bookingId } = await caller.book();
  const booked = { customerId, language: "en-XB" };
  await inTransaction(ctx, async ({ db }) => {
    const { propertyId } = await db
      .updateTable("bookings")
      .set(booked)
      .where("id", "=", bookingId)
      .returning("propertyId")
      .executeTakeFirstOrThrow();
    await db.updateTable("properties").set({ customerId }).where("id", "=", propertyId).execute();
  });
  await pay(customerId, 40_00);
  const refund = { customerId, method: "cash" as const, fils: 40_00, reason: "Overpaid", paymentId: null };
  expect((await refundWithoutLimit(ctx, refund)).ok).toBe(true);
  for (const [type, reaction] of [
    ["payment.recorded", sendReceipt],
    ["refund.done", notifyOfRefund],
  ] as const) {
    const [mail] = await mailsOf(type, reaction);
    expect(mail).toMatchObject({ recipient: email, html: expect.stringContaining('<html lang="en-XB"') });
  }
  const issue = { provider: "stripe", payment: "pi_spoken", amount: 1, currency: "aed" };
  await inTransaction(ctx, (ctx) =>
    emit(ctx, "payment.questioned", null, { issue: "other-amount", ...issue }),
  );
  const [office] = await inLocale("en-XB", () => mailsOf("payment.questioned", notifyOfReconciliationIssue));
  expect(office).toMatchObject({
    subject: "Card payment needs review: pi_spoken",
    html: expect.stringContaining('<html lang="en" '),
  });
});
