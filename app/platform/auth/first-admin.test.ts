import { afterEach, beforeEach, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import { ensureFirstAdmin } from "./first-admin.server";

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

function admins() {
  return app.db.selectFrom("users").select(["id", "email"]).where("role", "=", "admin").execute();
}

it("creates and logs one admin when several processes start together", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await Promise.all(Array.from({ length: 4 }, () => ensureFirstAdmin({ ...app, log })));
  expect(await admins()).toHaveLength(1);
  expect(lines).toHaveLength(1);
  const [, email, password] = /as (\S+) with password (\S+)$/.exec(lines[0]!)!;
  await app.signIn({ email: email!, password: password! });
});

it("creates the configured admin without logging the password", async () => {
  const admin = { email: "boss@example.com", password: "a password of the boss" };
  const lines: string[] = [];
  await ensureFirstAdmin({ ...app, config: { ...app.config, admin }, log: (line) => lines.push(line) });
  expect(lines).toEqual([]);
  await app.signIn(admin);
});

it("creates no admin if one exists", async () => {
  await app.addUser({ email: "known@example.com", password: "a known password", role: "admin" });
  await ensureFirstAdmin({ ...app, log: () => expect.unreachable() });
  expect(await admins()).toMatchObject([{ email: "known@example.com" }]);
});
