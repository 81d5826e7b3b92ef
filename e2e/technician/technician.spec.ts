import type { APIRequestContext, Page } from "@playwright/test";
import { addDays, dubaiDate } from "../../app/platform/time";
import { isLongRun } from "../../test/faults/rounds";
import { expect, test, WITHOUT_SAMPLE_DATA } from "../harness/fixture";
import { boxOf, fillSignIn, openAsAdmin, signInByResetLink } from "../harness/steps";
import {
  addTechnician,
  book,
  inviteTechnician,
  openTechnicianApp,
  outboxStatus,
  PHONE,
  pressRareStep,
  scheduleBooking,
  signInAsOffice,
  startJourney,
  step,
  waitForOfflineCache,
} from "../harness/technician-steps";
import { expectAccessible } from "../harness/visual-checks";

/** Technician's phone: invitation, visits online and offline, and emergencies. */

test.use({ env: WITHOUT_SAMPLE_DATA });
// In long runs, one worker would finish this longest file after all others. Otherwise one product is enough.
if (isLongRun) test.describe.configure({ mode: "parallel" });

const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Replaces the browser's speech recognition, which needs a service on the internet. */
function recogniseOnePhrase(): void {
  class OnePhrase {
    onresult?: (event: object) => void;
    onend?: () => void;
    start() {
      queueMicrotask(() => {
        const result = Object.assign([{ transcript: " twice" }], { isFinal: true });
        this.onresult?.({ resultIndex: 0, results: [result] });
        this.onend?.();
      });
    }
    abort() {}
  }
  Object.assign(window, { SpeechRecognition: OnePhrase, webkitSpeechRecognition: OnePhrase });
}

/** Parts of unfinished report drafts stored on the phone. */
function readReportDrafts(): Promise<{ signedBy?: string }[]> {
  return new Promise((resolve, reject) => {
    const openRequest = indexedDB.open("technician");
    openRequest.onerror = () => reject(openRequest.error);
    openRequest.onsuccess = () => {
      const partsRequest = openRequest.result.transaction("drafts").objectStore("drafts").getAll();
      partsRequest.onsuccess = () => resolve(partsRequest.result);
    };
  });
}

/** Opens the next step of the report on finished work. */
async function openNextReportStep(page: Page, title: string): Promise<void> {
  await step(page, "Next").click();
  await expect(page.getByRole("heading", { name: title, level: 1 })).toBeFocused();
}

/**
 * Registers the worker under another address, which is a new version for the browser, and waits until it controls the
 * page. Runs in the page.
 */
function updateServiceWorker(): Promise<void> {
  return new Promise((resolve, reject) => {
    navigator.serviceWorker.addEventListener("controllerchange", () => resolve());
    navigator.serviceWorker
      .register("/technician-worker.js?version=2", { scope: "/technician" })
      .catch(reject);
  });
}

/** Transitions of the technician on a booking, in order, as the office sees them. */
async function loadTechnicianTransitions(office: APIRequestContext, bookingId: string): Promise<string[]> {
  const answer = await office.get(`/api/admin/bookings/${bookingId}`);
  const { booking } = await answer.json();
  const entries = (booking.timeline as { event: string; actorRole: string }[]).filter(
    ({ actorRole }) => actorRole === "technician",
  );
  return entries.map(({ event }) => event);
}

test("shows an emergency customer the technician and the arrival time, and notifies of a delay", async ({
  browser,
  product,
  request: office,
  playwright,
}) => {
  const post = await signInAsOffice(office, product);
  const sara = await inviteTechnician(post, "Sara Haddad");
  const visitor = await playwright.request.newContext({ baseURL: product.origin });
  const email = "flooded@example.com";
  const { bookingId, followUrl } = await book(visitor, { email, service: "emergency", trade: "plumbing" });
  const customer = await (await browser.newContext(PHONE)).newPage();
  await customer.goto(followUrl);
  const clock = customer.getByRole("region", { name: /^A technician will be with you by/ });
  await expect(clock).toContainText(/1:5\d:\d\d/);
  await scheduleBooking(post, { bookingId, technicianId: sara.id, inHours: 0 });

  const phone = await openTechnicianApp(await browser.newContext(PHONE), product, sara.email);
  await phone.getByText("Layla Haddad").click();
  await expect(phone.getByRole("button", { name: /min later$/ })).toHaveCount(0);
  await step(phone, "On my way").click();
  await expect(step(phone, "Arrived")).toBeVisible();
  await expect(phone.getByText(/^The customer expects you at about/)).toBeVisible();
  await expect(outboxStatus(phone, "not sent yet")).toBeHidden();
  await checkPage(phone, "on-the-way-phone");

  await customer.reload();
  await expect(clock).toBeVisible();
  await expect(customer.getByText("Sara Haddad", { exact: true })).toBeVisible();
  await expect(customer.getByText(/^Expected at about [^.]* [AP]M$/)).toBeVisible();
  const mails = async () => (await product.emailsTo(email)).map(({ subject, text }) => `${subject}\n${text}`);
  // Late in the evening the time includes the next day: "Thu, 26 Nov, 12:08 AM".
  await expect
    .poll(async () => (await mails()).join("\n"))
    .toMatch(/Expected at about [^.]* [AP]M\. See your booking/);

  await step(phone, "15 min later").click();
  await expect(outboxStatus(phone, "not sent yet")).toBeHidden();
  // Appears without a reload within 15 seconds; e2e/customer/account.spec.ts tests a live update.
  if (!isLongRun) await customer.reload();
  await expect(customer.getByText(/^Now expected at about .*, instead of/)).toBeVisible({
    timeout: 30_000,
  });
  await expect(
    customer.getByRole("listitem").filter({ hasText: "Arriving later than expected" }),
  ).toBeVisible();
  await checkPage(customer, "on-the-way-customer");
  await expect.poll(async () => (await mails()).join("\n")).toMatch(/Now expected at about [^.]* [AP]M: /);

  // Reloads, because the live update may take a minute (tested in e2e/customer/account.spec.ts).
  const expectCustomerSees = (state: string) =>
    expect(async () => {
      await customer.reload();
      await expect(customer.locator('[aria-current="step"]')).toHaveText(state, { timeout: 1_000 });
    }).toPass();
  await step(phone, "Arrived").click();
  await expectCustomerSees("On site");
  await expect(clock).toBeHidden();
  if (isLongRun) {
    await pressRareStep(phone, "Put on hold");
    await phone.getByLabel("Reason").fill("Parts must be ordered");
    const day = addDays(dubaiDate(new Date()), 3);
    await phone.getByLabel("Expected to continue on").fill(day);
    // The draft keeps the day.
    await phone.reload();
    await expect(phone.getByLabel("Expected to continue on")).toHaveValue(day);
    await step(phone, "Put on hold").click();
    await expectCustomerSees("On hold");
    await expect(customer.getByText(/^The work is on hold\. Expected to continue on /)).toBeVisible();
    await expect(customer.getByText("Reason: ")).toContainText("Parts must be ordered");
    await checkPage(customer, "on-hold-customer");
  }
});

/** Runs axe and saves a screenshot when SHOTS names a folder. */
async function checkPage(page: Page, name: string): Promise<void> {
  await expectAccessible(page);
  const folder = process.env.SHOTS;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

test("stores an offline visit on the phone, sends it once and shows it to the office", async ({
  browser,
  product,
  request: office,
  playwright,
}) => {
  test.setTimeout(300_000);
  const post = await signInAsOffice(office, product);
  const omar = await inviteTechnician(post, "Omar Saleh");
  const visitor = await playwright.request.newContext();
  const { bookingId, reference } = await book(visitor);
  await scheduleBooking(post, { bookingId, technicianId: omar.id, inHours: 1 });
  await post(`/admin/bookings/${bookingId}/access`, {
    ...{ version: 0, onlyThisBooking: false, parking: "Visitors' parking P2", notes: "Gate code 4411" },
    ...{ siteContact: "Mariam", sitePhone: "0504417001", makani: "1234567890", pin: null },
    ...{ permitNeeded: true, permitBy: "office", permitUntil: null, permitFileId: null },
  });

  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  await signInByResetLink(page, product, omar.email);
  await page.goto("/technician");
  await expect(page.getByRole("link").filter({ hasText: "Layla Haddad" })).toContainText("Dubai Marina");
  await expectAccessible(page);
  await waitForOfflineCache(page);

  await page.getByText("Layla Haddad").click();
  await expect(page.getByRole("heading", { name: "Layla Haddad" })).toBeFocused();
  await expect(page.getByText("The concierge has the key.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+971501234567");
  await expect(page.getByText("Gate code 4411")).toBeVisible();
  await expect(page.getByText("The gate pass or NOC is missing")).toBeVisible();
  await expect(page.getByRole("link", { name: "Navigate" })).toHaveAttribute(
    "href",
    /destination=Al%20Marsa%20Street%2C%20Marina%20Diamond%204/,
  );

  // With the server stopped, the page loads from the phone's cache only.
  await product.stop();
  await startJourney(page);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Layla Haddad" })).toBeVisible();
  await expect(outboxStatus(page, "No connection.")).toBeVisible();
  await step(page, "30 min later").click();
  await expect(outboxStatus(page, "2 steps not sent yet")).toBeVisible();
  await step(page, "Arrived").click();
  await step(page, "Work done").click();
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
  const file = { name: "tap.png", mimeType: "image/png", buffer: PICTURE };
  await page.getByLabel("Add photos from before the work").setInputFiles(file);
  await page.getByLabel("Add photos from after the work").setInputFiles(file);
  await expect(page.getByRole("button", { name: "Remove photo 2" })).toBeVisible();
  await checkPage(page, "report-photos");
  await openNextReportStep(page, "Readings and parts");
  await page.getByLabel("Readings").fill("2.5 bar");
  await page.getByLabel("Parts used").fill("1 cartridge");
  await checkPage(page, "report-readings");
  await openNextReportStep(page, "What was done");
  await page.getByLabel("What was done").fill("New cartridge in the mixer");
  await checkPage(page, "report-note");
  await openNextReportStep(page, "Payment");
  await page.getByLabel("Cash").check();
  await step(page, "Next").click();
  await expect(page.getByText("Enter the amount in AED, such as 330")).toBeVisible();
  await expect(page.getByLabel("Amount in AED")).toBeFocused();
  await page.getByLabel("Amount in AED").fill("330");
  await checkPage(page, "report-payment");

  if (isLongRun) {
    // Back, by the button or the phone's own, loses nothing.
    await page.getByRole("button", { name: "Back" }).click();
    await expect(page.getByLabel("What was done")).toHaveValue("New cartridge in the mixer");
    await page.goBack();
    await expect(page.getByLabel("Parts used")).toHaveValue("1 cartridge");
    await openNextReportStep(page, "What was done");
    await openNextReportStep(page, "Payment");
    await expect(page.getByLabel("Amount in AED")).toHaveValue("330");
  }
  await openNextReportStep(page, "Signature");
  const pad = page.getByRole("img", { name: "Signature field" });
  const box = await boxOf(pad);
  await page.mouse.move(box.x + 40, box.y + 90);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 40, { steps: 5 });
  await page.mouse.move(box.x + 200, box.y + 110, { steps: 5 });
  await page.mouse.up();
  const signedBy = page.getByLabel("Name of the person who signs");
  await signedBy.fill("");
  await step(page, "Work done").click();
  await expect(page.getByText("Please enter the name of the person who signed")).toBeVisible();
  await expect(signedBy).toBeFocused();
  await signedBy.fill("Layla");
  await expect
    .poll(() => page.evaluate(readReportDrafts))
    .toContainEqual(expect.objectContaining({ signedBy: "Layla" }));
  await checkPage(page, "report-signature");

  // The phone closes the page, for example for a call: the draft is kept and can be continued later.
  await page.reload();
  await expect(page.getByText(/^Saved at .* are still here\.$/)).toBeVisible();
  await expect(signedBy).toHaveValue("Layla");
  await expect(page.getByRole("button", { name: "Clear" })).toBeEnabled();
  // drafts.test.ts covers the other steps of the draft.
  if (isLongRun) {
    for (const title of ["Payment", "What was done", "Readings and parts", "Photos"]) {
      await page.getByRole("button", { name: "Back" }).click();
      await expect(page.getByRole("heading", { name: title, level: 1 })).toBeFocused();
    }
    await page.getByRole("button", { name: "Back" }).click();
    await step(page, "Work done: continue").click();
    await expect(page.getByRole("button", { name: "Remove photo 2" })).toBeVisible();
    await openNextReportStep(page, "Readings and parts");
    await expect(page.getByLabel("Readings")).toHaveValue("2.5 bar");
    await openNextReportStep(page, "What was done");
    await expect(page.getByLabel("What was done")).toHaveValue("New cartridge in the mixer");
    await openNextReportStep(page, "Payment");
    await expect(page.getByLabel("Amount in AED")).toHaveValue("330");
    await openNextReportStep(page, "Signature");
  }
  await step(page, "Work done").click();
  await expect(outboxStatus(page, "4 steps not sent yet")).toBeVisible();
  await expect(page.getByText("Nothing more to do.")).toBeVisible();

  // The phone waits as long as a rate-limited response requires.
  let rateLimitedResponses = isLongRun ? 1 : 0;
  await context.route("**/api/pictures", (route) => {
    if (rateLimitedResponses === 0) return route.continue();
    rateLimitedResponses--;
    return route.fulfill({ status: 429, json: { success: false, retryAfterSeconds: 2 } });
  });
  await product.start();
  await expect(outboxStatus(page, "not sent yet")).toBeHidden({ timeout: 60_000 });
  expect(rateLimitedResponses).toBe(0);
  await expect(page.getByText("Signed by Layla")).toBeVisible();
  await expect(page.getByText("Paid on site: AED 330.00 (Cash)")).toBeVisible();
  expect(await loadTechnicianTransitions(office, bookingId)).toEqual([
    "depart",
    "delay",
    "arrive",
    "finishWork",
  ]);

  // The current build deletes the cache of an older build.
  await page.evaluate(async () => {
    const former = await caches.open("technician-of-another-build");
    await former.put("/technician", new Response());
  });
  await page.goto("/technician");
  await expect(async () => expect(await page.evaluate(() => caches.keys())).toHaveLength(1)).toPass();
  await waitForOfflineCache(page);

  if (isLongRun) {
    const second = await book(visitor, { customerName: "Noura Khalid" });
    const { version } = await scheduleBooking(post, {
      bookingId: second.bookingId,
      technicianId: omar.id,
      inHours: 4,
    });
    await page.goto("/technician");

    // Lost responses: the repeated step is applied once.
    await page.getByText("Noura Khalid").click();
    let lostResponses = 0;
    await context.route("**/transitions", async (route) => {
      await route.fetch();
      lostResponses++;
      await route.abort();
    });
    await startJourney(page);
    await expect(() => expect(lostResponses).toBeGreaterThan(0)).toPass();
    expect(await loadTechnicianTransitions(office, second.bookingId)).toEqual(["depart"]);
    await context.unroute("**/transitions");
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(outboxStatus(page, "not sent yet")).toBeHidden({ timeout: 60_000 });
    expect(await loadTechnicianTransitions(office, second.bookingId)).toEqual(["depart"]);

    // An unfinished report is kept.
    await pressRareStep(page, "No access");
    await page.getByLabel("Note").fill("Rang twice");
    await page.getByRole("button", { name: "Back" }).click();
    await expect(step(page, "No access: continue")).toBeVisible();

    // Conflict between a step on the phone and a transition by the office.
    await context.setOffline(true);
    await step(page, "Arrived").click();
    await expect(outboxStatus(page, "1 step not sent yet")).toBeVisible();
    await post(`/admin/bookings/${second.bookingId}/transitions`, {
      transition: "reportNoAccess",
      version: version + 1,
    });
    await context.setOffline(false);
    await expect(page.getByRole("alert").filter({ hasText: "Not accepted" })).toContainText("Arrived", {
      timeout: 60_000,
    });
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText("Not accepted")).toBeHidden();

    // Signing out deletes all drafts for the next user of the phone.
    await page.goto("/technician");
    await expect(page.getByText("Report not finished")).toBeVisible();
    await page.getByRole("button", { name: "Sign out" }).click();
    await fillSignIn(page);
    await expect(page.getByRole("heading", { name: "For technicians" })).toBeVisible();
    expect(await page.evaluate(readReportDrafts)).toEqual([]);
  }
  await context.close();

  // The office sees the report on the booking.
  const officePage = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openAsAdmin(officePage, `/admin/bookings/${bookingId}`);
  const drawer = officePage.getByRole("complementary", { name: reference });
  await expect(drawer.getByText("New cartridge in the mixer")).toBeVisible();
  await expect(drawer.getByText("2.5 bar")).toBeVisible();
  await expect(drawer.getByText("1 cartridge")).toBeVisible();
  await expect(drawer.getByText("Paid on site: AED 330.00 (Cash)")).toBeVisible();
  await expect(drawer.getByRole("figure", { name: "Before the work" })).toBeVisible();
  await expect(drawer.getByRole("img", { name: "Signature of Layla" })).toHaveJSProperty("complete", true);
  await officePage.close();
});

test("rings on every office page for an unacknowledged emergency @long", async ({
  browser,
  product,
  request: office,
  playwright,
}) => {
  await addTechnician(await signInAsOffice(office, product), "Sara Haddad");
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  // Counts the started tones, because the test cannot hear them.
  await context.addInitScript(() => {
    const create = AudioContext.prototype.createOscillator;
    AudioContext.prototype.createOscillator = function () {
      document.documentElement.dataset.tones = String(
        Number(document.documentElement.dataset.tones ?? 0) + 1,
      );
      return create.call(this);
    };
  });
  const tones = (page: Page) => page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0));
  const [firstTab, secondTab] = [await context.newPage(), await context.newPage()];
  await openAsAdmin(firstTab, "/admin/technicians");
  await expect(firstTab.getByRole("heading", { name: "Technicians" })).toBeVisible();
  await secondTab.goto("/admin/services");
  await expect(secondTab.getByRole("heading", { name: "Services" })).toBeVisible();
  await firstTab.bringToFront();

  const visitor = await playwright.request.newContext();
  const { reference } = await book(visitor, { service: "emergency", customerName: "Hamad Rashid" });
  const bar = (page: Page) => page.getByRole("region", { name: "Active emergencies" });
  for (const page of [firstTab, secondTab]) {
    await expect(bar(page)).toContainText(/Hamad Rashid, .*Dubai Marina/);
    await expect(bar(page)).toContainText("Not acknowledged");
    await expect(bar(page)).toContainText(/1:5\d:\d\d left/);
    await expect(page.getByRole("alert").filter({ hasText: "New emergency" })).toBeAttached();
  }
  await firstTab.keyboard.press("Shift");
  await expect(async () => expect(await tones(firstTab)).toBeGreaterThan(2)).toPass();
  await expectAccessible(firstTab);

  await firstTab.getByRole("button", { name: `Acknowledge ${reference}` }).click();
  for (const page of [firstTab, secondTab]) {
    await expect(page.getByRole("button", { name: `Acknowledge ${reference}` })).toBeHidden();
    await expect(bar(page)).toContainText("left");
    await expect(bar(page)).toContainText("No technician assigned");
  }
  const tonesBefore = await tones(firstTab);
  await bar(firstTab)
    .getByRole("link", { name: `Open ${reference}` })
    .click();
  const drawer = firstTab.getByRole("complementary", { name: reference });
  await expect(drawer.getByRole("listitem").filter({ hasText: /Acknowledged.*after/ })).toContainText(
    "after 1m",
  );
  const dispatched = drawer.getByRole("listitem").filter({ hasText: "Dispatched" });
  await expect(dispatched).toContainText("Not yet");
  await bar(firstTab)
    .getByRole("button", { name: /^Send (Sara Haddad|Omar Saleh), on call$/ })
    .click();
  await expect(dispatched).toContainText("after 1m");
  await expect(bar(secondTab)).toContainText(/Assigned: (Sara Haddad|Omar Saleh), not on the way yet/);
  expect(await tones(firstTab)).toBe(tonesBefore);
  await context.close();
});

test("lets an on-call technician pass on an emergency and another accept it on the phone @long", async ({
  browser,
  product,
  request: office,
  playwright,
}) => {
  const post = await signInAsOffice(office, product);
  const addPhone = async (name: string) => {
    const { email } = await inviteTechnician(post, name);
    return { page: await openTechnicianApp(await browser.newContext(PHONE), product, email), email };
  };
  const { page: noor, email } = await addPhone("Noor Salem");
  const { page: rami } = await addPhone("Rami Odeh");
  const visitor = await playwright.request.newContext();
  const { bookingId, reference } = await book(visitor, { service: "emergency", trade: "plumbing" });

  const path = new RegExp(`/technician\\?emergency=${bookingId}`);
  await expect
    .poll(async () => (await product.emailsTo(email)).map(({ text }) => text).join("\n"))
    .toMatch(path);
  await noor.goto(`/technician?emergency=${bookingId}`);
  const call = (page: Page) => page.getByRole("article", { name: reference });
  await expect(call(noor)).toContainText("Emergency Service (Plumbing)");
  await expect(call(noor)).toContainText("The kitchen tap drips.");
  await expectAccessible(noor);
  const officePage = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openAsAdmin(officePage, "/admin/services");
  const emergencyAlert = officePage.getByRole("listitem").filter({ hasText: reference });
  await expect(emergencyAlert).toContainText("Not acknowledged");
  await call(noor).getByRole("button", { name: "I can't go" }).click();
  await call(noor).getByLabel("Reason").fill("Stuck behind an accident");
  await call(noor).getByRole("button", { name: "I can't go" }).click();
  await expect(call(noor)).toBeHidden();
  await expect(noor.getByText("The office knows that you can't go.")).toBeVisible();
  await expect(emergencyAlert).toContainText("Cannot go: Noor Salem");
  await officePage.close();

  await expect(call(rami)).toBeVisible();
  await call(rami).getByRole("button", { name: "I'm going" }).click();
  await expect(rami).toHaveURL(/\?visit=/);
  await expect(step(rami, "On my way")).toBeVisible();

  await noor.goto(`/technician?emergency=${bookingId}`);
  await expect(noor.getByText(/^This emergency is no longer open/)).toBeVisible();
  const { booking } = await (await office.get(`/api/admin/bookings/${bookingId}`)).json();
  expect(booking.visits).toMatchObject([{ technicianName: "Rami Odeh", state: "scheduled" }]);
  for (const page of [noor, rami]) await page.context().close();
});

test("shows a visit on the phones of lead and helper, and records the lead's steps for both @long", async ({
  browser,
  page,
  product,
  request: office,
  playwright,
}) => {
  const post = await signInAsOffice(office, product);
  const [omar, yusuf] = [
    await inviteTechnician(post, "Hamad Saleh"),
    await inviteTechnician(post, "Yusuf Karim"),
  ];
  const visitor = await playwright.request.newContext();
  const { bookingId, followUrl } = await book(visitor);
  const { visit } = await scheduleBooking(post, { bookingId, technicianId: omar.id, inHours: 1 });
  const day = new Date(Date.parse(visit.startsAt) + 4 * 3_600_000).toISOString().slice(0, 10);

  await page.setViewportSize({ width: 1440, height: 900 });
  await openAsAdmin(page, `/admin/calendar?date=${day}`);
  const rowOf = (name: string) => page.getByRole("group", { name, exact: true }).locator("[data-visit]");
  await rowOf("Hamad Saleh").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Crew size").selectOption({ label: "2 people" });
  await expect(dialog.getByText("1 helper missing")).toBeVisible();
  await expect(rowOf("Hamad Saleh")).toHaveAccessibleName(/1 helper missing/);
  await dialog.getByRole("button", { name: "Add a helper" }).click();
  await dialog.getByLabel("Helper", { exact: true }).selectOption(yusuf.id);
  await dialog.getByRole("button", { name: "Add helper" }).click();
  await expect(dialog.getByRole("button", { name: "Remove Yusuf Karim" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(rowOf("Hamad Saleh")).toHaveAccessibleName(/with Yusuf Karim/);
  await expect(rowOf("Yusuf Karim")).toHaveAccessibleName(/with Hamad Saleh/);

  const lead = await openTechnicianApp(await browser.newContext(PHONE), product, omar.email);
  const second = await openTechnicianApp(await browser.newContext(PHONE), product, yusuf.email);
  await expect(lead.getByRole("link").filter({ hasText: "Layla Haddad" })).toContainText("with Yusuf Karim");
  await second.getByRole("link").filter({ hasText: "lead: Hamad Saleh" }).click();
  await expect(second.getByText("Hamad Saleh is the lead technician")).toBeVisible();
  await expect(second.getByRole("link", { name: "Call Hamad Saleh" })).toBeVisible();
  await expectAccessible(second);
  await expect(step(second, "On my way")).toHaveCount(0);

  const customer = await (await browser.newContext(PHONE)).newPage();
  await customer.goto(followUrl);
  await expect(customer.getByText("with Yusuf Karim")).toBeVisible();

  await lead.getByText("Layla Haddad").click();
  await step(lead, "On my way").click();
  const confirmButton = step(lead, "Yes, I am on the way now");
  const arrived = step(lead, "Arrived");
  await expect(confirmButton.or(arrived)).toBeVisible();
  if (await confirmButton.isVisible()) await confirmButton.click();
  await arrived.click();
  await expect(second.getByRole("main").or(second.locator("header")).getByText("On site")).toBeVisible();
  await step(lead, "Work done").click();
  await expect(lead.getByText("Step 1 of 5")).toBeVisible();
  await openNextReportStep(lead, "Readings and parts");
  await openNextReportStep(lead, "What was done");
  await lead.getByLabel("What was done").fill("Carried up and connected");
  await openNextReportStep(lead, "Payment");
  await openNextReportStep(lead, "Signature");
  await step(lead, "Work done").click();
  await expect(second.getByText("Carried up and connected")).toBeVisible();
});

test("plans and moves a three-day job as one, on the phone and on the customer's page @long", async ({
  browser,
  page,
  product,
  request: office,
  playwright,
}) => {
  const post = await signInAsOffice(office, product);
  const idris = await inviteTechnician(post, "Idris Khan");
  const visitor = await playwright.request.newContext();
  const { bookingId, followUrl } = await book(visitor);

  await page.setViewportSize({ width: 1440, height: 900 });
  await openAsAdmin(page, `/admin/bookings/${bookingId}`);
  const drawer = page.getByRole("main");
  await drawer.getByRole("button", { name: "Plan several days" }).click();
  const form = page.getByRole("form", { name: "Multi-day job" });
  const today = new Date(Date.now() + 4 * 3_600_000).toISOString().slice(0, 10);
  await form.getByLabel("First day").fill(today);
  await form.getByLabel("Days", { exact: true }).selectOption({ label: "3 days" });
  await form.getByLabel("Hours per day").selectOption({ label: "2 hours" });
  await form.getByLabel("Lead technician").selectOption(idris.id);
  await expectAccessible(page);
  const reason = form.getByLabel("Reason for assigning anyway");
  if (await reason.isVisible()) await reason.fill("They agreed");
  await form.getByRole("button", { name: "Plan these days" }).click();
  await expect(drawer.getByText("Day 3 of 3")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Change the multi-day plan" })).toBeVisible();

  const phone = await openTechnicianApp(await browser.newContext(PHONE), product, idris.email);
  await expect(phone.getByText(/Day [12] of 3/).first()).toBeVisible();
  const customer = await (await browser.newContext(PHONE)).newPage();
  await customer.goto(followUrl);
  await expect(customer.getByText("3 days of work")).toBeVisible();
  await expect(customer.getByRole("button", { name: "Change the time" })).toHaveCount(0);
  await expectAccessible(customer);

  await drawer.getByRole("button", { name: "Change the multi-day plan" }).click();
  await form.getByLabel("Days", { exact: true }).selectOption({ label: "2 days" });
  if (await reason.isVisible()) await reason.fill("They agreed");
  await form.getByRole("button", { name: "Plan these days" }).click();
  await expect(drawer.getByText("Day 2 of 2")).toBeVisible();
  await customer.reload();
  await expect(customer.getByText("2 days of work")).toBeVisible();
});

test("keeps unsent steps and the open report when a new version of the service worker takes over @long", async ({
  browser,
  product,
  request: office,
  playwright,
}) => {
  const post = await signInAsOffice(office, product);
  const nadia = await inviteTechnician(post, "Nadia Karim");
  const { bookingId } = await book(await playwright.request.newContext({ baseURL: product.origin }));
  await scheduleBooking(post, { bookingId, technicianId: nadia.id, inHours: 1 });
  const context = await browser.newContext(PHONE);
  await context.addInitScript(recogniseOnePhrase);
  const page = await openTechnicianApp(context, product, nadia.email);
  await waitForOfflineCache(page);
  await page.reload();
  await page.getByText("Layla Haddad").click();
  await context.route("**/transitions", (route) => route.abort());
  await startJourney(page);
  await pressRareStep(page, "No access");
  const note = page.getByLabel("Note");
  await note.fill("Rang");
  await page.getByRole("button", { name: "Dictate" }).click();
  await expect(note).toHaveValue("Rang twice");
  await expect(page.getByRole("button", { name: "Dictate" })).toHaveAttribute("aria-pressed", "false");

  await page.evaluate(updateServiceWorker);
  await expect(note).toHaveValue("Rang twice");
  await expect(outboxStatus(page, "1 step not sent yet")).toBeVisible();

  // The new version opens the page from the phone's cache.
  await product.stop();
  await page.reload();
  await expect(note).toHaveValue("Rang twice");
  await expect(outboxStatus(page, "1 step not sent yet")).toBeVisible();
  await step(page, "No access").click();
  await expect(outboxStatus(page, "2 steps not sent yet")).toBeVisible();
  await context.unroute("**/transitions");
  await product.start();
  await expect(outboxStatus(page, "not sent yet")).toBeHidden({ timeout: 60_000 });
  expect(await loadTechnicianTransitions(office, bookingId)).toEqual(["depart", "reportNoAccess"]);
  await context.close();
});
