import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, expect, it } from "vitest";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { addCustomer, createIssuedInvoice } from "../../test/harness/company/billing";
import { type Caller, createCaller, NOW, TOMORROW } from "../../test/harness/company/booking-caller";
import { createRealPages } from "../../test/harness/real-pages";
import { emailedBookingUrl } from "../features/operations/bookings/link/booking-link.server";
import { unsubscribeUrl } from "../features/people/accounts/unsubscribe-link.server";
import { documentPath } from "../platform/auth/links/document-link.server";
import { createRandom } from "../platform/random";
import { addMinutes } from "../platform/time";
import routes from "../routes";

/* Mail scanners and browsers that prefetch open pages by these methods (docs/decisions/0092-safe-methods.md). */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

/** Patterns of the pages and files of the website. */
function patternsOf(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path = "", file, children = [] }) => {
    const own = `${parent}/${path}`.replace(/\/+$/, "");
    return children.length > 0 ? patternsOf(children, own) : file.startsWith("site/") ? [own || "/"] : [];
  });
}

/** Addresses of the links in emails, by pattern. */
async function emailedLinks(): Promise<Record<string, string[]>> {
  const office = await caller.asAdmin();
  const { bookingId: id, reference } = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
  const creation = await caller.call("POST", `/api/admin/bookings/${id}/quotes`, {}, office);
  const quotePath = `/api/admin/quotes/${creation.body.id}`;
  const sent = await caller.call("POST", `${quotePath}/send`, { version: 1, channel: "link" }, office);
  const invoice = await createIssuedInvoice(caller.ctx(), await addCustomer(caller.ctx()), 100_00);
  const terms = { packageId: "plus", propertyType: "villa-3br" };
  const { service: _, ...form } = await caller.form({ phone: "0502224001", ...terms });
  const { contractId } = (await caller.call("POST", "/api/contracts/requests", form)).body;
  const contractPath = `/api/admin/contracts/${contractId}`;
  const agreed = { ...terms, startsOn: TOMORROW, paymentPlan: "cheques", version: 1 };
  await caller.call("POST", `${contractPath}/agree`, agreed, office);
  const shared = await caller.call("POST", `${contractPath}/send`, { channel: "link" }, office);
  const user = await caller.db.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const pathOf = (url: string) => new URL(url, "http://localhost").href.replace(/^https?:\/\/[^/]+/, "");
  const booking = pathOf(emailedBookingUrl(caller.config, { id, reference, linkNo: 0 }));
  const document = { kind: "invoice", ...invoice, linkVersion: 0 } as const;
  return {
    "/bookings/:reference": [booking, `${booking}&booked`],
    "/quotes/:reference": [pathOf(sent.body.url)],
    "/contracts/:reference": [pathOf(shared.body.url)],
    "/invoices/:reference": [documentPath(caller.config, document, addMinutes(NOW, 60))],
    "/weekly-summary": [pathOf(unsubscribeUrl(caller.config, user.id))],
    "/services/:service": ["/services/plumbing"],
    "/services/:service/reviews": ["/services/plumbing/reviews"],
    "/portfolio/:trade?": ["/portfolio", "/portfolio/plumbing"],
    "/og/*": ["/og/home.png"],
    "/*": ["/no-such-page"],
  };
}

it("changes no record when a page of the website or an emailed link is opened by OPTIONS, HEAD or GET", async () => {
  const links = await emailedLinks();
  const patterns = patternsOf(routes);
  const pages = patterns.filter((pattern) => !links[pattern]);
  const selected = casesForRun(pages, createRandom(seedOfRun()), Math.ceil(pages.length / 4));
  const addresses = patterns.flatMap(
    (pattern) => links[pattern] ?? selected.filter((page) => page === pattern),
  );
  expect(addresses.join(" ")).not.toMatch(/[:*]/);
  const before = await caller.contents();
  let opened = 0;
  for (const address of addresses) {
    let path = address;
    let cookie = "";
    for (const step of ["link", "page", "data"]) {
      // The link did not redirect.
      if (step === "page" && path === address && !isLongRun) continue;
      const [name, search] = path.split("?");
      const target = step === "data" && name !== "/" ? `${name}.data${search ? `?${search}` : ""}` : path;
      for (const method of ["OPTIONS", "HEAD", "GET"]) {
        const answer = await caller.http.request(target, { method, headers: { Cookie: cookie } });
        await answer.body?.cancel();
        if (method !== "GET") continue;
        if (answer.status === 200) opened++;
        cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
        path = answer.headers.get("Location") ?? path;
      }
      if (isLongRun) expect(await caller.contents(), `${step} ${target}`).toEqual(before);
    }
    // Reading the whole database takes longer than a call.
    if (!isLongRun) expect(await caller.contents(), address).toEqual(before);
  }
  expect(opened).toBeGreaterThan(addresses.length);
});
