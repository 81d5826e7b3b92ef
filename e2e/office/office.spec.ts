import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { addDays, dubaiDate } from "../../app/platform/time";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { expect, OFFICE_PRODUCT, test } from "../harness/fixture";
import { ADMIN } from "../harness/product";
import {
  assignSuggestedTechnician,
  book,
  chooseAction,
  issueDocuments,
  openAsAdmin,
  requestBooking,
  signInAs,
  signInAsAdmin,
} from "../harness/steps";
import { expectAccessible, expectGoodLayout } from "../harness/visual-checks";

/** Office basics: sign-in, incoming requests, responses. */

// The tests read the list from its top and restart the product.
test.use({ viewport: { width: 1440, height: 900 }, ...OFFICE_PRODUCT });

const row = (page: Page, reference: string) => page.getByRole("row").filter({ hasText: reference });

test("redirects admin pages to sign-in and returns to the requested page @long", async ({ page }) => {
  await page.goto("/");
  await page.goto("/admin/bookings?state=confirmed");
  await expect(page).toHaveURL("/auth?next=%2Fadmin%2Fbookings%3Fstate%3Dconfirmed");

  await page.locator("form").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(page.getByLabel("Email")).toBeFocused();

  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.locator("form").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Sign In Error")).toBeVisible();
  await expect(page.getByText("Invalid email or password")).toBeVisible();

  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.locator("form").getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await expect(page.getByText("You have been signed in successfully.")).toBeVisible();
  await expect(page).toHaveURL("/admin/bookings?state=confirmed");

  // The guard replaced its own history entry, so Back leads to the page before it.
  await page.goBack();
  await expect(page).toHaveURL("/");

  if (isLongRun) {
    await page.goto("/admin");
    await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL("/");

    await page.goto("/admin/bookings");
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("You have been signed out successfully.")).toBeVisible();
    await page.goto("/");
    await page.goto("/admin");
    await expect(page).toHaveURL("/auth?next=%2Fadmin");
    await page.goBack();
    await expect(page).toHaveURL("/");
  }
});

test("shows loading and no-permission states on admin pages @long", async ({ page }) => {
  const user = {
    id: randomUUID(),
    name: "Zainab Qasim",
    email: "zainab.qasim@example.com",
    role: "customer",
  };
  let answered = Promise.withResolvers<void>();
  await page.route("**/api/session", async (route) => {
    await answered.promise;
    await route.fulfill({ json: { user } });
  });
  await page.goto("/admin/bookings");
  await expect(page.getByText("Loading", { exact: true })).toBeVisible();
  answered.resolve();
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
  await expect(page.getByText("You don't have admin privileges to access this page.")).toBeVisible();
  await expect(page.getByText("Contact an administrator if you believe this is an error.")).toBeVisible();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/");

  // A known session is verified again on navigation.
  answered = Promise.withResolvers();
  await page.goBack();
  await expect(page.getByText("Verifying permissions...")).toBeVisible();
  answered.resolve();
  await expect(page.getByRole("heading", { name: "Access Denied" })).toBeVisible();
});

test("shows a new request live, confirms it in one click and assigns a technician", async ({
  page,
  request: visitor,
}) => {
  await openAsAdmin(page, "/admin/bookings");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  // Requests that already existed do not count as new.
  await expect(page.getByText(/^\d+ new requests?$/)).toHaveCount(0);
  const reference = await requestBooking(visitor);
  await expect(row(page, reference)).toContainText("Requested");
  await expect(row(page, reference)).toContainText(/(2h|1h \d+m) left/);
  await expect(page.getByText("1 new request")).toBeAttached();

  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: reference })).toBeFocused();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("complementary", { name: reference });
  await expect(drawer.getByRole("heading", { name: "Layla Haddad" })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const badge = row(page, reference).getByText("Requested", { exact: true }).locator("..");
    await expect.poll(() => edgeContrast(badge)).toBeGreaterThanOrEqual(3);
  }
  await expect(drawer.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+971501234567");
  await expect(drawer.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\/971501234567\?text=Hello%20Layla/,
  );
  await expect(drawer.getByRole("link", { name: "Open in Maps" })).toHaveAttribute(
    "href",
    /query=Al%20Marsa%20Street%2C%20Dubai%20Marina/,
  );

  await drawer.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText(`${reference}: Confirmed`)).toBeVisible();
  await expect(row(page, reference)).toContainText("Confirmed");

  await assignSuggestedTechnician(drawer);
  await expect(row(page, reference)).toContainText("Scheduled");
  await expect(drawer.getByText("Technician assigned")).toBeVisible();

  await drawer.focus();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(page.getByRole("link", { name: reference })).toBeFocused();
});

test("marks emergencies and requires a reason to decline", async ({ page, request: visitor }) => {
  const reference = await requestBooking(visitor, { service: "emergency" });
  await openAsAdmin(page, "/admin/bookings");
  await row(page, reference).click();
  const drawer = page.getByRole("complementary", { name: reference });
  // In the title, which names no trade, and in the badge.
  await expect(drawer.getByText("Emergency", { exact: true })).toHaveCount(2);
  await expect(drawer.getByText(/^Arrival due in/)).toBeVisible();
  await chooseAction(drawer, "Decline");
  await drawer.getByRole("button", { name: "Decline" }).click();
  await expect(drawer.getByText("Please give a reason")).toBeVisible();
  await drawer.getByRole("textbox").fill("Outside our area");
  await drawer.getByRole("button", { name: "Decline" }).click();
  await expect(row(page, reference)).toContainText("Declined");
  await expect(drawer.getByText("Outside our area")).toBeVisible();
  await expect(drawer.getByText("No further steps")).toBeVisible();
});

test("reports a conflict to the second of two concurrent answers and keeps the input @long", async ({
  browser,
  page,
  request: visitor,
}) => {
  const reference = await requestBooking(visitor);
  await openAsAdmin(page, "/admin/bookings");
  await row(page, reference).click();
  const drawer = page.getByRole("complementary", { name: reference });
  await chooseAction(drawer, "Decline");
  await drawer.getByRole("textbox").fill("No plumber that day");

  // Blocks live updates, so that the page does not see the colleague's change.
  const liveUpdates = Promise.withResolvers<void>();
  await page.route("**/api/admin/bookings/*", async (route) => {
    if (route.request().method() === "GET") await liveUpdates.promise;
    await route.continue();
  });
  const colleague = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openAsAdmin(colleague, "/admin/bookings");
  await row(colleague, reference).click();
  await colleague.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(colleague.getByText(`${reference}: Confirmed`)).toBeVisible();
  await colleague.close();

  await drawer.getByRole("button", { name: "Decline" }).click();
  await expect(drawer.getByRole("alert")).toContainText("Admin changed this booking at");
  await expect(drawer.getByRole("textbox")).toHaveValue("No plumber that day");
  liveUpdates.resolve();
  await drawer.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(drawer.getByRole("button", { name: "Assign a technician" })).toBeVisible();
});

test("keeps the current form open when the response to an earlier form arrives @long", async ({
  page,
  request: visitor,
}) => {
  const reference = await requestBooking(visitor);
  await openAsAdmin(page, "/admin/bookings");
  await row(page, reference).click();
  const drawer = page.getByRole("complementary", { name: reference });
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/admin/bookings/*/transitions", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await chooseAction(drawer, "Decline");
  await drawer.getByRole("textbox").fill("No plumber that day");
  await drawer.getByRole("button", { name: "Decline" }).click();
  await drawer.getByRole("button", { name: "Cancel", exact: true }).click();
  await chooseAction(drawer, "Cancel booking");
  await drawer.getByRole("textbox").fill("They called it off");
  answered.resolve();
  // The result of the first form is still announced.
  await expect(page.getByText(`${reference}: Declined`)).toBeVisible();
  await expect(drawer.getByRole("textbox")).toHaveValue("They called it off");
});

test("shows an accountant read-only lists @long", async ({ page, product, request: visitor }) => {
  await requestBooking(visitor);
  await signInAs(page, product, "peter.dsouza@rukn.example");
  await page.goto("/admin/bookings?state=requested");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.goto("/admin/services");
  await expect(page.getByRole("link", { name: /^Plumbing/ })).toBeVisible();
  await expect(page.locator("[data-drag-handle]")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Move/ })).toHaveCount(0);
  await page.getByRole("link", { name: /^Plumbing/ }).focus();
  const orderRequest = page.waitForRequest("**/api/admin/services/order", { timeout: 500 }).catch(() => null);
  await page.keyboard.press("Alt+ArrowUp");
  expect(await orderRequest, "nothing is asked for that would be refused").toBeNull();
});

async function removeActiveFilters(page: Page): Promise<void> {
  // Active filters are shown while their controls are collapsed, and can be removed there.
  await page.goto(
    "/admin/bookings?search=quraishi&service=plumbing&from=2026-01-02&dates=received&emergency=perhaps",
  );
  const activeFilters = page.getByRole("list", { name: "Active filters" });
  await expect(activeFilters.getByRole("listitem")).toHaveText([
    "Service: Plumbing",
    /^Request date: from .*2 Jan 2026/,
  ]);
  await activeFilters.getByRole("button", { name: "Remove the filter Service: Plumbing" }).click();
  await expect(page).toHaveURL(/\?search=quraishi&from=2026-01-02&dates=received$/);
  await expect(page.getByRole("button", { name: "1 filter", exact: true })).toBeVisible();
  await page.goto("/admin/bookings");
  await expect(page.getByRole("row").nth(2)).toBeVisible();
}

/** Shortcut help by mouse, with the setting that turns single keys off. */
async function openShortcutHelp(page: Page): Promise<void> {
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(help.getByRole("region", { name: "In the list" })).toContainText("Next row");
  await expect(help.getByRole("region", { name: "In the calendar" })).toHaveCount(0);
  await expectGoodLayout(page);
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("?");
  await help.getByRole("checkbox", { name: "Use single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search bookings" })).not.toBeFocused();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await help.getByRole("checkbox", { name: "Use single-key shortcuts" }).check();
  await page.keyboard.press("Escape");
  // The tooltip of the refocused button must not consume the next Escape.
  await expect(help).toBeHidden();
  expect(
    await page.evaluate(escapeOverTooltip),
    "Escape is the dialog's, in the moment in which it opens",
  ).toBe(true);
  const palette = page.getByRole("dialog", { name: "Search everything" });
  await page.keyboard.press("Control+k");
  await expect(palette).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette).toBeHidden();
}

test("keeps search and filters in the address and jumps to records from the command palette @turn-1", async ({
  page,
  request: visitor,
}) => {
  const reference = await requestBooking(visitor, { customerName: "Zeinab Quraishi", phone: "0501239876" });
  await openAsAdmin(page, "/admin/bookings");
  await expect(row(page, reference)).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("quraishi");
  await expect(page).toHaveURL(/\?search=quraishi$/);
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: /^Confirmed/ }).click();
  await expect(page).toHaveURL(/\?search=quraishi&state=confirmed$/);
  await expect(page.getByText("No booking matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("row").nth(2)).toBeVisible();

  if (isLongRun) await removeActiveFilters(page);

  // Shortcut help by key; disabled while typing.
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const search = page.getByRole("searchbox", { name: "Search bookings" });
  await page.keyboard.press("/");
  await page.keyboard.press("?");
  await expect(search).toHaveValue("?");
  await expect(help).toBeHidden();
  await search.fill("");
  await search.blur();
  await page.keyboard.press("?");
  await expect(help.getByRole("region", { name: "In the list" })).toContainText("Next row");
  await page.keyboard.press("Escape");
  await expect(help).toBeHidden();
  if (isLongRun) await openShortcutHelp(page);

  const palette = page.getByRole("dialog", { name: "Search everything" });
  const best = palette.getByRole("option").first();
  await page.keyboard.press("Control+k");
  await expect(palette).toBeVisible();
  // Closed and opened again before the browser reports the close.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("zeinab");
  await expect(best).toContainText(reference);
  await expect(best.locator("mark")).toHaveText("Zeinab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: reference })).toBeVisible();

  if (isLongRun) {
    // Action and customer in one query; recently opened records come first the next time.
    await page.keyboard.press("Control+k");
    await page.keyboard.type("quote for zeinab q");
    await expect(best).toContainText("New quote for Zeinab Quraishi");
    await expectGoodLayout(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/admin\/quotes\/[0-9a-f-]{36}$/);
    await expect(page.getByText(/^QT-\d{4}/).first()).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(palette.getByRole("group", { name: "Recent" }).getByRole("option")).toContainText([
      reference,
    ]);
    await expect(best).toContainText(reference);
    await page.keyboard.press("Escape");
  }

  // Other records: search.test.ts, palette-matching.test.ts.
  if (isLongRun) await openInvoicesAndMessages(page, visitor);

  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem("office_recent"))).toBeNull();
});

/** From the palette: a new invoice for the customer, an invoice by its number, a message by its reference. */
async function openInvoicesAndMessages(page: Page, visitor: APIRequestContext): Promise<void> {
  const palette = page.getByRole("dialog", { name: "Search everything" });
  const best = palette.getByRole("option").first();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new inv zeinab q");
  await expect(best).toContainText("New invoice for Zeinab Quraishi");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/invoices\/[0-9a-f-]{36}$/);

  // Finds an invoice by its number and records a payment for it.
  const { invoices } = await (await page.request.get("/api/admin/invoices?state=open&limit=1")).json();
  const [invoice] = invoices;
  await page.keyboard.press("Control+k");
  await page.keyboard.type(invoice.reference.toLowerCase());
  await expect(best).toContainText(invoice.reference);
  await palette.getByRole("option", { name: `Record payment for ${invoice.reference}` }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/invoices/${invoice.id}$`));
  await expect(page.getByLabel("Amount").first()).toBeVisible();

  // Contact messages have references, too.
  const check = await (await visitor.get("/api/security-check")).json();
  const sent = await visitor.post("/api/contact/messages", {
    data: {
      name: "Zeinab Quraishi",
      email: "zeinab.q@example.com",
      phone: "",
      message: "Do you paint villas?",
      securityCheck: { id: check.id, answer: check.a + check.b },
    },
  });
  expect(sent.status(), await sent.text()).toBe(200);
  const { reference: message } = await sent.json();
  await page.keyboard.press("Control+k");
  await page.keyboard.type(message.toLowerCase());
  await expect(best).toContainText("Do you paint villas?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("complementary", { name: "Zeinab Quraishi" })).toBeVisible();
}

test("opens filters, tabs and tooltips by keyboard and explains the icons @long", async ({ page }) => {
  await openAsAdmin(page, "/admin/bookings");
  const filters = page.getByRole("button", { name: "Filters", exact: true });
  await filters.press("Enter");
  const panel = page.getByRole("dialog", { name: "Filters" });
  const service = panel.getByRole("combobox", { name: "Service" });
  await expect(service).toBeFocused();
  await page.keyboard.type("hand");
  await expect(page.getByRole("option", { name: "Handyman" })).toBeVisible();
  // Escape closes one level at a time, the options before the panel, and restores the focus.
  await page.keyboard.press("Escape");
  await expect(page.getByRole("option", { name: "Handyman" })).toHaveCount(0);
  await expect(service).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(filters).toBeFocused();

  const live = page.getByRole("button", { name: "Live", exact: true });
  await live.press("Enter");
  await expect(page.getByRole("dialog", { name: "Live" })).toContainText("automatically");
  await page.keyboard.press("Escape");
  await expect(live).toBeFocused();

  await page.goto(`/admin/calendar?date=${await dayWithVisits(page)}`);
  const tip = page.locator("[data-base-ui-portal]");
  const visit = page.locator("[data-visit]").first();
  await expect(visit).toBeVisible();
  const day = page.getByRole("tab", { name: "Day" });
  await day.focus();
  await page.keyboard.press("ArrowRight");
  const week = page.getByRole("tab", { name: "Week" });
  await expect(week).toBeFocused();
  await expect(day).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/view=week/);
  await expect(page.getByRole("tabpanel", { name: "Week" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tabpanel", { name: "Day" })).toBeVisible();

  // Details that do not fit a narrow block.
  await visit.focus();
  await expect(tip).toHaveText(/\d:\d\d.* · .+ · /);
  await page.keyboard.press("Escape");
  await expect(tip).toHaveCount(0);
  await visit.hover();
  await expect(tip).toHaveText(/\d:\d\d/);
  await page.mouse.down();
  await expect(tip).toHaveCount(0);
  await page.mouse.up();
});

/** First day from today with visits; on public holidays the sample has none. */
async function dayWithVisits(page: Page): Promise<string> {
  const today = dubaiDate(new Date());
  const board = await page.request.get(`/api/admin/board?from=${today}&to=${addDays(today, 14)}`);
  const { visits } = (await board.json()) as { visits: { startsAt: string }[] };
  const days = visits.map(({ startsAt }) => dubaiDate(new Date(startsAt)));
  return days.sort()[0]!;
}

test("traps the focus in a booking that covers the list and restores it on close", async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await openAsAdmin(page, "/admin/bookings");
  const item = page.locator("[data-list-item]").filter({ visible: true }).first();
  const isInList = () => page.evaluate(() => document.activeElement?.matches("[data-list-item]"));
  await item.focus();
  expect(await isInList()).toBe(true);
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("complementary", { name: /^BK-/ });
  await expect(drawer.locator("> :focus")).toBeVisible();
  await expect(drawer.getByRole("heading").first()).toBeVisible();
  await item.focus();
  expect(await isInList()).toBe(false);
  await page.keyboard.press("j");
  expect(await isInList()).toBe(false);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(item).toBeFocused();
  // The same drawer with a form.
  if (isLongRun) {
    await page.getByRole("link", { name: "New booking" }).press("Enter");
    await expect(page.getByRole("complementary", { name: "New booking" }).locator("> :focus")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "New booking" })).toBeFocused();
  }
  await page.close();
});

test("books for a caller, records a note and applies bulk actions to the list @turn-4", async ({
  page,
  product,
  request: visitor,
}) => {
  const name = "Yasmin Qadri";
  const [first, second] = [
    await requestBooking(visitor, { customerName: name, phone: "0507778801" }),
    await requestBooking(visitor, { customerName: name, phone: "0507778801" }),
  ];
  await openAsAdmin(page, "/admin/bookings?search=qadri&state=requested");
  await expect(page.getByRole("row")).toHaveCount(3);

  // Bulk action with live updates blocked: the colleague's change causes one reported conflict.
  const liveUpdates = Promise.withResolvers<void>();
  await page.route("**/api/admin/bookings?*", async (route) => {
    await liveUpdates.promise;
    await route.continue();
  });
  const { bookings } = await (await page.request.get(`/api/admin/bookings?search=${first}`)).json();
  await page.request.post(`/api/admin/bookings/${bookings[0].id}/transitions`, {
    headers: { Origin: product.origin },
    data: { transition: "confirm", version: 1 },
  });
  await page.getByRole("checkbox", { name: "Select all requests" }).check();
  await page.getByRole("button", { name: "Confirm 2 requests" }).click();
  const bulk = page.getByRole("region", { name: "Selected bookings" });
  await expect(bulk.getByRole("alert")).toContainText(`${first} Skipped: Admin changed this booking`);
  await expect(page.getByText("1 booking confirmed")).toBeVisible();
  liveUpdates.resolve();
  // The reason stays when both have left the filtered list.
  await expect(row(page, first)).toHaveCount(0);
  await expect(bulk.getByRole("alert")).toContainText(`${first} Skipped: Admin changed this booking`);
  await bulk.getByRole("button", { name: "Clear selection" }).click();
  await expect(bulk).toBeHidden();
  if (isLongRun) {
    await page.goto("/admin/bookings?search=qadri");
    await expect(row(page, second)).toContainText("Confirmed");
  }

  await page.getByRole("link", { name: "New booking" }).click();
  const newBookingForm = page.getByRole("complementary", { name: "New booking" });
  await newBookingForm.getByRole("button", { name: "Book", exact: true }).click();
  await expect(newBookingForm.getByText("Name is required")).toBeVisible();
  await newBookingForm.getByLabel("UAE phone number").fill("050777880");
  await newBookingForm.getByRole("button", { name: new RegExp(name) }).click();
  await expect(newBookingForm.getByLabel("Full name")).toHaveValue(name);
  await expect(newBookingForm.getByLabel("Street address")).toHaveValue("Al Marsa Street");
  await newBookingForm.getByRole("textbox", { name: "Email" }).fill("");
  await newBookingForm.getByLabel("Service", { exact: true }).selectOption("handyman");
  await newBookingForm.getByRole("group", { name: "The next seven days" }).getByRole("button").nth(3).click();
  await newBookingForm.getByRole("radio", { disabled: false }).nth(1).check();
  await newBookingForm.getByRole("button", { name: "Book", exact: true }).click();

  const drawer = page.getByRole("complementary", { name: /^BK-/ });
  await expect(drawer.getByText("Admin", { exact: true })).toBeVisible();
  await expect(drawer.getByText("No email address")).toBeVisible();
  // A caller has already been answered, so no response target runs.
  await expect(drawer.getByText(/^Answer due in/)).toBeHidden();
  if (isLongRun) {
    await drawer.getByRole("button", { name: "Log contact" }).click();
    await drawer.getByText("WhatsApp", { exact: true }).last().click();
    await drawer.getByLabel("Summary").fill("Sends a picture tonight");
    await drawer.getByRole("form").getByRole("button", { name: "Log contact" }).click();
    await expect(drawer.getByText("WhatsApp with the customer")).toBeVisible();
  }
  await drawer.getByRole("button", { name: "Add note" }).click();
  await drawer.getByLabel("Internal note").fill("Ring twice");
  await drawer.getByRole("button", { name: "Save note" }).click();
  await expect(drawer.getByRole("listitem").filter({ hasText: "Ring twice" })).toContainText("Note");

  if (isLongRun) {
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Filters", exact: true }).click();
    await page.getByRole("combobox", { name: "Service" }).fill("hand");
    await expect(page.getByRole("option")).toHaveText(["Handyman"]);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/search=qadri&service=handyman$/);
    await expect(page.getByRole("row")).toHaveCount(2);
    await page.getByRole("button", { name: "Save this filter" }).click();
    await expect(page.getByLabel("Filter name")).toBeFocused();
    await page.getByLabel("Filter name").fill("Qadri at home");
    await page.keyboard.press("Enter");
    const savedFilter = page.getByRole("button", { name: "Qadri at home", exact: true });
    await expect(savedFilter).toHaveAttribute("aria-pressed", "true");
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^bookings-.*\.csv$/);
    await page.goto("/admin/bookings");
    await savedFilter.click();
    await expect(page).toHaveURL(/search=qadri&service=handyman$/);
    await page.getByRole("button", { name: "Delete the filter Qadri at home" }).click();
    await expect(savedFilter).toBeHidden();

    // A warranty visit is a separate booking, free and linked to the original.
    await page.goto("/admin/bookings?state=completed");
    const original = page.getByRole("row").nth(1).getByRole("link");
    const reference = await original.textContent();
    await original.click();
    await page.getByRole("link", { name: "Book a warranty visit" }).click();
    const revisit = page.getByRole("complementary", { name: `Warranty visit for ${reference}` });
    await expect(revisit.getByLabel("Full name")).not.toHaveValue("");
    await revisit.getByRole("button", { name: "Book", exact: true }).click();
    await expect(drawer.getByText("Free", { exact: true })).toBeVisible();
    await expect(drawer.getByText("Emergency", { exact: true })).toHaveCount(0);
    // The earlier bookings at the property list it as well.
    // By keyboard, because sections that load above may move the link under the mouse.
    await drawer.getByRole("link", { name: reference! }).first().press("Enter");
    await expect(drawer.getByText("Warranty visit booked")).toBeVisible();
  }
});

test("updates eight tabs of one browser live, also after the first tab is closed @long", async ({
  page,
  request: visitor,
}) => {
  await openAsAdmin(page, "/admin/bookings");
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  const tabs = [page];
  // Browsers limit connections per server to six, so a stream per tab would starve the others.
  while (tabs.length < 8) {
    const tab = await page.context().newPage();
    await tab.goto("/admin/bookings");
    await expect(tab.getByRole("row").nth(1)).toBeVisible();
    tabs.push(tab);
  }
  const first = await requestBooking(visitor);
  for (const tab of [tabs[0]!, tabs[7]!]) await expect(row(tab, first)).toBeVisible();
  await page.close();
  const second = await requestBooking(visitor);
  await expect(row(tabs[7]!, second)).toBeVisible();
});

test("resumes live updates of the list after a product restart @long", async ({
  page,
  product,
  request: visitor,
}) => {
  await openAsAdmin(page, "/admin/bookings");
  // Restarts under a fully loaded page, because a page that still loads code would fail.
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  const newer = page.getByRole("status", { name: "New version" });
  if (isLongRun) {
    // The restarted product has the same version.
    const versionResponse = page.waitForResponse(/__manifest\?version=/);
    await product.stop();
    await product.start();
    await versionResponse;
    await expect(newer).toBeHidden();
  }
  // A page of an earlier version shows a notice.
  await page.evaluate(() => {
    window.__reactRouterManifest!.version = "the one before";
  });
  await product.stop();
  await expect(page.getByRole("status").filter({ hasText: "Reconnecting" })).toBeVisible();
  await product.start();
  const reference = await requestBooking(visitor);
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeVisible();
  await expect(row(page, reference)).toBeVisible();
  await expect(newer).toBeVisible();
  await expectAccessible(page);
  await newer.getByRole("button", { name: "Refresh Page" }).click();
  await expect(row(page, reference)).toBeVisible();
  await expect(newer).toBeHidden();
});

test("accessibility: the office screens pass the checks @turn-3", async ({ page }) => {
  const item = page.locator("[data-list-item]").filter({ visible: true }).first();
  /** Each screen with a function that opens its dialog. */
  const screens: [path: string, open: () => Promise<void>][] = [
    ["/admin/bookings", () => expect(item).toBeVisible()],
    [
      "/admin/bookings?state=confirmed",
      async () => {
        await item.click();
        await page.getByRole("button", { name: "Assign a technician" }).click();
        await expect(page.getByRole("radio").first()).toBeVisible();
      },
    ],
    [
      "/admin/bookings",
      async () => {
        await expect(item).toBeVisible();
        await page.keyboard.press("Control+k");
        await expect(page.getByRole("combobox", { name: "Search everything" })).toBeFocused();
      },
    ],
  ];
  await signInAsAdmin(page);
  for (const [path, open] of casesForRun(screens, createRandom(seedOfRun()))) {
    await page.goto(path);
    await open();
    await expectGoodLayout(page);
  }
});

/** True if a dialog opened over a tooltip receives Escape before the next render. Runs in the page. */
async function escapeOverTooltip(): Promise<boolean> {
  while (!document.querySelector("[data-open][data-side]"))
    await new Promise((resolve) => setTimeout(resolve, 20));
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.showModal();
  const wanted = dialog.dispatchEvent(
    new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
  );
  dialog.remove();
  return wanted;
}

/** Contrast between an element's border and its background (WCAG 2.2, 1.4.11). */
function edgeContrast(of: Locator): Promise<number> {
  return of.evaluate((element) => {
    const canvas = document.createElement("canvas").getContext("2d")!;
    const luminance = (colour: string) => {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const style = getComputedStyle(element);
    const edge = /(rgba?\([^)]+\)) 0px 0px 0px 1px inset/.exec(style.boxShadow)?.[1] ?? style.backgroundColor;
    let ground = element.parentElement!;
    while (getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)") ground = ground.parentElement!;
    const [light = 0, dark = 0] = [edge, getComputedStyle(ground).backgroundColor]
      .map(luminance)
      .sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  });
}

test("shows other bookings at the property and, to roles with access to money, the customer's balance @long", async ({
  page,
  browser,
  playwright,
  product,
}) => {
  const extraHTTPHeaders = { Origin: product.origin };
  const office = await playwright.request.newContext({ baseURL: product.origin, extraHTTPHeaders });
  const { booking, phone } = await issueDocuments(office);
  const before = /BK-\d{4}-\d{6}/.exec(booking)![0];
  const { bookingId } = await book(office, { phone });
  await openAsAdmin(page, `/admin/bookings/${bookingId}`);
  const part = (page: Page, name: string) =>
    page.locator("section").filter({ has: page.getByRole("heading", { name, exact: true }) });
  const placeOf = (page: Page) => part(page, "Earlier jobs at this property");
  const unpaidOf = (page: Page) => part(page, "Outstanding invoices");
  await expect(placeOf(page).getByRole("link").filter({ hasText: before })).toBeVisible();
  await expect(unpaidOf(page).getByRole("link").filter({ hasText: "250.00" }).first()).toBeVisible();
  await expectGoodLayout(page);

  // Accountants see the balance, dispatchers do not: authorization.test.ts.
  if (!isLongRun) return;
  for (const [email, showsBalance] of [
    ["peter.dsouza@rukn.example", true],
    ["layla.hassan@rukn.example", false],
  ] as const) {
    const colleague = await (await browser.newContext({ baseURL: product.origin })).newPage();
    await signInAs(colleague, product, email);
    await colleague.goto(`/admin/bookings/${bookingId}`);
    await expect(placeOf(colleague).getByRole("link").filter({ hasText: before })).toBeVisible();
    await expect(unpaidOf(colleague)).toHaveCount(showsBalance ? 1 : 0);
  }
});
