import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, createCaller } from "../../../test/harness/company/booking-caller";
import { type OpenedLink, openLink } from "../../../test/harness/mailed-link";
import { createRealPages } from "../../../test/harness/real-pages";

/** Quote page without JavaScript. */
let caller: Caller;
let office: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
  office = await caller.asAdmin();
});
afterAll(() => caller.close());
beforeEach(() => caller.db.deleteFrom("rateLimits").execute());

/** Sends a quote with a line of AED 150 and an option of AED 99.50, and returns its link. */
async function sendQuote(): Promise<string> {
  const { bookingId } = await caller.book();
  const creation = await caller.call("POST", `/api/admin/bookings/${bookingId}/quotes`, {}, office);
  const path = `/api/admin/quotes/${creation.body.id}`;
  const { quote } = (await caller.call("GET", path, undefined, office)).body;
  const [draft] = quote.versions;
  const { number: _, depositRule: __, sentAt: ___, answers: ____, ...version } = draft;
  const optional = { ...version.lines[0], description: "A new tap", unitFils: 99_50, optional: true };
  await caller.call(
    "POST",
    `${path}/draft`,
    {
      ...version,
      lines: [...version.lines, optional],
      serviceId: quote.serviceId,
      propertyId: quote.propertyId,
      version: 1,
    },
    office,
  );
  const sent = await caller.call("POST", `${path}/send`, { version: 2, channel: "link" }, office);
  const { pathname, search } = new URL(sent.body.url);
  return pathname + search;
}

/** Link with its key already exchanged. */
const openNewQuote = async () => openLink(caller, await sendQuote());

const open = async ({ path, headers }: Pick<OpenedLink, "path"> & { headers?: Record<string, string> }) => {
  const answer = await caller.http.request(path, { headers });
  return {
    status: answer.status,
    headers: answer.headers,
    html: (await answer.text()).replaceAll("\u00a0", " "),
  };
};

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
  const html = (await answer.text()).replaceAll("\u00a0", " ");
  return { status: answer.status, location: answer.headers.get("location"), html };
}

describe("quote page", () => {
  it("stays sent while a mail scanner opens its link by HEAD and GET", async () => {
    const link = await sendQuote();
    const before = await caller.contents();
    for (const method of ["HEAD", "GET"]) await caller.http.request(link, { method });
    const opened = await openLink(caller, link);
    for (const method of ["HEAD", "GET"])
      await caller.http.request(opened.path, { method, headers: opened.headers });
    expect(await caller.contents()).toEqual(before);
  });

  it("contains the quote, uncached and not indexed", async () => {
    const { status, headers, html } = await open(await openNewQuote());
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toContain("no-store");
    for (const text of ["Quote for Aisha Al Marri", "A new tap", "Optional", "AED 150", "noindex"]) {
      expect(html).toContain(text);
    }
  });

  it("shows no quote without the key", async () => {
    const { path } = await openNewQuote();
    expect((await open({ path })).html).not.toContain("Aisha");
    expect((await open({ path: "/quotes/nonsense?key=x" })).html).not.toContain("Aisha");
    const response = await caller.http.request(`${path}?key=wrong`);
    expect([response.status, response.headers.get("location"), response.headers.getSetCookie()]).toEqual([
      303,
      path,
      [],
    ]);
  });

  it("approves with the chosen option after input errors, without JavaScript", async () => {
    const path = await openNewQuote();
    const response = await post(path, { answer: "approve", revision: "1", name: "A", "option-2": "on" });
    expect(response.status).toBe(400);
    expect(response.html).toContain("Please type your full name");
    expect(response.html).toContain('value="A"');
    const unknown = await post(path, { answer: "approve", revision: "1", name: "Aisha", "option-9": "on" });
    // The same answer as the API call.
    expect(unknown.status).toBe(422);
    expect(unknown.html).toContain("An option you ticked is no longer part of this quote");
    const approval = await post(path, { answer: "approve", revision: "1", name: "Aisha", "option-2": "on" });
    expect([approval.status, approval.location]).toEqual([303, path.path]);
    const { html } = await open(path);
    expect(html).toContain("Aisha approved this quote");
    expect(html).toContain("AED 249.50");
    const second = await post(path, { answer: "decline", revision: "1", comment: "No" });
    expect(second.status).toBe(409);
  });

  it("links to the newer version and records the reason of a decline", async () => {
    const path = await openNewQuote();
    const outdated = await post(path, { answer: "approve", revision: "7", name: "Aisha" });
    expect(outdated.html).toContain("newer version");
    expect((await post(path, { answer: "decline", revision: "1", comment: "" })).html).toContain(
      "Please give a reason",
    );
    expect((await post(path, { answer: "decline", revision: "1", comment: "Too late" })).status).toBe(303);
  });
});
