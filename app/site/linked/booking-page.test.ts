import { afterAll, beforeAll, expect, it } from "vitest";
import { emailedBookingUrl } from "~/features/operations/bookings/link/booking-link.server";
import { addMinutes } from "~/platform/time";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../test/harness/company/booking-caller";
import { applyTransitions } from "../../../test/harness/company/company";
import { readTrail } from "../../../test/harness/company/trail";
import { type OpenedLink, openLink } from "../../../test/harness/mailed-link";
import { createRealPages } from "../../../test/harness/real-pages";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
});
afterAll(() => caller.close());

const pageOf = (path: string, opened?: OpenedLink) => caller.http.request(path, { headers: opened?.headers });
const textOf = async (path: string, opened?: OpenedLink) => (await pageOf(path, opened)).text();
const DAYS = 24 * 60;

/** Creates a booking cancelled `days` ago. */
async function cancelledBefore(days: number): Promise<Booked> {
  const booked = await caller.book();
  const path = `/api/bookings/${booked.reference}/cancel`;
  const { status, text } = await caller.call("POST", path, { key: booked.key, version: 1 });
  expect(status, text).toBe(200);
  await caller.db
    .updateTable("timelineEntries")
    .set({ at: addMinutes(NOW, -days * DAYS) })
    .where("bookingId", "=", booked.bookingId)
    .where("toState", "=", "cancelled")
    .execute();
  return booked;
}

it("shows a booking only to holders of its key", async () => {
  const { reference, followUrl } = await caller.book();
  const opened = await openLink(caller, followUrl);
  expect(await textOf(opened.path, opened)).toContain("Al Marsa Street");
  for (const search of ["", "?key="]) {
    expect(await textOf(`/bookings/${reference}${search}`)).not.toMatch(/Al Marsa Street|Aisha/);
  }
  const answer = await pageOf(opened.path, opened);
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  // Hides the page address from other sites.
  expect(answer.headers.get("Referrer-Policy")).toBe("same-origin");
});

it("says on a finished booking that its last part needs JavaScript, and offers a reload after failed scripts", async () => {
  const { reference, key, followUrl } = await caller.book();
  const notice = "Some parts of this page need JavaScript.";
  const before = await openLink(caller, followUrl);
  expect(await textOf(before.path, before)).not.toContain(notice);
  await caller.call("POST", `/api/bookings/${reference}/cancel`, { key, version: 1 });
  const opened = await openLink(caller, followUrl);
  const html = await textOf(opened.path, opened);
  expect(html).toContain(notice);
  expect(html).toContain("This page could not be loaded completely.");
});

it("removes the key from the address on first opening and keeps other parameters", async () => {
  const { reference, followUrl, key } = await caller.book();
  const redirect = await pageOf(`${followUrl.replace(caller.config.publicUrl, "")}&booked`);
  expect([redirect.status, redirect.headers.get("location")]).toEqual([
    303,
    `/bookings/${reference}?booked=`,
  ]);
  expect(redirect.headers.get("Cache-Control")).toBe("no-store");
  expect(redirect.headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(redirect.headers.get("Set-Cookie")).toBe(
    `link.${reference}=${key}; Max-Age=${30 * 24 * 60 * 60}; Path=/; HttpOnly; SameSite=Lax`,
  );
});

it("opens two bookings in one browser by their own keys", async () => {
  const [one, other, third] = [await caller.book(), await caller.book(), await caller.book()];
  const first = await openLink(caller, one.followUrl);
  const both = await openLink(caller, other.followUrl, first);
  for (const { reference } of [one, other]) {
    expect(await textOf(`/bookings/${reference}`, both)).toContain("Al Marsa Street");
    expect((await caller.call("GET", `/api/bookings/${reference}`, undefined, both.headers)).status).toBe(
      200,
    );
  }
  expect(await textOf(`/bookings/${third.reference}`, both)).not.toContain("Al Marsa Street");
  expect((await caller.call("GET", `/api/bookings/${third.reference}`, undefined, both.headers)).status).toBe(
    404,
  );
});

it("keeps a valid key when a link with a wrong key is followed", async () => {
  const { reference, followUrl } = await caller.book();
  const opened = await openLink(caller, followUrl);
  const afterWrongKey = await openLink(caller, `/bookings/${reference}?key=wrong`, opened);
  expect(afterWrongKey.headers.Cookie).toBe(opened.headers.Cookie);
  expect(await textOf(afterWrongKey.path, afterWrongKey)).toContain("Al Marsa Street");
});

it("stores link keys of at most twenty records and drops the oldest", async () => {
  const { followUrl } = await caller.book();
  const storedCookies = Array.from(
    { length: 20 },
    (_, index) => `link.BK-2025-${String(index).padStart(6, "0")}=x`,
  );
  const answer = await caller.http.request(new URL(followUrl).pathname + new URL(followUrl).search, {
    headers: { Cookie: storedCookies.join("; ") },
  });
  const [removed, added, ...others] = answer.headers.getSetCookie();
  expect(removed).toMatch(/^link\.BK-2025-000000=; Max-Age=0;/);
  expect(added).toMatch(/^link\.BK-\d{4}-\d{6}=[\w-]{32};/);
  expect(others).toEqual([]);
});

it("refuses requests from other sites' pages despite stored keys", async () => {
  const { reference, followUrl } = await caller.book();
  const { headers } = await openLink(caller, followUrl);
  const cancel = (origin: string) =>
    caller.call("POST", `/api/bookings/${reference}/cancel`, { version: 1 }, { ...headers, Origin: origin });
  expect((await cancel("https://evil.example")).status).toBe(403);
  expect((await cancel(caller.config.publicUrl)).status).toBe(200);
});

it("confirms the email by the button of the emailed page without JavaScript, never by opening it", async () => {
  await caller.addTechnician("Omar Saleh");
  const {
    bookingId: id,
    reference,
    followUrl,
  } = await caller.book({
    preferredDate: TOMORROW,
    preferredTime: "10:00",
  });
  const button = "Confirm email and keep my time";
  const emailed = await openLink(caller, emailedBookingUrl(caller.config, { id, reference, linkNo: 0 }));
  const press = async ({ path, headers }: OpenedLink) => {
    const answer = await caller.http.request(path, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: caller.config.publicUrl,
      },
      body: "answer=confirm",
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/bookings/${reference}`]);
  };
  expect(await textOf(emailed.path, emailed)).toContain(button);

  const own = await openLink(caller, followUrl);
  expect(await textOf(own.path, own)).not.toContain(button);
  await press(own);
  expect(await textOf(emailed.path, emailed)).toContain(button);

  await press(emailed);
  expect(await textOf(emailed.path, emailed)).not.toContain(button);
  expect(await textOf(own.path, own)).toContain(
    "After that it is free for other customers, unless we confirm it before.",
  );
});

it("expires after the retention period and sends a new link to the email of the booking", async () => {
  const withinRetention = await cancelledBefore(399);
  const opened = await openLink(caller, withinRetention.followUrl);
  expect(await textOf(opened.path, opened)).toContain("Al Marsa Street");

  const { bookingId, reference, followUrl } = await cancelledBefore(400);
  const expired = await openLink(caller, followUrl);
  const html = await textOf(expired.path, expired);
  expect(html).toContain("This link has expired");
  expect(html).not.toMatch(/Al Marsa Street|Aisha/);
  const call = await caller.call("GET", `/api/bookings/${reference}`, undefined, expired.headers);
  expect([call.status, call.body.reason]).toEqual([410, "link-expired"]);

  const countLinkRequests = async () =>
    (await readTrail(caller.db, { type: "booking.link-requested" })).length;
  const submitExpiredLinkForm = async ({
    path,
    headers,
  }: Pick<OpenedLink, "path"> & { headers?: Record<string, string> }) => {
    const answer = await caller.http.request(path, {
      method: "POST",
      headers: {
        ...headers,
        "Content-Type": "application/x-www-form-urlencoded",
        Origin: caller.config.publicUrl,
      },
      body: "answer=link",
    });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const before = await countLinkRequests();
  expect(await submitExpiredLinkForm(expired)).toContain("a new link is on its way");
  expect(await countLinkRequests()).toBe(before + 1);
  // Without the old key, no link is sent and the existence of the booking stays unknown.
  const link = (bookingReference: string, headers = {}) =>
    caller.call("POST", "/api/bookings/renew-link", { reference: bookingReference }, headers);
  const responses = [
    await link(reference),
    await link("BK-2026-999999"),
    await link(reference, opened.headers),
  ];
  expect(responses.map(({ status, text }) => `${status} ${text}`)).toEqual(
    Array(3).fill('200 {"success":true}'),
  );
  expect(await countLinkRequests()).toBe(before + 1);
  for (let tries = 0; tries < 5; tries++) {
    expect((await link(reference, expired.headers)).text).toBe('{"success":true}');
  }
  expect(await countLinkRequests()).toBe(before + 3);

  const renewedUrl = emailedBookingUrl(
    caller.config,
    { id: bookingId, reference, linkNo: 0 },
    addMinutes(NOW, 30 * DAYS),
  );
  const reopened = await openLink(caller, renewedUrl, expired);
  expect(await textOf(reopened.path, reopened)).toContain("Al Marsa Street");
  const expiredUrl = emailedBookingUrl(caller.config, { id: bookingId, reference, linkNo: 0 }, NOW);
  const expiredLink = await openLink(caller, expiredUrl);
  expect(await textOf(expiredLink.path, expiredLink)).toContain("This link has expired");
});

it("confirms a visit of tomorrow by a form without JavaScript", async () => {
  const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "18:00" });
  await applyTransitions(caller.db, booked.bookingId, "confirm");
  const opened = await openLink(caller, booked.followUrl);
  const before = await textOf(opened.path, opened);
  const [, startsAt] = /name="startsAt" value="([^"]+)"/.exec(before) ?? [];
  const answer = await caller.http.request(opened.path, {
    method: "POST",
    headers: {
      ...opened.headers,
      "Content-Type": "application/x-www-form-urlencoded",
      Origin: caller.config.publicUrl,
    },
    body: new URLSearchParams({ answer: "confirm-visit", startsAt: startsAt! }).toString(),
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/bookings/${booked.reference}`]);
  const after = await textOf(opened.path, opened);
  expect(after).toContain("You have confirmed this visit.");
  expect(after).not.toContain("confirm-visit");
});
