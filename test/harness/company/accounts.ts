import { sql } from "kysely";
import { afterAll, beforeEach } from "vitest";
import { createTestApp, type TestApp } from "../http-app";
import { type Mailbox, openMailbox } from "../servers/mailbox";
import { foundCompany } from "./company";

export interface Accounts {
  app: TestApp;
  mailbox: Mailbox;
  /** The company's first technician. */
  technicianId: string;
}

/**
 * What tests about accounts begin with, awaited at the top of their file: a founded company over HTTP, and its mailbox.
 * Before each test the mailbox is empty, and no attempt of an earlier one counts. Closed after the last.
 */
export async function openAccounts(env?: Record<string, string>): Promise<Accounts> {
  const app = await createTestApp(env);
  afterAll(() => app.close());
  const { technicianId } = await foundCompany(app.db);
  const mailbox = openMailbox(app);
  beforeEach(async () => {
    await mailbox.collect();
    await sql`TRUNCATE rate_limits, auth_rate_limits, security_events`.execute(app.db);
  });
  return { app, mailbox, technicianId };
}
