import { afterAll, beforeAll, expect, test } from "vitest";
import { system, visitor } from "~/platform/auth/actor";
import { loadConfig } from "~/platform/config.server";
import type { EventType } from "~/platform/events/events";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { inLocale } from "~/platform/locale/locale.server";
import { createCompany, form, officeCtx } from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { makeSecurityCheck } from "../../../core/forms/security-check.server";
import { requestBooking } from "../../../operations/bookings/commands/request-booking.server";
import { transitionBooking } from "../../../operations/bookings/commands/transition-booking.server";
import { signUp } from "../../../people/accounts/commands/sign-up.server";
import { confirmAtSignUp } from "../mails/account-mails.server";
import { notifyOfConfirmation } from "../mails/bookings/customer-mails.server";
import { notifyOfficeOfRequest } from "../mails/bookings/office-mails.server";

/** Emails use the recipient's language. Here the customer's language differs from the office's. */

let database: TestDatabase;
const config = loadConfig({
  PUBLIC_URL: "https://company.example",
  SECRET: "a secret of at least 32 characters",
});

beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
});
afterAll(() => database.drop());

const visitorCtx = () => ({ ...officeCtx(database.db), actor: visitor, locale: "en-XB" as const });

/** Runs a reaction as the worker does, in the default language. */
async function react<Type extends EventType>(subjectId: string, type: Type, reaction: Reaction<Type>) {
  const event = (await readTrail(database.db, { subjectId, type })).at(-1) as unknown as RecordedEvent<Type>;
  const ctx = { ...officeCtx(database.db), actor: system };
  await reaction.run(ctx, event, { config });
  return await database.db
    .selectFrom("mails")
    .selectAll()
    .where("kind", "=", reaction.name)
    .orderBy("createdAt", "desc")
    .executeTakeFirstOrThrow();
}

test("writes to a guest in the language of the booking and to the office in its own", async () => {
  const ctx = visitorCtx();
  const { id, a, b } = await makeSecurityCheck(ctx);
  const result = await inLocale("en-XB", () =>
    requestBooking(ctx, form, { id, answer: a + b }, { terms: config }),
  );
  if (!result.ok) throw new Error(result.reason);
  const { bookingId } = result;

  const alert = await react(bookingId, "booking.requested", notifyOfficeOfRequest);
  expect(alert.recipient).toBe("office@company.example");
  expect(alert.subject).not.toContain("⟦");
  expect(alert.html).toContain('<html lang="en" dir="ltr">');
  expect(alert.plain).toContain("https://company.example/admin/bookings/");

  const transition = await transitionBooking(officeCtx(database.db), {
    bookingId,
    transition: "confirm",
    version: 1,
  });
  expect(transition).toEqual({ ok: true });
  const confirmation = await react(bookingId, "booking.confirmed", notifyOfConfirmation);
  expect(confirmation.recipient).toBe(form.email);
  expect(confirmation.subject).toMatch(/^⟦.+⟧$/);
  expect(confirmation.html).toContain('<html lang="en-XB" dir="rtl">');
  expect(confirmation.plain).toContain("https://company.example/en-XB/bookings/BK-");
});

test("writes to an account in its first language until another one is chosen", async () => {
  const email = "mariam@example.com";
  await signUp(visitorCtx(), { name: "Mariam", email, hash: "unused" });
  const { id } = await database.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const first = await react(id, "account.signed-up", confirmAtSignUp);
  expect(first.subject).toMatch(/^⟦.+⟧$/);
  expect(first.plain).toContain("https://company.example/en-XB/auth");

  await database.db.deleteFrom("mails").execute();
  await database.db.updateTable("profiles").set({ language: "en" }).where("userId", "=", id).execute();
  const second = await react(id, "account.signed-up", confirmAtSignUp);
  expect(second.subject).not.toContain("⟦");
  expect(second.plain).toMatch(/https:\/\/company\.example\/auth/);
});
