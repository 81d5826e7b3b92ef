import { afterAll, beforeAll, expect, it } from "vitest";
import { quoteStates } from "~/features/quotes/quote";
import { createTestApp, type TestApp } from "../../test/harness/http-app";
import { seed } from "./seed.server";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await seed({ db: app.db, config: { ...app.config, sampleData: true } });
}, 300_000);
afterAll(() => app.close());

it("has quotes in every state that a quote can be in for a while, told to nobody", async () => {
  const rows = await app.db.selectFrom("quotes").select(["state", "total_fils"]).execute();
  const states = new Set(rows.map(({ state }) => state));
  expect(quoteStates.filter((state) => !states.has(state))).toEqual([]);
  expect(rows.every(({ total_fils }) => total_fils > 0)).toBe(true);
  expect(await app.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});
