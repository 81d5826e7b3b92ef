import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { inLocale } from "~/platform/locale/locale.server";
import { officeCtx } from "../../../../test/harness/company/company";
import { createContractCompany, requestTestContract } from "../../../../test/harness/company/contracts";
import type { TestDatabase } from "../../../../test/harness/servers/database";
import { acceptContract, recordPaperAcceptance } from "./accept.server";
import { activateContract, agreeContract } from "./commands.server";
import { renderContractPdf } from "./document.server";
import { loadLinkedContract } from "./link/linked-contract.server";
import { findContract } from "./queries.server";

const NOW = new Date("2026-11-23T06:00:00Z");

let database: TestDatabase;
let office: Ctx;
beforeAll(async () => {
  database = await createContractCompany();
  office = officeCtx(database.db, NOW);
});
afterAll(() => database.drop());

let phones = 0;

/** An agreed contract of a customer with an account. */
async function agreedContract() {
  const userId = randomUUID();
  const email = `${userId}@example.com`;
  await database.db
    .insertInto("users")
    .values({ id: userId, name: "Noura", email, role: "customer", createdAt: NOW })
    .execute();
  const phone = `+97150555${String(++phones).padStart(4, "0")}`;
  const { id } = await requestTestContract(office, { phone, email, userId });
  await agree(id);
  const customer: Ctx = { ...office, actor: { role: "customer", userId, name: "Noura" } as Ctx["actor"] };
  return { id, userId, customer: { ...customer, clientIp: "192.0.2.7" } };
}

async function agree(id: string, paymentPlan: "upfront" | "cheques" = "upfront") {
  const { version } = (await findContract(office, id))!;
  const terms = { packageId: "premium", propertyType: "villa-3br", startsOn: "2026-12-01" } as const;
  const agreed = await agreeContract(office, { id, version }, { ...terms, paymentPlan, instalments: 4 });
  expect(agreed).toEqual({ ok: true });
}

async function activate(id: string) {
  const { version } = (await findContract(office, id))!;
  return activateContract(office, { id, version });
}

async function textOf(id: string, userId: string | null = null) {
  const pdf = await renderContractPdf(office, id, userId);
  const { text } = await extractText(pdf!.bytes, { mergePages: true });
  return text.replace(/\s+/g, " ");
}

describe("acceptance of contracts", () => {
  it("requires the customer's acceptance of the document before activation", async () => {
    const { id, customer } = await agreedContract();
    expect(await activate(id)).toMatchObject({ reason: "not-accepted" });
    const name = "Noura Al Ketbi";
    expect(await acceptContract(customer, id, { agreementVersion: 2, name })).toMatchObject({
      reason: "terms-changed",
    });
    expect(await acceptContract(customer, id, { agreementVersion: 1, name })).toEqual({ ok: true });
    expect((await findContract(office, id))!.acceptance).toEqual({
      name,
      at: NOW.toISOString(),
      method: "online",
    });
    const { rows } =
      await sql`SELECT host(client_ip) AS ip FROM contract_acceptances WHERE contract_id = ${id}`.execute(
        database.db,
      );
    expect(rows).toEqual([{ ip: "192.0.2.7" }]);
    expect(await activate(id)).toMatchObject({ ok: true });
  });

  it("requires a new acceptance of terms that are agreed again", async () => {
    const { id, customer } = await agreedContract();
    expect(await acceptContract(customer, id, { agreementVersion: 1, name: "Noura" })).toEqual({ ok: true });
    await agree(id, "cheques");
    const again = (await findContract(office, id))!;
    expect(again).toMatchObject({ agreementVersion: 2, acceptance: null });
    expect(await activate(id)).toMatchObject({ reason: "not-accepted" });
    const paper = { agreementVersion: 2, name: "Noura Al Ketbi", reason: "Signed at the office" };
    expect(await recordPaperAcceptance(office, id, paper)).toEqual({ ok: true });
    expect((await findContract(office, id))!.acceptance).toMatchObject({ method: "paper" });
    await expect(
      sql`UPDATE contract_acceptances SET at = now() WHERE contract_id = ${id}`.execute(database.db),
    ).rejects.toThrow("append-only");
  });

  it("shows package, property, price, instalments, clauses in Arabic and the acceptance in the document", async () => {
    const { id, userId, customer } = await agreedContract();
    await agree(id, "cheques");
    const before = await textOf(id, userId);
    for (const part of [
      "Maintenance contract / عقد صيانة سنوي",
      "Premium",
      "Villa (3 bedrooms)",
      "Palm Villa",
      "1 December 2026",
      "30 November 2027",
      "AC service 4",
      "7,500.00",
      "1,875.00",
      "No emergency fee is charged under this contract.",
      "Signature",
    ]) {
      expect(before).toContain(part);
    }
    expect(before).toMatch(/Version .*2/);
    expect(await acceptContract(customer, id, { agreementVersion: 2, name: "Noura Al Ketbi" })).toEqual({
      ok: true,
    });
    // The accepted document does not follow later changes of the business or the customer.
    await sql`UPDATE customers SET name = 'Another Name' WHERE user_id = ${userId}`.execute(database.db);
    const after = await textOf(id);
    expect(after).toContain("Accepted online by Noura Al Ketbi on 23 November 2026.");
    expect(after).not.toMatch(/Signature|Another Name/);
  });

  it("names package and entitlements on the page in the reader's language", async () => {
    const { id, customer } = await agreedContract();
    const open = (locale: "en" | "ar") => inLocale(locale, () => loadLinkedContract(customer, id));
    for (const accepted of [false, true]) {
      if (accepted) await acceptContract(customer, id, { agreementVersion: 1, name: "Noura" });
      expect((await open("en")).packageName).toBe("Premium, Villa (3 bedrooms)");
      const { packageName, entitlements } = await open("ar");
      // The package of the tests has an English name alone.
      expect(packageName).toBe("Premium، فيلا (3 غرف نوم)");
      expect(entitlements).toContainEqual({ what: "صيانة التكييف", quantity: 4 });
    }
  });

  it("does not exist for another customer", async () => {
    const [{ id }, other] = [await agreedContract(), await agreedContract()];
    expect(await acceptContract(other.customer, id, { agreementVersion: 1, name: "Omar" })).toMatchObject({
      reason: "not-found",
    });
    expect(await renderContractPdf(other.customer, id, other.userId)).toBeNull();
  });
});
