import { sql } from "kysely";
import { afterAll, beforeEach } from "vitest";
import { createTestApp, type TestApp } from "../http-app";
import { type Mailbox, openMailbox } from "../servers/mailbox";
import { createCompany } from "./company";

export interface Accounts {
  app: TestApp;
  mailbox: Mailbox;
  /** The company's first technician. */
  technicianId: string;
}

/**
 * Setup of account tests, awaited at the top of the file: a company over HTTP and its mailbox. Each test
 * starts with an empty mailbox and without earlier sign-in attempts. Closed after the last test.
 */
export async function openAccounts(env?: Record<string, string>): Promise<Accounts> {
  const app = await createTestApp(env);
  afterAll(() => app.close());
  const { technicianId } = await createCompany(app.db);
  const mailbox = openMailbox(app);
  beforeEach(async () => {
    await mailbox.collect();
    await sql`TRUNCATE rate_limits, auth_rate_limits, security_events`.execute(app.db);
  });
  return { app, mailbox, technicianId };
}
