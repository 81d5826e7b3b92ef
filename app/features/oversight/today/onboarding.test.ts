import { afterAll, beforeAll, expect, it } from "vitest";
import { openingHours } from "../../../../db/seed/catalogue";
import { business } from "../../../../db/seed/sample/business";
import { seed } from "../../../../db/seed/seed.server";
import { createTestApp, type TestApp } from "../../../../test/harness/http-app";
import type { SetupSteps } from "./onboarding";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await seed({ db: app.db, config: { ...app.config, sampleData: false } });
});
afterAll(() => app.close());

async function as(role: "admin" | "dispatcher" | "accountant") {
  const user = { email: `${role}@company.example`, password: "a long password", role };
  await app.addUser(user);
  const cookie = await app.signIn(user);
  const steps = async () => {
    const answer = await app.http.request("/api/admin/today/setup-steps", { headers: { cookie } });
    return ((await answer.json()) as SetupSteps).steps.map(({ step, done }) => `${step} ${done}`);
  };
  return { cookie, steps };
}

it("shows each role the missing setup steps that its permissions allow", async () => {
  const admin = await as("admin");
  const dispatcher = await as("dispatcher");
  expect(await (await as("accountant")).steps()).toEqual([]);
  expect(await dispatcher.steps()).toEqual(["technicians false"]);
  expect(await admin.steps()).toEqual([
    "identity false",
    "hours false",
    "services true",
    "price true",
    "technicians false",
  ]);

  const { cookie } = admin;
  const technician = { name: "Omar", email: "omar@company.example", phone: "0501112223" };
  expect((await app.post("/api/admin/technicians", technician, { cookie })).status).toBe(200);
  expect(await dispatcher.steps()).toEqual(["technicians true"]);
  const answer = await app.http.request("/api/admin/settings", { headers: { cookie } });
  const { groups } = (await answer.json()) as {
    groups: { group: string; values: object; version: number }[];
  };
  const { values, version } = groups.find(({ group }) => group === "business")!;
  const save = (changes: object, version: number) =>
    app.post(
      "/api/admin/settings/business",
      { version, values: { ...values, ...business, ...changes } },
      { cookie },
    );
  expect((await save({ trn: null }, version)).status).toBe(200);
  expect(await admin.steps()).toContain("identity false");
  expect((await save({}, version + 1)).status).toBe(200);
  const hours = { version: 1, values: { week: openingHours } };
  expect((await app.post("/api/admin/settings/hours", hours, { cookie })).status).toBe(200);
  expect((await admin.steps()).filter((step) => step.endsWith("false"))).toEqual([]);

  await app.db.updateTable("technicians").set({ active: false }).execute();
  await app.db.updateTable("services").set({ active: false }).execute();
  await app.db.deleteFrom("prices").execute();
  await app.db.updateTable("settings").set({ value: '{"week":[]}' }).where("name", "=", "hours").execute();
  expect(await admin.steps()).toEqual([
    "identity true",
    "hours false",
    "services false",
    "price false",
    "technicians false",
  ]);
});
