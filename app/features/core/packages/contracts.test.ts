import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";
import { listPackages } from "./queries.server";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
afterAll(() => caller.close());

const PATH = "/api/contracts/requests";

/** Sends an accepted request from a new customer. */
async function request(changes: Record<string, unknown> = {}) {
  const form = await caller.form({ packageId: "plus", propertyType: "villa-3br", ...changes });
  const { service: _, ...rest } = form as { service: string };
  return rest as Record<string, unknown>;
}

async function contractsOf(email: unknown) {
  return caller.db
    .selectFrom("contracts")
    .innerJoin("packagePrices", "packagePrices.id", "contracts.priceId")
    .selectAll("contracts")
    .select("packagePrices.priceFils")
    .where("contactEmail", "=", String(email))
    .execute();
}

describe("packages", () => {
  it('matches docs/domain.md, "Packages and contracts", to the dirham', async () => {
    const packages = await listPackages(caller.ctx());
    expect(
      packages.map(({ id, prices }) => [id, ...Object.values(prices).map((fils) => fils / 100)]),
    ).toEqual([
      ["essential", 1_500, 2_200, 2_800, 3_800],
      ["plus", 2_400, 3_400, 4_500, 6_500],
      ["premium", 3_800, 5_500, 7_500, 10_500],
    ]);
    expect(
      packages.map(({ acVisits, checks, callOuts, callOutHours }) => [
        acVisits,
        checks,
        callOuts,
        callOutHours,
      ]),
    ).toEqual([
      [2, 1, 5, 1],
      [3, 2, null, 1],
      [4, 2, null, 2],
    ]);
    expect(packages[2]).toMatchObject({
      handymanHours: 8,
      emergencyFee: false,
      partsDiscount: 0,
      partsIncludedFils: 250_00,
    });
    expect(packages[1]).toMatchObject({ emergencyFee: true, partsDiscount: 10, partsIncludedFils: null });
  });

  it("applies a new price from midnight in Dubai and keeps past ones", async () => {
    await caller.db
      .insertInto("packagePrices")
      .values({
        packageId: "premium",
        propertyType: "villa-4br",
        priceFils: 11_000_00,
        effectiveFrom: "2027-01-01",
      })
      .execute();
    const priceAt = async (instant: string) => {
      const packages = await listPackages({ ...caller.ctx(), now: new Date(instant) });
      return packages.find(({ id }) => id === "premium")?.prices["villa-4br"];
    };
    expect(await priceAt("2026-12-31T19:59:59Z")).toBe(10_500_00);
    expect(await priceAt("2026-12-31T20:00:00Z")).toBe(11_000_00);
  });

  it("leaves out inactive and incompletely priced packages", async () => {
    const { id: _, ...copy } = await caller.db
      .selectFrom("packages")
      .selectAll()
      .where("id", "=", "essential")
      .executeTakeFirstOrThrow();
    await caller.db
      .insertInto("packages")
      .values({ ...copy, id: "student", name: "Student" })
      .execute();
    await caller.db
      .insertInto("packagePrices")
      .values({
        packageId: "student",
        propertyType: "apartment-1br",
        priceFils: 900_00,
        effectiveFrom: "2026-01-01",
      })
      .execute();
    expect((await listPackages(caller.ctx())).map(({ id }) => id)).toEqual(["essential", "plus", "premium"]);
    await caller.db.updateTable("packages").set({ active: false }).where("id", "=", "essential").execute();
    expect((await listPackages(caller.ctx())).map(({ id }) => id)).toEqual(["plus", "premium"]);
    const refused = await caller.call("POST", PATH, await request({ packageId: "essential" }));
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual({
      packageId: "This package is no longer on sale. Please choose another.",
    });
    await caller.db.updateTable("packages").set({ active: true }).where("id", "=", "essential").execute();
  });
});

describe("contract request entered by the office", () => {
  async function addCustomer(name: string, phone: string): Promise<string> {
    const { id } = await caller.db
      .insertInto("customers")
      .values({ userId: null, name, email: null, phone, createdAt: NOW })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const customerOf = async (contractId: string) =>
    (
      await caller.db
        .selectFrom("contracts")
        .select("customerId")
        .where("id", "=", contractId)
        .executeTakeFirstOrThrow()
    ).customerId;

  it("asks which customer is meant if several have the phone and the name decides nothing", async () => {
    const admin = await caller.asAdmin();
    const phone = "+971504440001";
    const father = await addCustomer("Omar Al-Hashimi", phone);
    const daughter = await addCustomer("Layla Al-Hashimi", phone);
    const send = async (changes: Record<string, unknown>, headers = admin) =>
      caller.call("POST", PATH, await request({ phone, ...changes }), headers);

    const asked = await send({ customerName: "Huda Al-Hashimi" });
    expect(asked).toMatchObject({ status: 409, body: { reason: "customer-ambiguous" } });
    const asking = asked.body.candidates.map(({ id }: { id: string }) => id);
    expect(asking.sort()).toEqual([father, daughter].sort());
    const chosen = await send({ customerName: "Huda Al-Hashimi", customerId: daughter });
    expect(await customerOf(chosen.body.contractId)).toBe(daughter);
    const stranger = await addCustomer("Stranger", "+971504440002");
    expect((await send({ customerName: "Huda", customerId: stranger })).body.reason).toBe(
      "customer-ambiguous",
    );
  });

  it("matches names as search compares them, and lets no visitor choose a customer", async () => {
    const phone = "+971504440003";
    const first = await addCustomer("Palm Towers", phone);
    const second = await addCustomer("Al-Marsa Trading", phone);
    const visitor = await request({ phone, customerName: "ALMARSA  trading", customerId: first });
    const sent = await caller.call("POST", PATH, visitor);
    expect(await customerOf(sent.body.contractId)).toBe(second);
  });
});

describe("contract request", () => {
  it("stores the contract at the price of the day and records the event", async () => {
    const body = await request({ price: 1, message: "Three AC units" });
    const answer = await caller.call("POST", PATH, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      contractId: expect.any(String),
      reference: expect.stringMatching(/^AMC-\d{4}-\d{6}$/),
    });
    expect(await contractsOf(body.email)).toMatchObject([
      {
        id: answer.body.contractId,
        reference: answer.body.reference,
        state: "requested",
        packageId: "plus",
        propertyType: "villa-3br",
        priceFils: 4_500_00,
        contactName: "Aisha Al Marri",
        address: "Al Marsa Street, Marina Diamond 4, 1203, Dubai Marina, Near the tram stop",
        message: "Three AC units",
        requestedAt: NOW,
      },
    ]);
    const entries = await readTrail(caller.db, { subjectId: answer.body.contractId });
    expect(entries.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "contract.requested", data: { packageId: "plus", propertyType: "villa-3br" } },
    ]);
  });

  it("rejects invalid fields with the booking form's messages", async () => {
    const before = await caller.contents();
    const answer = await caller.call("POST", PATH, {
      customerName: "A",
      email: "aisha@",
      phone: "12",
      propertyType: "castle",
      message: "<script>",
      addressParts: { street: " " },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({
      customerName: "Name must be at least 2 characters",
      email: "Please enter a valid email address",
      phone: "Please enter a valid UAE phone number (e.g., +971501234567 or 0501234567)",
      packageId: "Please choose a package",
      propertyType: "Please choose the type of home",
      message: "Invalid content detected",
      "addressParts.street": "Street address is required",
      securityCheck: "Please answer the security question",
    });
    expect(await caller.contents()).toEqual(before);
  });

  it("requires the right security answer, which is valid once", async () => {
    const wrong = await request();
    const check = wrong.securityCheck as { id: string; answer: number };
    const refused = await caller.call("POST", PATH, {
      ...wrong,
      securityCheck: { ...check, answer: check.answer + 1 },
    });
    expect(refused.body.errors).toEqual({ securityCheck: "Incorrect Answer" });
    expect((await caller.call("POST", PATH, wrong)).status).toBe(200);
    const again = await caller.call("POST", PATH, await request({ securityCheck: check }));
    expect(again.body.errors.securityCheck).toMatch(/no longer valid/);
  });

  it("stores one contract per idempotency key", async () => {
    const body = await request();
    const key = { "Idempotency-Key": "contract-once" };
    const [first, second] = [
      await caller.call("POST", PATH, body, key),
      await caller.call("POST", PATH, body, key),
    ];
    expect(second.text).toBe(first.text);
    expect(await contractsOf(body.email)).toHaveLength(1);
    const reused = await caller.call("POST", PATH, { ...body, packageId: "premium" }, key);
    expect(reused.status).toBe(422);
  });

  it("limits requests to three a minute per email", async () => {
    const email = "eager@example.com";
    const statuses = [];
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await caller.call("POST", PATH, await request({ email }))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    vi.setSystemTime(new Date(NOW.getTime() + 61_000));
    expect((await caller.call("POST", PATH, await request({ email }))).status).toBe(200);
    vi.setSystemTime(NOW);
  });

  it("database: refuses the price of another package", async () => {
    const { id: priceId } = await caller.db
      .selectFrom("packagePrices")
      .select("id")
      .where("packageId", "=", "essential")
      .limit(1)
      .executeTakeFirstOrThrow();
    const stored = caller.db.updateTable("contracts").set({ priceId }).execute();
    await expect(stored).rejects.toThrow(/foreign key/);
  });
});
