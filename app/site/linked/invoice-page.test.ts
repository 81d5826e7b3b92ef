import { afterAll, beforeAll, expect, it } from "vitest";
import { documentKey } from "~/platform/auth/links/document-link.server";
import { addMinutes } from "~/platform/time";
import { addCustomer, createIssuedInvoice } from "../../../test/harness/company/billing";
import { type Caller, createCaller, NOW } from "../../../test/harness/company/booking-caller";
import { readTrail } from "../../../test/harness/company/trail";
import { openLink } from "../../../test/harness/mailed-link";
import { textOfPdf } from "../../../test/harness/read-pdf";
import { createRealPages } from "../../../test/harness/real-pages";

/** Invoice page without JavaScript. */
let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
  await saveBank({ bankName: "Emirates NBD", accountName: "Rukn LLC", iban: "AE070331234567890123456" });
});
afterAll(() => caller.close());

async function saveBank(bank: Record<"bankName" | "accountName" | "iban", string>) {
  const admin = await caller.asAdmin();
  const { groups } = (await caller.call("GET", "/api/admin/settings", undefined, admin)).body;
  const { values, version } = groups.find(({ group }: { group: string }) => group === "money");
  const body = { version, values: { ...values, ...bank } };
  const saved = await caller.call("POST", "/api/admin/settings/money", body, admin);
  expect(saved.status, saved.text).toBe(200);
}

/** Issues an invoice of AED 100 and returns its path with the key. */
async function createInvoiceLink(expiresAt: Date) {
  const { id, reference } = await createIssuedInvoice(caller.ctx(), await addCustomer(caller.ctx()), 100_00);
  const key = documentKey(caller.config.secret, { kind: "invoice", id, linkVersion: 0 }, expiresAt);
  return { id, path: `/invoices/${reference}?key=${key}`, reference };
}

const read = async (answer: Response) => (await answer.text()).replaceAll("\u00a0", " ");

it("shows amount, due date and bank details without caching", async () => {
  const { path, reference } = await createInvoiceLink(addMinutes(NOW, 60));
  const opened = await openLink(caller, path);
  const answer = await caller.http.request(opened.path, opened);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  const html = await read(answer);
  for (const text of [
    "AED 100",
    "Due on 30 November 2026",
    "AE07 0331 2345 6789 0123 456",
    reference,
    "AC service",
  ])
    expect(html).toContain(text);
  // No card provider is configured here.
  expect(html).not.toContain("by card");
});

it("never calls a written-off invoice paid", async () => {
  const { id, path } = await createInvoiceLink(addMinutes(NOW, 60));
  const admin = await caller.asAdmin();
  const { version } = (await caller.call("GET", `/api/admin/invoices/${id}`, undefined, admin)).body.invoice;
  const body = { version, reason: "Insolvent", fils: null };
  const { status, text } = await caller.call("POST", `/api/admin/invoices/${id}/write-off`, body, admin);
  expect(status, text).toBe(200);
  const opened = await openLink(caller, path);
  const html = await read(await caller.http.request(opened.path, opened));
  expect(html).toContain("Written off");
  expect(html).toContain("Settled");
  expect(html).not.toMatch(/>Paid\b/);
});

it("sends a new invoice link when the first one has expired", async () => {
  const { id, path } = await createInvoiceLink(addMinutes(NOW, -1));
  const opened = await openLink(caller, path);
  const html = await read(await caller.http.request(opened.path, opened));
  expect(html).toContain("This link has expired");
  expect(html).not.toContain("AC service");
  const answer = await caller.http.request(opened.path, {
    method: "POST",
    headers: {
      ...opened.headers,
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: caller.config.publicUrl,
    },
    body: "answer=link",
  });
  expect(await read(answer)).toContain("a new link is on its way");
  expect((await readTrail(caller.db, { subjectId: id })).at(-1)).toMatchObject({
    type: "invoice.link-requested",
  });
});

it("names no bank transfer on the page and in the PDF without an IBAN", async () => {
  await saveBank({ bankName: "Emirates NBD", accountName: "Rukn LLC", iban: "" });
  const { id, path } = await createInvoiceLink(addMinutes(NOW, 60));
  const opened = await openLink(caller, path);
  const html = await read(await caller.http.request(opened.path, opened));
  expect(html).toContain("Due on 30 November 2026");
  expect(html).not.toMatch(/transfer|IBAN|Emirates NBD/i);

  const admin = await caller.asAdmin();
  const pdf = await caller.http.request(`/api/admin/invoices/${id}/document`, { headers: admin });
  const text = await textOfPdf(await pdf.arrayBuffer());
  expect(text).toContain("by cheque");
  expect(text).not.toMatch(/transfer|IBAN|Emirates NBD/i);
});
