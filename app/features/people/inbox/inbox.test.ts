import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../../test/harness/company/booking-caller";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.db
    .insertInto("contactMessages")
    .values(
      ["Noura Al Ketbi", "Marco Bianchi", "Amal Haddad"].map((name, at) => ({
        name,
        email: `${name.split(" ")[0]!.toLowerCase()}@example.com`,
        phone: null,
        message: `A question of ${name}`,
        userId: null,
        sentAt: new Date(Date.UTC(2026, 10, 20, 8 + at)),
      })),
    )
    .execute();
});
afterAll(() => caller.close());

const office = async (method: "GET" | "POST", path: string, body?: unknown) =>
  caller.call(method, path, body, await caller.asAdmin());
const list = async (query = "") => (await office("GET", `/api/admin/inbox${query}`)).body;
const idOf = async (name: string): Promise<string> =>
  (await list()).items.find((item: { name: string }) => item.name === name).id;
const transition = (id: string, transition: string, version: number) =>
  office("POST", `/api/admin/inbox/${id}/transitions`, { transition, version });

describe("inbox", () => {
  it("lists inbox items newest first, page by page", async () => {
    const { items, nextCursor } = await list("?limit=2");
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["Amal Haddad", "Marco Bianchi"]);
    expect(items[0]).toMatchObject({ kind: "message", state: "open", version: 0, actorName: null });
    const next = await list(`?limit=2&cursor=${nextCursor}`);
    expect(next.items.map(({ name }: { name: string }) => name)).toEqual(["Noura Al Ketbi"]);
  });

  it("searches inbox items by reference, name and email and treats % literally", async () => {
    expect((await list("?search=marco")).items).toHaveLength(1);
    expect((await list("?search=noura@")).items).toHaveLength(1);
    const [{ reference }] = (await list("?search=noura@")).items;
    expect(reference).toMatch(/^MS-\d{4}-\d{6}$/);
    const { items } = await list(`?search=${reference.toLowerCase()}`);
    expect(items.map(({ name }: { name: string }) => name)).toEqual(["Noura Al Ketbi"]);
    expect((await list("?search=%25")).items).toHaveLength(0);
  });

  it("names the users who took and answered an inbox item", async () => {
    const id = await idOf("Marco Bianchi");
    expect((await transition(id, "takeOn", 0)).body).toMatchObject({ state: "in-progress", version: 1 });
    const { body } = await transition(id, "answer", 1);
    expect(body).toMatchObject({ state: "answered", version: 2, actorName: expect.any(String) });
    expect(body.history.map(({ transition }: { transition: string }) => transition)).toEqual([
      "answer",
      "takeOn",
    ]);
    expect((await list("?state=answered")).items).toHaveLength(1);
    expect((await list("?state=open")).items).toHaveLength(2);
    expect((await transition(id, "reopen", 2)).body).toMatchObject({ state: "open", actorName: null });
  });

  it("lets one of two concurrent users take an inbox item", async () => {
    const id = await idOf("Amal Haddad");
    const answers = await Promise.all([transition(id, "takeOn", 0), transition(id, "takeOn", 0)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await transition(id, "takeOn", 0)).body).toMatchObject({ reason: "stale" });
    expect((await transition(id, "takeOn", 2)).body).toMatchObject({ reason: "stale" });
  });

  it("refuses inbox transitions from the wrong state and of unknown items", async () => {
    const id = await idOf("Noura Al Ketbi");
    expect((await transition(id, "reopen", 0)).body).toMatchObject({ reason: "wrong-state" });
    expect((await office("GET", `/api/admin/inbox/${id}`)).body).toMatchObject({
      state: "open",
      version: 0,
      history: [],
    });
    expect((await transition(id, "takeOn", 1)).body).toMatchObject({ reason: "stale" });
    expect((await transition(crypto.randomUUID(), "takeOn", 0)).status).toBe(404);
    expect((await transition("nonsense", "takeOn", 0)).status).toBe(404);
  });

  it("erases the history of an inbox item together with its message", async () => {
    const id = await idOf("Marco Bianchi");
    await caller.db.deleteFrom("contactMessages").where("id", "=", id).execute();
    const marks = await caller.db
      .selectFrom("inboxItemStates")
      .selectAll()
      .where("itemId", "=", id)
      .execute();
    expect(marks).toEqual([]);
  });
});
