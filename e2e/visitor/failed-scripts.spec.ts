import { globSync } from "node:fs";
import type { Page } from "@playwright/test";
import { findBlockedWord } from "../../vite.chunks";
import { openDay } from "../harness/days";
import { expect, test } from "../harness/fixture";
import { openAsAdmin, waitForDeferredScripts, waitForForm } from "../harness/steps";

/** Pages whose scripts or data a content blocker or the network refuses, and pages without JavaScript. */

test("builds no file under a name that content blockers refuse", () => {
  const files = globSync("build/client/**/*.*");
  expect(files.length).toBeGreaterThan(100);
  const names = files.flatMap((file) => file.split("/").slice(2));
  expect(names.filter((name) => name !== "assets" && findBlockedWord(name))).toEqual([]);
});

test("offers a reload instead of loading for ever when a script fails", async ({ page }) => {
  await page.route(/assets\/today-page/, (route) => route.abort());
  await openAsAdmin(page, "/admin");
  await expect(page.getByText("This page could not be loaded completely.")).toBeVisible();
  await page.unroute(/assets\/today-page/);
  await page.getByRole("link", { name: "Refresh Page" }).click();
  await expect(page.getByRole("navigation", { name: "Back office pages" }).first()).toBeAttached();
});

test("keeps the office when the script of another page fails @long", async ({ page }) => {
  await openAsAdmin(page, "/admin/bookings");
  let refused = 0;
  await page.route(/assets\/customers-page/, async (route) => {
    refused += 1;
    if (refused <= 5) return route.abort();
    // Slower than the press of the button.
    await page.waitForTimeout(1_000);
    return route.continue();
  });
  const customers = page.locator("header").getByRole("link", { name: "Customers" });
  await customers.click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible({ timeout: 20_000 });
  await expect(customers).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  expect(refused).toBe(6);
});

test("offers to load failed parts again and keeps what was typed @long", async ({ page }) => {
  await openAsAdmin(page, "/admin/bookings/new");
  const drawer = page.getByRole("complementary", { name: "New booking" });
  await drawer.getByLabel("Full name").fill("Aisha O'Neil");
  const retry = page.getByRole("status", { name: "Loading failed" }).getByRole("button");
  const availability = /\/api\/[^?]*availability/;
  await page.route(availability, (route) => route.fulfill({ status: 500, body: "<html>" }));
  await drawer.getByLabel("Service", { exact: true }).selectOption("plumbing");
  await expect(retry).toBeVisible();
  await page.unroute(availability);
  await retry.click();
  await expect(retry).toHaveCount(0);
  await expect(drawer.getByLabel("Full name")).toHaveValue("Aisha O'Neil");

  const devices = "**/api/account/devices";
  await page.route(devices, (route) => route.abort());
  await page.goto("/user-settings");
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  await expect(retry).toBeVisible();
  await page.unroute(devices);
  await retry.click();
  await expect(page.getByText("This device")).toBeVisible();
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
});

test("opens the dashboard and signs out although scripts of the site's frame are refused @long", async ({
  page,
}) => {
  await page.route(/assets\/(mobile-menu|services-menu|site-bottom|sign-out-client)/, (route) =>
    route.abort(),
  );
  await openAsAdmin(page, "/dashboard");
  const header = page.getByRole("navigation", { name: "Main navigation" });
  await expect(page.getByRole("heading", { name: /^Hello/, level: 1 })).toBeVisible({ timeout: 20_000 });
  // The server's markup of the refused parts is still there.
  await header.getByText("Services", { exact: true }).click();
  await expect(header.getByRole("link", { name: "Plumbing" })).toBeVisible();
  await expect(page.locator("footer")).toBeVisible();
  await header.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("keeps a form usable whose script is refused, and offers to load it again @long", async ({ page }) => {
  const script = /assets\/contact-form/;
  await page.route(script, (route) => route.abort());
  await page.goto("/contact");
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  const message = page.getByLabel("Your message");
  await message.fill("The door of the garage does not close.");
  await waitForDeferredScripts(page);
  await page.locator("header").getByRole("link", { name: "Free Assessment" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("A free visit", { timeout: 20_000 });
  // Rendered in the browser, without markup of the server.
  await page.locator("header").getByRole("link", { name: "Contact", exact: true }).first().click();
  const failure = page.getByText("This part of the page could not be loaded.");
  await expect(failure).toBeVisible();
  await page.unroute(script);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(message).toBeVisible();
  await expect(failure).toHaveCount(0);

  let refused = 0;
  await page.route(script, (route) => {
    refused += 1;
    return route.abort();
  });
  await page.goto("/contact");
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  await message.fill("The door of the garage does not close.");
  await expect.poll(() => refused).toBe(4);
  // The browser sends the form itself.
  await page.getByRole("button", { name: "Send Message" }).click();
  await expect(page.getByText("Email is required")).toBeVisible();
  await expect(message).toHaveValue("The door of the garage does not close.");
});

test("shows the failure of a dialog's script on the screen, and loads it again @long", async ({ page }) => {
  const script = /assets\/keyboard-help/;
  await page.route(script, (route) => route.abort());
  await openAsAdmin(page, "/admin");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).first().click();
  const failed = page.getByRole("dialog", { name: "Loading failed" });
  await expect(failed.getByText("This part of the page could not be loaded.")).toBeInViewport();
  await page.unroute(script);
  await failed.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await expect(failed).toHaveCount(0);
});

/** Replaces the server's version: the page's further files are gone until the browser loads a document. */
async function deployNewVersion(page: Page): Promise<void> {
  let isLoaded = false;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) isLoaded = true;
  });
  await page.route(/\/__manifest/, (route) =>
    isLoaded
      ? route.continue()
      : route.fulfill({ status: 204, headers: { "X-Remix-Reload-Document": "true" } }),
  );
  await page.route(/\/assets\//, (route) => (isLoaded ? route.continue() : route.fulfill({ status: 404 })));
}

test("opens the next page in the new version after a deployment and keeps what was typed @long", async ({
  page,
}) => {
  await page.goto("/bookings");
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  await waitForDeferredScripts(page);
  await waitForForm(page.locator("form").filter({ has: page.getByLabel("Full name") }));
  await deployNewVersion(page);
  await page.getByLabel("Street address").fill("12 Al Marsa Street");
  await page.locator("header").getByRole("link", { name: "Portfolio" }).first().click();
  await expect(page).toHaveURL(/\/portfolio$/);
  await expect(page.getByRole("heading", { level: 1 })).not.toContainText("Book");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toHaveCount(0);
  await page.goto("/bookings");
  await waitForDeferredScripts(page);
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  await expect(page.getByLabel("Street address")).toHaveValue("12 Al Marsa Street");

  const settings = page.getByRole("link", { name: "Settings" });
  await openAsAdmin(page, "/dashboard");
  await expect(settings).toBeVisible();
  await deployNewVersion(page);
  await settings.click();
  await expect(page.getByLabel("Full name")).toBeVisible();
});

test("offers a reload of the settings when their script fails @long", async ({ page }) => {
  const script = /assets\/settings-page/;
  await page.route(script, (route) => route.abort());
  await openAsAdmin(page, "/user-settings");
  await expect(page.getByText("This page could not be loaded completely.")).toBeVisible();
  await page.unroute(script);
  await page.getByRole("link", { name: "Refresh Page" }).click();
  await expect(page.getByLabel("Full name")).toBeVisible();
});

test("loads a refused stylesheet again without losing what was typed, and needs no fonts @long", async ({
  page,
}) => {
  let refused = 0;
  await page.route(/assets\/root-.*\.css$/, (route) => {
    refused += 1;
    return refused <= 2 ? route.abort() : route.continue();
  });
  await page.route(/\.woff2$/, (route) => route.abort());
  await page.goto("/contact");
  await page.getByLabel("Full name").fill("Aisha O'Neil");
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(246, 240, 230)");
  await expect(page.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  expect(refused).toBeGreaterThan(2);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("shows the error screen with a phone number when the session cannot be read @long", async ({ page }) => {
  await page.route("**/api/session", (route) => route.abort());
  for (const path of ["/admin", "/dashboard"]) {
    await page.goto(path);
    await expect(page.getByRole("alert").locator('a[href^="tel:"]')).toBeVisible();
  }
  await page.unroute("**/api/session");
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("restores a form of the office after an error @long", async ({ page }) => {
  await openAsAdmin(page, "/admin/bookings/new");
  const drawer = page.getByRole("complementary", { name: "New booking" });
  const service = drawer.getByLabel("Service", { exact: true });
  const time = drawer.locator('input[name="preferredTime"][value="10:00"]');
  const date = openDay(21);
  await service.selectOption("plumbing");
  await drawer.getByLabel("Full name").fill("Aisha O'Neil");
  await drawer.getByLabel("Street address").fill("12 Al Marsa Street");
  await drawer.getByLabel("Preferred date").fill(date);
  await time.check({ force: true });
  // A browser extension removes the items, which React then fails to replace.
  await service.evaluate((select) => select.closest("div")!.parentElement!.lastElementChild!.remove());
  await service.selectOption("hvac");
  await expect(page.getByRole("alert").locator('a[href^="tel:"]')).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Back office pages" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(drawer.getByLabel("Full name")).toHaveValue("Aisha O'Neil");
  await expect(drawer.getByLabel("Street address")).toHaveValue("12 Al Marsa Street");
  await expect(service).toHaveValue("hvac");
  await expect(drawer.getByLabel("Preferred date")).toHaveValue(date);
  await expect(time).toBeChecked();
});

test("says without JavaScript that a page needs it @long", async ({ browser, product }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.origin });
  const page = await context.newPage();
  for (const path of ["/dashboard", "/user-settings", "/auth", "/admin", "/admin/calendar", "/technician"]) {
    await page.goto(path);
    await expect(page.getByText(/needs JavaScript/), path).toBeVisible();
  }
  await context.close();
});
