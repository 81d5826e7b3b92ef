import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "~/platform/config.server";
import { openDatabase } from "~/platform/database/open.server";
import { seedLarge } from "../db/seed/large/large.server";
import { seed } from "../db/seed/seed.server";
import { officeCtx } from "../test/harness/company/company";
import { createTestApp, type TestApp } from "../test/harness/http-app";

export interface Company {
  app: TestApp;
  /** Cookie of an admin. */
  headers: { Cookie: string };
  /** Cookie of a customer with bookings. */
  customer: { Cookie: string };
}

const TECHNICIANS = 500;
const admin = {
  email: "measuring@company.example",
  password: "a password of the office",
  role: "admin" as const,
};
const customer = { email: "measuring@customer.example", password: "a password of a customer" };

export function companyFolder(bookings: number): string {
  return join(process.env.COMPANIES ?? ".cache/companies", String(bookings));
}

/**
 * A company with this number of bookings, stored under `.cache/companies` or COMPANIES and created on first
 * use.
 */
export async function openCompany(bookings: number): Promise<Company> {
  const dataDir = companyFolder(bookings);
  mkdirSync(dataDir, { recursive: true });
  const config = loadConfig({ DATA_DIR: dataDir });
  const database = await openDatabase(config);
  const app = await createTestApp(
    { CLIENT_RATE_LIMIT: "1000000", DATA_DIR: dataDir },
    { database: { ...database, connectionString: "" } },
  );
  const isFilled = await app.db.selectFrom("bookings").select("id").limit(1).executeTakeFirst();
  if (!isFilled) {
    await seed({ db: app.db, config: { ...config, sampleData: false } });
    await seedLarge(officeCtx(app.db), { bookings, technicians: TECHNICIANS });
  }
  const customerEmail = async ({ email }: { email: string }) =>
    await app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
  if (!(await customerEmail(admin))) await app.addUser(admin);
  if (!(await customerEmail(customer))) await giveAccount(app, await app.addUser(customer));
  return {
    app,
    headers: { Cookie: await app.signIn(admin) },
    customer: { Cookie: await app.signIn(customer) },
  };
}

/** Gives an account to the customer of a booking. */
async function giveAccount({ db }: TestApp, userId: string): Promise<void> {
  const { customerId } = await db
    .selectFrom("bookings")
    .select("customerId")
    .orderBy("requestedAt", "desc")
    .orderBy("id")
    .limit(1)
    .executeTakeFirstOrThrow();
  await db.updateTable("customers").set({ userId }).where("id", "=", customerId).execute();
  await db.updateTable("bookings").set({ userId }).where("customerId", "=", customerId).execute();
}
