import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { bundleFileOf } from "~/platform/incidents/client-errors.server";
import { addMinutes } from "~/platform/time";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";
import type { ClientErrorDetail, ClientErrorGroup } from "./views";

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.deleteFrom("clientErrorGroups").execute();
});
afterAll(() => caller.close());

const error = {
  message: "x is not a function",
  stack: "TypeError: x is not a function\n    at f (https://www.example.com/assets/home-aB3_d-x.js:1:20)",
  url: "https://www.example.com/services/hvac",
  timestamp: "2026-11-23T04:59:00.000Z",
  userAgent: "A browser",
  severity: "high",
};
let address = 0;
/** Uses a new address each time, because reports are limited per address. */
async function report(changes: Partial<typeof error> = {}) {
  const from = { "X-Forwarded-For": `198.51.100.${++address}` };
  const { status } = await caller.call("POST", "/api/client-errors", { ...error, ...changes }, from);
  expect(status).toBe(202);
}

const path = "/api/admin/client-errors";
const list = async (query = ""): Promise<ClientErrorGroup[]> =>
  (await caller.call("GET", `${path}?${query}`, undefined, admin)).body.errors;
const open = async (id: string): Promise<ClientErrorDetail> =>
  (await caller.call("GET", `${path}/${id}`, undefined, admin)).body;
const mend = (id: string) =>
  caller.call("POST", `${path}/${id}/resolve`, { comment: "Fixed in release 12" }, admin);
const takeBack = (id: string) => caller.call("POST", `${path}/${id}/reopen`, {}, admin);

it.each([
  ["at f (https://a.example/assets/home-aB3_d-x.js:1:20)", "home.js"],
  ["f@https://a.example/assets/pay-page-1234567.js:7:1", "pay-page.js"],
  ["TypeError: no\n    at /app/site/pages/home.tsx:10:5", "home.tsx"],
  ["Error: somewhere", null],
  ["", null],
])("reads the place of stack %j as %j", (stack, expected) => {
  expect(bundleFileOf(stack)).toBe(expected);
});

describe("browser errors", () => {
  it("groups errors by message and place across days and releases, with the latest details", async () => {
    await report();
    vi.setSystemTime(addMinutes(NOW, 24 * 60));
    await report({
      stack: "TypeError: x is not a function\n    at g (https://www.example.com/assets/home-NEWSUM1.js:9:9)",
      url: "https://www.example.com/about",
      userAgent: "Another",
    });
    vi.setSystemTime(addMinutes(NOW, 24 * 60 + 1));
    await report({ message: "y is not a function" });
    const [other, same] = await list();
    expect(other).toMatchObject({ message: "y is not a function", occurrences: 1, state: "open" });
    expect(same).toMatchObject({
      message: "x is not a function",
      location: "home.js",
      path: "/about",
      userAgent: "Another",
      occurrences: 2,
      firstAt: NOW.toISOString(),
      lastAt: addMinutes(NOW, 24 * 60).toISOString(),
    });
    const { days, stack } = await open(same!.id);
    expect(days).toEqual([
      { day: "2026-11-24", occurrences: 1, path: "/about", userAgent: "Another" },
      { day: "2026-11-23", occurrences: 1, path: "/services/hvac", userAgent: "A browser" },
    ]);
    expect(stack).toContain("home-NEWSUM1.js");
  });

  it("groups errors by page if the stack names no place", async () => {
    await report({ stack: "" });
    await report({ stack: "", url: "https://www.example.com/about" });
    expect((await list()).map(({ location }) => location).sort()).toEqual(["/about", "/services/hvac"]);
  });

  it("marks errors as fixed with a note and reopens them on recurrence", async () => {
    await report();
    await report({ message: "an old one" });
    const { id } = (await list()).find(({ message }) => message === error.message)!;
    const { status, body } = await mend(id);
    expect({ status, state: body.state }).toEqual({ status: 200, state: "mended" });
    expect(body.history).toMatchObject([{ type: "client-error.fixed", comment: "Fixed in release 12" }]);
    expect(await readTrail(caller.db, { subjectId: id })).toMatchObject([
      { type: "client-error.fixed", actorRole: "admin", reason: "Fixed in release 12" },
    ]);
    expect((await mend(id)).body.reason).toBe("wrong-state");
    // Open errors come first.
    expect((await list()).map(({ state }) => state)).toEqual(["open", "mended"]);

    vi.setSystemTime(addMinutes(NOW, 1));
    await report();
    expect(await list("state=open")).toMatchObject([
      { id, state: "back", occurrences: 2 },
      { state: "open" },
    ]);
    expect((await mend(id)).status).toBe(200);
    expect((await takeBack(id)).body).toMatchObject({ state: "open" });
    expect((await takeBack(id)).body.reason).toBe("wrong-state");
  });

  it("finds errors by message, place, page and Dubai day", async () => {
    await report();
    vi.setSystemTime(new Date("2026-11-23T20:00:00Z"));
    await report({ message: "later", url: "https://www.example.com/about" });
    const messages = async (query: string) => (await list(query)).map(({ message }) => message);
    expect(await messages("search=NOT A FUNCTION")).toEqual([error.message]);
    expect(await messages("search=home.js")).toEqual(["later", error.message]);
    expect(await messages("search=/about")).toEqual(["later"]);
    expect(await messages("from=2026-11-24")).toEqual(["later"]);
    expect(await messages("until=2026-11-23")).toEqual([error.message]);
  });

  it("requires admin permission for browser errors", async () => {
    const user = { email: "dispatcher@example.com", password: "a long password", role: "dispatcher" };
    await caller.addUser({ ...user, role: "dispatcher" });
    const Cookie = await caller.signIn(user);
    expect((await caller.call("GET", path, undefined, { Cookie })).status).toBe(403);
    const mend = `${path}/${crypto.randomUUID()}/resolve`;
    expect((await caller.call("POST", mend, { comment: "Done" }, { Cookie })).status).toBe(403);
  });
});
