import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { documentKey } from "~/platform/auth/links/document-link.server";
import { addMinutes } from "~/platform/time";
import { type Caller, createCaller, NOW, TOMORROW } from "../../../test/harness/company/booking-caller";
import { type OpenedLink, openLink } from "../../../test/harness/mailed-link";
import { createRealPages } from "../../../test/harness/real-pages";

/** Contract page of a customer without an account, without JavaScript. */
let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());
beforeEach(() => caller.db.deleteFrom("rateLimits").execute());

const terms = { packageId: "plus", propertyType: "villa-3br" };
let phones = 0;

/** Returns a contract with agreed terms, and the link that the office shares. */
async function createContractLink() {
  const phone = `05022240${String(++phones).padStart(2, "0")}`;
  const { service: _, ...form } = await caller.form({ phone, email: `amc${phones}@example.com`, ...terms });
  const { body, text } = await caller.call("POST", "/api/contracts/requests", form);
  expect(body.contractId, text).toBeTruthy();
  const id: string = body.contractId;
  await agree(id, 1);
  const sent = await caller.call("POST", `/api/admin/contracts/${id}/send`, { channel: "link" }, admin);
  expect(sent.status, sent.text).toBe(200);
  const { reference } = sent.body.contract;
  return { id, reference: reference as string, link: sent.body.url as string };
}

async function agree(id: string, version: number) {
  const agreed = { ...terms, startsOn: TOMORROW, paymentPlan: "cheques", version };
  const { status, text } = await caller.call("POST", `/api/admin/contracts/${id}/agree`, agreed, admin);
  expect(status, text).toBe(200);
}

async function open({ path, headers }: Pick<OpenedLink, "path"> & { headers?: Record<string, string> }) {
  const answer = await caller.http.request(path, { headers });
  return {
    status: answer.status,
    headers: answer.headers,
    html: (await answer.text()).replaceAll("\u00a0", " "),
  };
}

async function post({ path, headers }: OpenedLink, fields: Record<string, string>) {
  const answer = await caller.http.request(path, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: caller.config.publicUrl,
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: answer.status, html: (await answer.text()).replaceAll("\u00a0", " ") };
}

const accept = (opened: OpenedLink, agreementVersion: number, name = "Aisha Al Marri") =>
  post(opened, { answer: "accept", agreementVersion: String(agreementVersion), name });

it("shows the terms and keeps name, time and version of the acceptance", async () => {
  const { id, reference, link } = await createContractLink();
  const before = await caller.contents();
  const opened = await openLink(caller, link);
  const { headers, html } = await open(opened);
  expect(await caller.contents()).toEqual(before);
  expect(headers.get("cache-control")).toContain("no-store");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  for (const text of [reference, "Plus", "noindex", "AED 4,500", "Instalments", "Accept contract"])
    expect(html).toContain(text);
  expect((await open({ path: opened.path })).html).not.toContain("Plus");

  const unnamed = await accept(opened, 1, "A");
  expect(unnamed.status).toBe(400);
  expect(unnamed.html).toContain('value="A"');
  expect((await accept(opened, 1)).status).toBe(303);
  const saved = await caller.db
    .selectFrom("contractAcceptances")
    .select(["name", "method", "agreementVersion", "at"])
    .where("contractId", "=", id)
    .executeTakeFirstOrThrow();
  expect(saved).toMatchObject({ name: "Aisha Al Marri", method: "online", agreementVersion: 1, at: NOW });
  const accepted = (await open(opened)).html;
  expect(accepted).toContain("This contract is accepted");
  expect(accepted).toContain("Aisha Al Marri");
  expect(accepted).toContain("It starts once we have your cheques");
  expect(accepted).not.toContain("Accept contract");
  // A second press changes nothing.
  expect((await accept(opened, 1, "Another Name")).status).toBe(303);

  const pdf = await caller.http.request(`/api/contracts/${reference}/document`, { headers: opened.headers });
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  expect((await caller.http.request(`/api/contracts/${reference}/document`)).status).toBe(404);
});

it("asks for the current version if the office changed the terms meanwhile", async () => {
  const { id, link } = await createContractLink();
  const opened = await openLink(caller, link);
  await agree(id, 2);
  const outdated = await accept(opened, 1);
  expect(outdated.status).toBe(409);
  expect(outdated.html).toContain("We have changed this contract");
  expect(outdated.html).toContain("Version 2");
  expect((await accept(opened, 2)).status).toBe(303);
});

it("cannot be accepted after the office cancelled it", async () => {
  const { id, link } = await createContractLink();
  const opened = await openLink(caller, link);
  const { body } = await caller.call("GET", `/api/admin/contracts/${id}`, undefined, admin);
  const cancelled = await caller.call(
    "POST",
    `/api/admin/contracts/${id}/cancel`,
    { version: body.contract.version, reason: "Moved away" },
    admin,
  );
  expect(cancelled.status, cancelled.text).toBe(200);
  const { html } = await open(opened);
  expect(html).toContain("This contract was cancelled");
  expect(html).not.toContain("Accept contract");
  expect((await accept(opened, 1)).status).toBe(409);
  const again = await caller.call("POST", `/api/admin/contracts/${id}/send`, { channel: "link" }, admin);
  expect(again.body.reason).toBe("wrong-state");
});

it("answers a link that the office replaced like an unknown one", async () => {
  const { id, reference, link } = await createContractLink();
  const old = await openLink(caller, link);
  const replaced = await caller.call("POST", `/api/admin/contracts/${id}/replace-link`, {}, admin);
  expect(replaced.status, replaced.text).toBe(200);
  const unknown = await openLink(caller, link.replace(/key=.*/, "key=made-up"));
  for (const opened of [old, await openLink(caller, link)])
    expect((await open(opened)).status).toBe((await open(unknown)).status);
  expect((await open(old)).html).not.toContain("AED 4,500");
  const { html } = await open(await openLink(caller, replaced.body.url));
  for (const text of [reference, "AED 4,500"]) expect(html).toContain(text);
});

it("emails a new link when the first one has expired, three times an hour at most", async () => {
  const { id, reference } = await createContractLink();
  const key = documentKey(
    caller.config.secret,
    { kind: "contract", id, linkVersion: 0 },
    addMinutes(NOW, -1),
  );
  const opened = await openLink(caller, `/contracts/${reference}?key=${key}`);
  const { html } = await open(opened);
  expect(html).toContain("This link has expired");
  expect(html).not.toContain("Plus");
  expect((await accept(opened, 1)).status).toBe(404);
  for (let attempt = 0; attempt < 4; attempt++) {
    expect((await post(opened, { answer: "link" })).html).toContain("If this reference exists");
  }
  const requests = await caller.db
    .selectFrom("trail")
    .select("id")
    .where("type", "=", "contract.link-requested")
    .where("subjectId", "=", id)
    .where("actorRole", "=", "visitor")
    .execute();
  expect(requests).toHaveLength(3);
});
