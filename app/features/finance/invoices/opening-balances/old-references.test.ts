import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Caller, createCaller } from "../../../../../test/harness/company/booking-caller";
import { createRealPages } from "../../../../../test/harness/real-pages";
import { type FakeStripe, startFakeStripe } from "../../../../../test/harness/servers/fake-stripe";

/** Customers open and pay invoices under the numbers of the former books, such as those of Odoo and QuickBooks. */

let stripe: FakeStripe;
let caller: Caller;
let office: Record<string, string>;
beforeAll(async () => {
  stripe = await startFakeStripe();
  const pages = await createRealPages();
  caller = await createCaller(stripe.env, { pages, buildDir: "public" });
  office = await caller.asAdmin();
});
afterAll(async () => {
  await caller.close();
  await stripe.close();
  vi.useRealTimers();
});

it.each(["INV/2026/00017", "1045", "No. 12 & 13"])(
  "opens and pays %s by its emailed link",
  async (reference) => {
    const csv = `customer,email,phone,reference,issued,due,total,paid,credit
Noura,noura@example.com,,${reference},2026-10-01,2026-10-15,100,,`;
    const imported = await caller.call("POST", "/api/admin/opening-balances", { csv, dryRun: false }, office);
    expect(imported.status, imported.text).toBe(200);
    const { id } = await caller.db
      .selectFrom("invoices")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    const shared = await caller.call("POST", `/api/admin/invoices/${id}/resend`, { channel: "link" }, office);
    const { pathname, search } = new URL(shared.body.url);
    const opened = await caller.http.request(pathname + search);
    expect(opened.status).toBe(303);
    const Cookie = opened.headers.get("Set-Cookie")!.split(";")[0]!;
    const page = await caller.http.request(opened.headers.get("Location")!, { headers: { Cookie } });
    expect(page.status).toBe(200);
    const path = `/api/invoices/${encodeURIComponent(reference)}`;
    const read = await caller.call("GET", path, undefined, { Cookie });
    expect(read.body.invoice).toMatchObject({ reference, openFils: 100_00 });
    const toPay = await caller.call("GET", `${path}/amount-due`, undefined, { Cookie });
    expect(toPay.body).toMatchObject({ fils: 100_00, cards: true });
    const checkout = await caller.call("POST", `${path}/checkout`, {}, { Cookie });
    expect(checkout.status, checkout.text).toBe(200);
  },
);
