import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { type Mailbox, openMailbox } from "../../../../test/harness/servers/mailbox";
import { warnOfExpiringCertificates } from "./expiring-certificates.server";

/** Expiry of company certificates. */
let caller: Caller;
let dataDir: string;
let mailbox: Mailbox;
let admin: Record<string, string>;
const TODAY = dubaiDate(NOW);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "papers-"));
  caller = await createCaller({ DATA_DIR: dataDir });
  mailbox = openMailbox(caller);
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await signIn();
});
afterAll(async () => {
  await caller.close();
  rmSync(dataDir, { recursive: true });
});

async function signIn() {
  await caller.asAdmin();
  const account = { email: "office@company.example", password: "a password of the office" };
  admin = { Cookie: await caller.signIn(account) };
}
const send = async (path: string, body: object) => {
  const answer = await caller.call("POST", `/api/admin/content/${path}`, body, admin);
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status} ${answer.text}`);
  return answer.body.companyCertificates as { id: string; title: string; version: number }[];
};
const certificate = (title: string, expiresOn: string | null) => ({
  ...{ kind: "insurance", title, issuer: "Oman Insurance", number: "P-7" },
  ...{ expiresOn, fileId: null },
});
const today = async () =>
  (await caller.call("GET", "/api/admin/today/company-documents", undefined, admin)).body;

/** Emails of a day with concurrent workers. */
async function emailsOn(day: string): Promise<string[]> {
  vi.setSystemTime(dubaiInstant(day, "10:00"));
  await Promise.all([1, 2, 3].map(() => warnOfExpiringCertificates(caller.ctx())));
  await warnOfExpiringCertificates(caller.ctx());
  const mails = await mailbox.collect();
  return mails.map(({ subject }) => subject).filter((subject) => subject.includes("Liability insurance"));
}

it("warns 30 and 7 days before a certificate expires, once each, and again after a renewal", async () => {
  const end = addDays(TODAY, 40);
  const [policy] = await send("company-certificates", certificate("Liability insurance", end));
  await send("company-certificates", certificate("Without an end", null));
  expect(await emailsOn(addDays(end, -31))).toEqual([]);
  expect(await emailsOn(addDays(end, -30))).toHaveLength(1);
  expect(await emailsOn(addDays(end, -29))).toEqual([]);
  expect(await emailsOn(addDays(end, -8))).toEqual([]);
  expect(await emailsOn(addDays(end, -7))).toHaveLength(1);
  expect(await emailsOn(end)).toEqual([]);
  // The session has expired meanwhile.
  await signIn();
  const renewed = addDays(end, 365);
  const { id, version } = policy!;
  await send(`company-certificates/${id}/edit`, { ...certificate("Liability insurance", renewed), version });
  expect(await emailsOn(addDays(end, 1))).toEqual([]);
  // After a month without a run only the later warning is sent.
  expect(await emailsOn(addDays(renewed, -3))).toHaveLength(1);
  expect(await emailsOn(addDays(renewed, -2))).toEqual([]);
});

it("sends certificate warnings to the configured address", async () => {
  const change = { version: 0, values: { certificates: "certificates@rukn.example" } };
  expect((await caller.call("POST", "/api/admin/settings/notifications", change, admin)).status).toBe(200);
  await send("company-certificates", certificate("Trade licence", addDays(TODAY, 20)));
  await warnOfExpiringCertificates(caller.ctx());
  const mails = await mailbox.collect();
  const [mail, ...others] = mails.filter(({ recipient }) => recipient === "certificates@rukn.example");
  expect(others).toEqual([]);
  expect(mail?.subject).toContain("Trade licence");
  // It was not published.
  expect(mail?.plain).not.toContain("website");
});

it("shows an expiring certificate on the dashboard until it is renewed or withdrawn", async () => {
  await caller.db.deleteFrom("companyCertificates").execute();
  expect(await today()).toEqual({ count: 0, first: null });
  const [first] = await send("company-certificates", certificate("Over and shown", addDays(TODAY, -1)));
  // Expired and never public.
  expect((await today()).count).toBe(0);
  await send(`company-certificate/${first!.id}/publish`, { version: first!.version, published: true });
  await send("company-certificates", certificate("In a month", addDays(TODAY, 30)));
  await send("company-certificates", certificate("Later", addDays(TODAY, 31)));
  expect(await today()).toEqual({
    count: 2,
    first: { title: "Over and shown", expiresOn: addDays(TODAY, -1) },
  });
  expect((await caller.call("GET", "/api/admin/today/company-documents")).status).toBe(401);
});
