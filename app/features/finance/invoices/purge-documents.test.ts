import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { openFileStore } from "~/platform/files/file-store.server";
import { addCustomer, createIssuedInvoice } from "../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx } from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { creditInvoice } from "./commands/credit-invoice.server";
import { replaceInvoiceLink } from "./commands/resend-invoice.server";
import { loadCreditNotePdf, loadInvoicePdf } from "./document.server";
import { findInvoiceDetail } from "./office/detail-queries.server";
import { purgeDocuments } from "./purge-documents.server";

let database: TestDatabase;
let ctx: Ctx;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  folder = await mkdtemp(join(tmpdir(), "kept-"));
  await createCompany(database.db);
  await addOfficeUser(database.db);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

it("purges file and buyer after the retention period and keeps the amounts", async () => {
  const config = { publicUrl: "https://rukn.example", secret: "a secret of at least 32 characters" };
  const store = openFileStore({ dataDir: folder });
  const then = { ...ctx, now: new Date("2026-06-01T08:00:00Z") };
  const customerId = await addCustomer(ctx, { name: "Noura Al Ketbi" });
  const { id } = await createIssuedInvoice(then, customerId, 105_00);
  const open = await createIssuedInvoice(then, customerId, 210_00);
  await loadInvoicePdf(then, config, store, id);
  // The PDF with the former link is kept as long as the invoice.
  expect(await replaceInvoiceLink(then, id)).toEqual({ ok: true });
  await loadInvoicePdf(then, config, store, id);
  const countFiles = async () =>
    (await ctx.db.selectFrom("files").select("id").where("ownerId", "=", id).execute()).length;
  expect(await countFiles()).toBe(2);
  const load = async () =>
    ctx.db.selectFrom("invoices").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const credited = await creditInvoice(
    then,
    { id, version: (await load()).version },
    { kind: "whole" },
    { reason: "Agreed", eventDate: "2026-06-01" },
  );
  if (!credited.ok) throw new Error(credited.reason);
  // Offered before it is drawn, because the first download draws it.
  const listOffered = async (at: Ctx) => {
    const invoice = (await findInvoiceDetail(at, id))!;
    return [invoice.hasDocument, ...invoice.creditNotes.map(({ hasDocument }) => hasDocument)];
  };
  expect(await listOffered(then)).toEqual([true, true]);
  await loadCreditNotePdf(then, store, { id: credited.id, invoiceId: id });
  const before = await load();
  expect(before.documentId).not.toBeNull();
  expect(JSON.stringify(before.buyer)).toContain("Noura");

  // Seven years from the end of the year, by the settings.
  await purgeDocuments({ ...ctx, now: new Date("2033-12-31T10:00:00Z") });
  expect(await load()).toEqual(before);
  expect(await countFiles()).toBe(2);
  const later = { ...ctx, now: new Date("2034-01-01T10:00:00Z") };
  await purgeDocuments(later);
  const after = await load();
  expect(after).toMatchObject({
    documentId: null,
    buyer: { name: "", address: "", trn: null },
    totalFils: 105_00,
    vatFils: before.vatFils,
    reference: before.reference,
    state: "paid",
  });
  const note = await ctx.db
    .selectFrom("creditNotes")
    .selectAll()
    .where("id", "=", credited.id)
    .executeTakeFirstOrThrow();
  expect(note).toMatchObject({ documentId: null, buyer: { name: "" }, totalFils: 105_00 });
  // They are not drawn again, and their files are deleted.
  expect(await loadInvoicePdf(later, config, store, id)).toBeNull();
  expect(await loadCreditNotePdf(later, store, { id: credited.id, invoiceId: id })).toBeNull();
  expect(await listOffered(later)).toEqual([false, false]);
  const files = await ctx.db
    .selectFrom("files")
    .select("id")
    .where("ownerId", "in", [id, credited.id])
    .execute();
  expect(files).toEqual([]);
  // Open invoices are not purged.
  const owed = await ctx.db
    .selectFrom("invoices")
    .select(["buyer", "erasedAt"])
    .where("id", "=", open.id)
    .executeTakeFirstOrThrow();
  expect(owed.erasedAt).toBeNull();
  expect(JSON.stringify(owed.buyer)).toContain("Noura");
});

it("the database rejects a purge within the statutory seven years", async () => {
  const { id } = await createIssuedInvoice(ctx, await addCustomer(ctx), 105_00);
  const gone = { documentId: null, erasedAt: new Date() };
  await expect(
    ctx.db
      .updateTable("invoices")
      .set({ ...gone, buyer: JSON.stringify({ name: "", address: "", trn: null }) })
      .where("id", "=", id)
      .execute(),
  ).rejects.toThrow("immutable");
});
