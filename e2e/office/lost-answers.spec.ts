import type { Locator, Page, Route } from "@playwright/test";
import { m } from "../../app/paraglide/messages";
import { createRandom } from "../../app/platform/random";
import { dubaiDate } from "../../app/platform/time";
import { casesForRun, seedOfRun } from "../../test/faults/rounds";
import { openDay, quietDay } from "../harness/days";
import { expect, test } from "../harness/fixture";
import { ADMIN } from "../harness/product";
import { answerSecurityCheck, book, customerWithAccount, newPhone, openAsAdmin } from "../harness/steps";

/** Forms whose answer is lost, refused by a proxy or by an expired session: nothing typed is lost, nothing happens twice. */

const html = (status: number) => (route: Route) =>
  route.fulfill({ status, contentType: "text/html", body: `<html><h1>${status}</h1>` });

/** Failures before the server has done the work. */
const FAILURES: Record<string, (route: Route) => Promise<unknown>> = {
  offline: (route) => route.abort("internetdisconnected"),
  "proxy: bad gateway": html(502),
  "proxy: timeout": html(504),
  "proxy: too large": html(413),
  "proxy: sign-in page of a network": html(200),
  "too many requests": (route) =>
    route.fulfill({ status: 429, json: { reason: "rate-limited", message: "Too many requests." } }),
  // Never answered; sendThroughFailures shortens the page's time limit.
  "no answer": () => new Promise(() => {}),
};

/** The server has done the work. */
const loseAnswer = async (route: Route) => {
  await route.fetch();
  await route.abort("connectionreset");
};

/** Fails the next POST to the path. */
async function failOnce(page: Page, path: string, fail: (route: Route) => Promise<unknown>): Promise<void> {
  let hasFailed = false;
  await page.route(path, async (route) => {
    if (hasFailed || route.request().method() !== "POST") return route.fallback();
    hasFailed = true;
    await fail(route);
  });
}

/** Replaces longer time limits of the page's calls, in milliseconds. Runs in the page. */
function limitAnswers(maxMs: number) {
  const timeout = (window as { timeout?: typeof AbortSignal.timeout }).timeout ?? AbortSignal.timeout;
  Object.assign(window, { timeout });
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.min(ms, maxMs));
}

const random = createRandom(seedOfRun());

/** Sends the form once for each failure, and expects a message and the typed text after each. */
async function sendThroughFailures(
  page: Page,
  { path, form, field, button }: { path: string; form: Locator; field: Locator; button: Locator },
): Promise<void> {
  const typed = await field.inputValue();
  const failures = casesForRun(Object.entries(FAILURES), random);
  for (const [failure, fail] of [...failures, ["lost answer", loseAnswer] as const]) {
    await failOnce(page, path, fail);
    await page.evaluate(limitAnswers, failure === "no answer" ? 1_000 : 60_000);
    await button.click();
    await expect(form.getByRole("alert"), failure).toContainText(/try again|too many requests/i);
    await expect(field, failure).toHaveValue(typed);
  }
}

test("keeps a note through failures and saves it once @turn-4", async ({ page, request }) => {
  const { bookingId } = await book(request);
  await openAsAdmin(page, `/admin/bookings/${bookingId}`);
  const drawer = page.getByRole("complementary", { name: /^BK-/ });
  await drawer.getByRole("button", { name: "Add note" }).click();
  const form = drawer.getByRole("form", { name: "Add note" });
  const field = form.getByLabel("Internal note");
  await field.fill("Gate code 1234#");
  const button = form.getByRole("button", { name: "Save note" });
  await sendThroughFailures(page, { path: "**/api/admin/bookings/*/notes", form, field, button });
  await button.click();
  await expect(form).toHaveCount(0);
  await expect(drawer.getByRole("listitem").filter({ hasText: "Gate code 1234#" })).toHaveCount(1);
});

test("keeps an address through failures and adds it once @long", async ({ browser, product }) => {
  const page = await customerWithAccount(browser, product, {
    email: "lost@example.com",
    name: "Layla Haddad",
  });
  await page.goto("/user-settings");
  await page.getByRole("button", { name: "Add address" }).click();
  const form = page.getByRole("dialog");
  const field = form.getByLabel("Street address");
  await field.fill("Palm Street 7");
  const button = form.getByRole("button", { name: "Save" });
  await sendThroughFailures(page, { path: "**/api/account/properties", form, field, button });
  await button.click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit Palm Street 7" })).toHaveCount(1);
  await page.context().close();
});

test("keeps the dialogs of the map and of a reassignment, with the message on the screen @long", async ({
  page,
  request,
}) => {
  const day = quietDay(111);
  const { bookingId, booking, reference } = await book(request, { service: "handyman" });
  await openAsAdmin(page, "/admin");
  const { technicians } = await (await page.request.get("/api/admin/technicians?search=samuel")).json();
  const visit = { version: booking.version, technicianId: technicians[0].id, date: day, time: "10:00" };
  const answer = await page.request.post(`/api/admin/bookings/${bookingId}/visits`, {
    data: { ...visit, override: "For the journey" },
  });
  expect(answer.ok(), await answer.text()).toBe(true);

  const dialog = page.getByRole("dialog");
  const message = dialog.getByRole("alert").filter({ hasText: /try again/i });
  const calls = /\/api\/admin\//;
  const refuseCalls = () =>
    page.route(calls, (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));

  await page.goto(`/admin/calendar?view=map&date=${day}`);
  await page
    .getByRole("button", { name: /Layla Haddad/ })
    .first()
    .click();
  await expect(dialog).toContainText(reference);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await dialog.getByLabel("Time", { exact: true }).fill("14:00");
  await refuseCalls();
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(message).toBeInViewport();
  await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue("14:00");
  await page.unroute(calls);
  await dialog.getByRole("button", { name: "Move", exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`/admin/calendar?date=${day}`);
  await page.getByRole("button", { name: "Reassign visits of Samuel Okafor" }).click();
  const other = dialog.getByRole("radio").nth(1);
  await other.check();
  const reassign = dialog.getByRole("button", { name: "Reassign all and add time off" });
  await expect(reassign).toBeEnabled();
  await refuseCalls();
  await reassign.click();
  await expect(message).toBeInViewport();
  await expect(other).toBeChecked();
  await page.unroute(calls);
  await reassign.click();
  await expect(dialog).toBeHidden();
});

/** Sends the form without a connection, and expects a message on the screen and the typed text. */
async function sendOffline(
  page: Page,
  {
    within,
    field,
    button,
    message = within.getByRole("alert").filter({ hasText: /try again/i }),
  }: {
    within: Locator;
    field: Locator;
    button: Locator;
    message?: Locator;
  },
): Promise<void> {
  const typed = await field.inputValue();
  await page.context().setOffline(true);
  await button.click();
  await expect(message).toBeInViewport();
  await expect(field).toHaveValue(typed);
  await page.context().setOffline(false);
}

test("keeps requests, reviews and account forms through an offline minute @long", async ({
  browser,
  page,
  product,
}) => {
  await page.goto("/amc-packages");
  await page.getByText("Villa (3 bedrooms)").first().click();
  await page.getByRole("link", { name: "Choose Premium" }).first().click();
  await page.getByLabel("Full name").fill("Layla Haddad");
  await page.getByLabel("Email", { exact: true }).fill("offline.contract@example.com");
  await page.getByLabel("UAE phone number").fill("0501234567");
  await page.getByLabel("Street address").fill("Street 14, Villa 22");
  await page.getByLabel("Anything we should know?").fill("The pool pump is old.");
  await answerSecurityCheck(page);
  await expect(page.getByText("You may now proceed with your booking.")).toBeVisible();
  const main = page.getByRole("main");
  const request = page.getByRole("button", { name: "Request Contract" });
  await sendOffline(page, {
    within: main,
    field: page.getByLabel("Anything we should know?"),
    button: request,
    message: page.getByText("Failed to send your request. Please try again."),
  });
  await request.click();
  await expect(page).toHaveURL(/\/amc-packages\/requested/);

  const email = "offline@example.com";
  const customer = await customerWithAccount(browser, product, { email, name: "Layla Haddad" });
  const { bookingId, reference, booking } = await book(customer.request, { email });
  await openAsAdmin(page, "/admin");
  let version = booking.version;
  for (const transition of ["confirm", "assign", "depart", "arrive", "finishWork", "complete"]) {
    const { technicians } = await (await page.request.get("/api/admin/technicians?search=samuel")).json();
    const soon = dubaiDate(new Date());
    const answer = await page.request.post(
      `/api/admin/bookings/${bookingId}/${transition === "assign" ? "assign" : "transitions"}`,
      {
        data:
          transition === "assign"
            ? {
                version,
                technicianId: technicians[0].id,
                date: soon,
                time: "23:00",
                override: "For the journey",
              }
            : { version, transition, ...(transition === "depart" ? { confirmOtherDay: true } : {}) },
      },
    );
    expect(answer.ok(), `${transition} ${await answer.text()}`).toBe(true);
    version = (await answer.json()).booking.version;
  }
  const within = customer.getByRole("main");
  await customer.goto(`/bookings/${reference}`);
  await customer.getByRole("radio", { name: "5 stars" }).check();
  const review = customer.getByLabel("Your review");
  await review.fill("On time, and spotless.");
  const submit = customer.getByRole("button", { name: "Submit review" });
  await sendOffline(customer, { within, field: review, button: submit });
  await expect(customer.getByRole("radio", { name: "5 stars" })).toBeChecked();
  await submit.click();
  await expect(customer.getByText("Thank you for your review")).toBeVisible();
  await customer.getByText("Something not right? Use your warranty").click();
  const wrong = customer.getByLabel("What is wrong?");
  await wrong.fill("It drips again");
  const warranty = customer.getByRole("button", { name: "Request a warranty visit" });
  await sendOffline(customer, { within, field: wrong, button: warranty });
  await warranty.click();
  await expect(wrong).toHaveCount(0);

  await customer.goto("/user-settings");
  const name = customer.getByLabel("Full name");
  await name.fill("Layla O'Neil");
  const save = customer.locator("#profile").getByRole("button", { name: "Save" });
  await sendOffline(customer, { within, field: name, button: save });
  await save.click();
  await customer.reload();
  await expect(name).toHaveValue("Layla O'Neil");
  await customer.context().close();
});

test("keeps quotes, prices and recurring bookings through an offline minute @long", async ({
  page,
  request,
}) => {
  const { bookingId, reference } = await book(request, { phone: newPhone() });
  await openAsAdmin(page, "/admin/pricing");
  const within = page.getByRole("main");
  await page.getByRole("button", { name: "Change price of AC call-out" }).click();
  const price = page.getByRole("textbox", { name: "First hour in AED" });
  await price.fill("\u0661\u0668\u0665\u066b\u0665\u0660");
  await expect(price).toHaveValue("185.50");
  await page.getByLabel("Effective from").fill(openDay(30));
  const save = page.getByRole("button", { name: "Save" });
  await sendOffline(page, { within, field: price, button: save });
  await save.click();
  await expect(price).toHaveCount(0);

  await page.goto(`/admin/bookings/${bookingId}`);
  await page.getByRole("button", { name: "Make recurring" }).click();
  const recurrence = page.getByRole("form", { name: "Make recurring" });
  const first = recurrence.getByLabel("Next visit on");
  await recurrence.getByLabel("Interval").selectOption({ label: "Every month" });
  await first.fill(openDay(20));
  // The field writes a typed date out when it loses the focus.
  await first.blur();
  const repeat = recurrence.getByRole("button", { name: "Make recurring", exact: true });
  await sendOffline(page, { within: recurrence, field: first, button: repeat });
  await repeat.click();
  await expect(page.getByText("Recurring visit 1: Every month")).toBeVisible();

  await page.goto(`/admin/bookings?search=${reference}`);
  await page.getByRole("link", { name: reference }).click();
  await page.getByRole("button", { name: "Quote", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const line = page.getByRole("group", { name: "Line 1", exact: true });
  const description = line.getByRole("combobox", { name: "Description" });
  await page.context().setOffline(true);
  await description.fill("New mixer tap");
  await line.getByRole("textbox", { name: "Quantity" }).fill("\u06f2");
  await line.getByRole("textbox", { name: "Unit price" }).fill("\u0661\u066c\u0662\u0665\u0660");
  await page.getByRole("button", { name: "Send by link" }).click();
  await expect(
    within
      .getByRole("alert")
      .filter({ hasText: /try again/i })
      .last(),
  ).toBeInViewport();
  await expect(description).toHaveValue("New mixer tap");
  await page.context().setOffline(false);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.reload();
  await expect(description).toHaveValue("New mixer tap");
  await expect(line.getByRole("textbox", { name: "Quantity" })).toHaveValue("2");
  await expect(line.getByRole("textbox", { name: "Unit price" })).toHaveValue(/1,?250/);
});

test("keeps the form of an ended session until the user has signed in again @long", async ({
  page,
  product,
}) => {
  await openAsAdmin(page, "/admin/bookings/new");
  const drawer = page.getByRole("complementary", { name: "New booking" });
  await drawer.getByLabel("Full name").fill("Aisha O'Neil");
  await drawer.getByLabel("Service", { exact: true }).selectOption("plumbing");
  await page.context().clearCookies();
  // Its free times are read again.
  await drawer.getByLabel("Service", { exact: true }).selectOption("hvac");

  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("You are not signed in yet.")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  const answer = await page.request.post("/api/auth/sign-in/email", {
    headers: { Origin: product.origin },
    data: ADMIN,
  });
  expect(answer.ok()).toBe(true);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  await expect(drawer.getByLabel("Service", { exact: true })).toHaveValue("hvac");
});

test("keeps the profile of an ended session, and leaves the page on request @long", async ({
  browser,
  product,
}) => {
  const email = "ended@example.com";
  const page = await customerWithAccount(browser, product, { email, name: "Layla Haddad" });
  await page.goto("/user-settings");
  await page.getByLabel("Full name").fill("Layla O'Neil");
  await page.context().clearCookies();
  await page.locator("#profile").getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Layla O'Neil");
  await dialog.getByRole("button", { name: "Leave this page" }).click();
  await expect(page).toHaveURL(/\/auth\?next=%2Fuser-settings/);
  await page.context().close();
});

test("keeps an import through an offline minute @long", async ({ page }) => {
  await openAsAdmin(page, "/admin/imports?list=bookings");
  const within = page.getByRole("main");
  const source = page.getByLabel(m.imports_bookings_source());
  await source.fill("Old program");
  const csv =
    "reference,status,service,date,name,phone,street,area,price\nOM-1,completed,plumbing,14/03/2024,Aisha Al Marri,0501234567,Al Marsa Street,Dubai Marina,350\n";
  await page
    .getByLabel(m.csv_choose())
    .setInputFiles({ name: "bookings.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const preview = page.getByRole("region", { name: m.csv_preview() });
  await expect(preview).toContainText("Aisha Al Marri");
  const check = page.getByRole("button", { name: m.imports_check() });
  await sendOffline(page, { within, field: source, button: check });
  await expect(preview).toContainText("Aisha Al Marri");
  await check.click();
  const start = page.getByRole("button", { name: m.imports_start() });
  await start.click();
  await page.context().setOffline(true);
  await page.getByRole("button", { name: m.imports_yes() }).click();
  await expect(page.getByRole("alert").filter({ hasText: /try again/i })).toBeInViewport();
  await page.context().setOffline(false);
  if (await start.isVisible()) await start.click();
  await page.getByRole("button", { name: m.imports_yes() }).click();
  await expect(page.getByText(m.imports_bookings_done({ new: 1 }))).toBeVisible();
});

test("keeps requests and reviews although scripts are refused, and offers a reload @long", async ({
  page,
  browser,
  product,
}) => {
  await page.route(/assets\/.*\.js$/, (route) => route.abort());
  await page.goto("/amc-packages?package=premium");
  await page.getByLabel("Full name").fill("Layla Haddad");
  const message = page.getByLabel("Anything we should know?");
  await message.fill("The pool pump is old.");
  await page.getByRole("button", { name: "Request Contract" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(message).toHaveValue("The pool pump is old.");
  await expect(page.getByLabel("Full name")).toHaveValue("Layla Haddad");

  const email = "refused-scripts@example.com";
  const customer = await customerWithAccount(browser, product, { email, name: "Layla Haddad" });
  const { reference, booking } = await book(customer.request, { email });
  const cancelled = await customer.request.post(`/api/bookings/${reference}/cancel`, {
    data: { version: booking.version },
  });
  expect(cancelled.ok(), await cancelled.text()).toBe(true);
  const refused = /assets\/.*\.js$/;
  for (const path of [`/bookings/${reference}`, "/user-settings"]) {
    await customer.route(refused, (route) => route.abort());
    await customer.goto(path);
    const reload = customer.getByRole("link", { name: "Refresh Page" });
    await expect(reload).toBeVisible();
    await customer.unroute(refused);
    await reload.click();
    await expect(reload).toBeHidden();
  }
  await expect(customer.getByLabel("Full name")).toHaveValue("Layla Haddad");
  await customer.context().close();
});
