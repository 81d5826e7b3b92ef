import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { openFileStore } from "~/platform/files/file-store.server";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../test/harness/company/company";
import { textOfPdf } from "../../../../test/harness/read-pdf";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { saveDraft } from "./commands/change-draft.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { loadCreditNotePdf, loadInvoicePdf } from "./document.server";
import { findInvoiceDetail } from "./office/detail-queries.server";

/** Lines of tax documents in English and Arabic. */

let database: TestDatabase;
let ctx: Ctx;
const folder = mkdtempSync(join(tmpdir(), "invoice-languages-"));
const store = openFileStore({ dataDir: folder });
const config = { publicUrl: "https://example.com", secret: "secret" };
const NOW = new Date("2026-11-23T05:00:00Z");
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db, NOW);
  await createCompany(database.db);
  await addOfficeUser(database.db, NOW);
  await setTrn(database.db, "100000000000003");
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function issue(language: "en" | "ar") {
  const { db } = database;
  const row = { name: "Noura Al Ketbi", language, createdAt: NOW };
  const { id: customerId } = await db
    .insertInto("customers")
    .values(row)
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("prices")
    .set({ name: "Tap fitting", nameAr: "تركيب صنبور" })
    .where("serviceId", "=", "plumbing")
    .where("isHeadline", "=", true)
    .execute();
  const { id: priceId } = await db
    .selectFrom("prices")
    .select("id")
    .where("name", "=", "Tap fitting")
    .executeTakeFirstOrThrow();
  const draft = await draftInvoice(ctx, { customerId });
  if (!draft.ok) throw new Error(draft.reason);
  const { id } = draft;
  const seen = async () => ({ id, version: (await findInvoiceDetail(ctx, id))!.version });
  const line = {
    ...{ section: "", quantityHundredths: 100, unit: "", unitFils: 105_00, discountFils: 0 },
    ...{ serviceId: "plumbing", deductsId: null, partContractId: null, vatTreatment: "standard" as const },
  };
  await saveDraft(ctx, await seen(), {
    ...{ propertyId: null, note: "", supplyDate: null, dueDate: null, discount: { kind: "none" } },
    lines: [
      { ...line, priceId, description: language === "ar" ? "تركيب صنبور، ساعتان" : "Tap fitting, 2 hours" },
      { ...line, priceId: null, description: "Written by hand" },
    ],
  });
  const issued = await issueInvoice(ctx, await seen());
  if (!issued.ok) throw new Error(issued.reason);
  const file = await loadInvoicePdf(ctx, config, store, id);
  const { linkText } = (await findInvoiceDetail(ctx, id))!;
  return { id, seen, linkText, text: await textOfPdf((await store.get(file!.id))!) };
}

it("prints the name of an item in both languages, whatever language the customer reads", async () => {
  for (const language of ["en", "ar"] as const) {
    const { text } = await issue(language);
    expect(text).toContain("Tap fitting");
    expect(text).toContain("صنبور");
  }
});

it("prints descriptions that the office wrote once", async () => {
  const { text } = await issue("en");
  expect(text.match(/Written by hand/g)).toHaveLength(1);
});

it("prints the name of an item in both languages on credit notes", async () => {
  const { seen } = await issue("en");
  const invoice = await seen();
  const details = { reason: "Not done", eventDate: "2026-11-23" };
  const credited = await creditInvoice(ctx, invoice, { kind: "whole" }, details);
  if (!credited.ok) throw new Error(credited.reason);
  const file = await loadCreditNotePdf(ctx, store, { id: credited.id, invoiceId: invoice.id });
  const text = await textOfPdf((await store.get(file!.id))!);
  expect(text).toContain("Tap fitting, 2 hours");
  expect(text).toContain("صنبور");
});

it("writes the text for the link in the customer's language", async () => {
  expect((await issue("ar")).linkText).toMatch(/^مرحبًا .*\{link\}$/);
  expect((await issue("en")).linkText).toMatch(/^Hello .*\{link\}$/);
});
