import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { system } from "~/platform/actor";
import { queueMail } from "~/platform/mail.server";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import type { MailList } from "./views";

const admin = { email: "admin@company.example", password: "a long password" };
let app: TestApp;
let cookie: string;

beforeAll(async () => {
  app = await createTestApp();
  await app.addUser({ ...admin, role: "admin" });
  cookie = await app.signIn(admin);
  for (let number = 1; number <= 5; number++) {
    const ctx = {
      actor: system,
      db: app.db,
      now: new Date(Date.UTC(2026, 10, number)),
      requestId: "test",
      locale: "en" as const,
    };
    await queueMail(ctx, {
      kind: "test",
      trailId: null,
      recipient: `${number}@customer.example`,
      replyTo: null,
      senderName: "Test",
      subject: `Mail ${number}`,
      html: "<p></p>",
      plain: "",
    });
  }
  await app.db
    .updateTable("mails")
    .set({ state: "failed", due_at: null, attempts: 3, last_error: "550 no" })
    .where("subject", "=", "Mail 2")
    .execute();
});
afterAll(() => app.close());

async function list(query = ""): Promise<MailList> {
  const response = await app.http.request(`/api/admin/mails${query}`, { headers: { cookie } });
  expect(response.status).toBe(200);
  return (await response.json()) as MailList;
}

describe("the mails that go out", () => {
  test("are listed newest first, page by page, without their text", async () => {
    const first = await list("?limit=3");
    expect(first.mails.map(({ subject }) => subject)).toEqual(["Mail 5", "Mail 4", "Mail 3"]);
    expect(Object.keys(first.mails[0]!)).not.toContain("html");
    const second = await list(`?limit=3&cursor=${first.nextCursor}`);
    expect(second.mails.map(({ subject }) => subject)).toEqual(["Mail 2", "Mail 1"]);
    expect(second.nextCursor).toBeNull();
  });

  test("a failed one is found by its state and can be tried again, once", async () => {
    const { mails } = await list("?state=failed");
    expect(mails).toMatchObject([{ subject: "Mail 2", attempts: 3, lastError: "550 no" }]);
    const path = `/api/admin/mails/${mails[0]!.id}/retry`;
    expect((await app.post(path, {}, { cookie })).status).toBe(200);
    expect((await app.post(path, {}, { cookie })).status).toBe(409);
    expect((await list("?state=failed")).mails).toEqual([]);
    const waiting = (await list("?state=queued")).mails.find(({ id }) => id === mails[0]!.id);
    expect(waiting).toMatchObject({ subject: "Mail 2", attempts: 0 });
  });

  test("are nobody else's business", async () => {
    expect((await app.http.request("/api/admin/mails")).status).toBe(401);
    expect((await app.post(`/api/admin/mails/${crypto.randomUUID()}/retry`, {})).status).toBe(401);
    const customer = { email: "customer@example.com", password: "a long password" };
    await app.addUser(customer);
    const headers = { cookie: await app.signIn(customer) };
    expect((await app.http.request("/api/admin/mails", { headers })).status).toBe(403);
  });
});
