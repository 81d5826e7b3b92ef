import { expect, it } from "vitest";
import { openAccounts } from "../../../../../test/harness/company/accounts";

const { app } = await openAccounts({ CAPTCHA: "altcha" });

it("refuses a sign-up without a solved captcha and creates no account", async () => {
  const person = { name: "Maryam O'Neil", email: "maryam@example.com", password: "correct horse battery" };
  const refused = await app.post("/api/auth/sign-up/email", person);
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ reason: "captcha-required" });
  const accounts = await app.db.selectFrom("users").select("id").where("email", "=", person.email).execute();
  expect(accounts).toEqual([]);
});
