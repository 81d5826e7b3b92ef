import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../test/harness/company/booking-caller";
import { createRealPages } from "../../../test/harness/real-pages";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
});
afterAll(() => caller.close());

const request = async (path: string) => {
  const answer = await caller.http.request(path);
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};

it.each([
  ["bookings", "BK-2026-000001"],
  ["quotes", "QT-2026-000001"],
  ["invoices", "INV-2026-000001"],
  ["contracts", "AMC-2026-000001"],
])("answers a visitor without a link identically for all %s", async (kind, name) => {
  const one = await request(`/${kind}/${name}`);
  const other = await request(`/${kind}/made-up`);
  expect(one.status).toBe(200);
  expect(other.text).toBe(one.text);
  expect(one.text).not.toContain(name);
  expect(one.text).not.toContain(`/${kind}/-`);
  expect(one.text).toMatch(/<title>Your \w+ [·|] /);
  expect(one.headers.get("Cache-Control")).toBe("no-store");
  expect(one.headers.get("Referrer-Policy")).toBe("same-origin");
});

it.each(["/services/made-up", "/portfolio/made-up", "/og/made-up.png"])(
  "responds with 404 for %s and its data request",
  async (path) => {
    expect((await request(path)).status).toBe(404);
    if (!path.startsWith("/og")) expect((await request(`${path}.data`)).status).toBe(404);
  },
);

it.each(["/", "/services", "/services/hvac", "/portfolio", "/og/home.png", "/og/services/hvac.png"])(
  "responds with 200 for the existing page %s",
  async (path) => {
    expect((await request(path)).status).toBe(200);
  },
);
