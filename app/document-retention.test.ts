import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { removeUnclaimedFiles, type StoredFile } from "~/platform/files/files.server";
import { addDays, dubaiInstant } from "~/platform/time";
import { addCustomer, createIssuedInvoice } from "../test/harness/company/billing";
import { type Caller, createCaller, NOW, TODAY } from "../test/harness/company/booking-caller";
import { textOfPdf } from "../test/harness/read-pdf";
import { receiptFile } from "./features/finance/payments/receipt.server";
import { hourlyJobs } from "./server/schedule.server";

/**
 * Issued documents are retained for the statutory period (docs/domain.md, "VAT and invoices"), also if the
 * account is deleted.
 */

const PASSWORD = "a password of a member";
const OFFICE = { email: "office@company.example", password: "a password of the office" };

let caller: Caller;
let dataDir: string;
let office: Record<string, string>;
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "document-retention-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  office = await caller.asAdmin();
});
beforeEach(() => {
  vi.setSystemTime(NOW);
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});

const post = (path: string, body: object, headers = office) =>
  caller.call("POST", `/api${path}`, body, headers);

interface CustomerDocuments {
  email: string;
  customerId: string;
  session: Record<string, string>;
  invoice: string;
  /** Invoice whose PDF was not requested before its customer was erased. */
  undownloadedInvoice: string;
  note: string;
  payment: string;
}

/** A customer with an account, an invoice, a payment, a credit note and a refund, and no balance due. */
async function customerWithDocuments(email: string): Promise<CustomerDocuments> {
  const ctx = caller.ctx();
  const userId = await caller.addUser({ email, password: PASSWORD });
  const session = { Cookie: await caller.signIn({ email, password: PASSWORD }) };
  const customerId = await addCustomer(ctx, { email, userId, name: "Zebulon Okapi" });
  const [{ id }, undownloadedInvoice] = [
    await createIssuedInvoice(ctx, customerId, 105_00),
    await createIssuedInvoice(ctx, customerId, 50_00),
  ];
  const paid = await post(`/admin/customers/${customerId}/payments`, {
    ...{
      method: "cash",
      fils: 155_00,
      receivedOn: TODAY,
      note: "",
      creditRemainder: false,
      allowDuplicate: true,
    },
    ...{ invoiceIds: [id, undownloadedInvoice.id], seenOpenFils: 155_00 },
  });
  expect(paid.status, paid.text).toBe(201);
  const { version } = (await caller.call("GET", `/api/admin/invoices/${id}`, undefined, office)).body.invoice;
  const credit = { reason: "Agreed", eventDate: TODAY };
  const credited = await post(`/admin/invoices/${id}/credit`, {
    version,
    credit: { kind: "amount", fils: 20_00 },
    ...credit,
  });
  expect(credited.status, credited.text).toBe(200);
  const refund = { method: "cash", fils: 20_00, reason: "Agreed", paymentId: null };
  const refunded = await post(`/admin/customers/${customerId}/refunds`, refund);
  expect(refunded.status, refunded.text).toBe(201);
  const note = credited.body.invoice.creditNotes[0].id;
  return {
    email,
    customerId,
    session,
    invoice: id,
    undownloadedInvoice: undownloadedInvoice.id,
    note,
    payment: paid.body.payment.id,
  };
}

async function bytesAt(path: string): Promise<Buffer | null> {
  const answer = await caller.http.request(`/api/admin${path}`, { headers: office });
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : null;
}
const hashOf = (bytes: Buffer | null) => bytes && createHash("sha256").update(bytes).digest("hex");

/** Hashes of the documents that the office downloads today; null if not available. */
async function extractTexts({ invoice, note, payment }: CustomerDocuments) {
  const receipt = (await receiptFile(caller.ctx(), caller.files, payment)) as StoredFile | null;
  const invoicePath = `/invoices/${invoice}`;
  return {
    invoice: hashOf(await bytesAt(`${invoicePath}/document`)),
    note: hashOf(await bytesAt(`${invoicePath}/credit-notes/${note}/document`)),
    receipt: receipt && hashOf(Buffer.from((await caller.files.get(receipt.id))!)),
  };
}

const NOTHING = { invoice: null, note: null, receipt: null };

async function deleteAccount({ session }: CustomerDocuments): Promise<void> {
  const deleted = await post("/account/delete", { password: PASSWORD }, session);
  expect(deleted.status, deleted.text).toBe(200);
}

/** Runs the scheduled tasks of a day and removes unreferenced files. */
async function runTasksOf(day: string): Promise<void> {
  for (const now of [dubaiInstant(day, "10:00"), dubaiInstant(addDays(day, 2), "10:00")]) {
    vi.setSystemTime(now);
    office = { Cookie: await caller.signIn(OFFICE) };
    for (const job of hourlyJobs) await job(caller.ctx(), caller.config);
    await removeUnclaimedFiles(caller.ctx(), caller.files);
  }
}

it("retains documents of a deleted account byte for byte until the retention period ends", async () => {
  const documents = await customerWithDocuments("first@example.com");
  const before = await extractTexts(documents);
  expect(Object.values(before)).not.toContain(null);
  await deleteAccount(documents);
  expect(await extractTexts(documents)).toEqual(before);
  const undownloadedInvoice = await textOfPdf(
    (await bytesAt(`/invoices/${documents.undownloadedInvoice}/document`))!,
  );
  expect(undownloadedInvoice).toContain("Zebulon Okapi");
  // Seven years by the settings, counted from the end of the year.
  await runTasksOf("2033-12-28");
  expect(await extractTexts(documents)).toEqual(before);
  await runTasksOf("2034-01-01");
  expect(await extractTexts(documents)).toEqual(NOTHING);
  expect(await bytesAt(`/invoices/${documents.undownloadedInvoice}/document`)).toBeNull();
});

it("purges documents after the retention period and then deletes their account", async () => {
  const documents = await customerWithDocuments("second@example.com");
  const before = await extractTexts(documents);
  await runTasksOf("2033-12-28");
  expect(await extractTexts(documents)).toEqual(before);
  await runTasksOf("2034-01-01");
  expect(await extractTexts(documents)).toEqual(NOTHING);
  const session = { Cookie: await caller.signIn({ email: documents.email, password: PASSWORD }) };
  await deleteAccount({ ...documents, session });
  const rows = await caller.db
    .selectFrom("invoices")
    .select(["buyer", "totalFils", "state"])
    .where("customerId", "=", documents.customerId)
    .orderBy("totalFils")
    .execute();
  const erasedBuyer = { buyer: { name: "", address: "", trn: null }, state: "paid" };
  expect(rows).toEqual([
    { ...erasedBuyer, totalFils: 50_00 },
    { ...erasedBuyer, totalFils: 105_00 },
  ]);
});
