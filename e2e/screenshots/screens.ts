import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "../harness/fixture";
import {
  createSampleRecords,
  customerPages,
  exampleAddresses,
  officePages,
  type SampleRecords,
  technicianPages,
  visitorPages,
} from "../harness/sample-records";
import { answerSecurityCheck, fillContactDetails } from "../harness/steps";
import { DESKTOP, PHONE, TABLET } from "../harness/visual-checks";

/** Screenshots of every screen: test-results/screens/ROLE/WIDTH-THEME/NAME.png. */

const FOLDER = join(import.meta.dirname, "../../test-results/screens");

test.use({ env: {} });
test.describe.configure({ mode: "serial" });

interface State {
  name: string;
  address: (records: SampleRecords) => string;
  open: (page: Page) => Promise<unknown>;
}

/** Forms and dialogs of a page. Drawers have addresses of their own. */
const states: Record<Role, State[]> = {
  visitor: [
    {
      name: "booking-form-errors",
      address: () => "/bookings",
      open: (page) => page.getByRole("button", { name: "Submit Booking" }).click(),
    },
    {
      name: "booking-form-completed",
      address: () => "/bookings?service=plumbing",
      open: async (page) => {
        await fillContactDetails(page, "omar@example.com");
        await page.getByLabel("Street address").fill("12 Al Marsa Street");
        await answerSecurityCheck(page);
        await expect(page.getByText("You may now proceed with your booking.")).toBeVisible();
      },
    },
  ],
  customer: [],
  office: [
    {
      name: "calendar-visit-open",
      address: () => "/admin/calendar?view=day",
      open: async (page) => {
        await page.locator("[data-visit]").first().press("Enter");
        await expect(page.getByRole("dialog")).toBeVisible();
      },
    },
    {
      name: "bookings-filters-open",
      address: () => "/admin/bookings",
      open: (page) => page.getByRole("button", { name: "Filters", exact: true }).press("Enter"),
    },
    {
      name: "command-palette",
      address: () => "/admin/bookings",
      open: async (page) => {
        await page.keyboard.press("Control+k");
        await expect(page.getByRole("dialog", { name: "Search everything" })).toBeVisible();
      },
    },
  ],
  technician: [
    {
      name: "visit-no-access",
      address: ({ visitId }) => `/technician?visit=${visitId}`,
      open: async (page) => {
        await page.getByRole("button", { name: "More" }).click();
        await page.getByRole("button", { name: "No access" }).click();
      },
    },
  ],
};

type Role = "visitor" | "customer" | "office" | "technician";

const pagesOf: Record<Role, readonly string[]> = {
  visitor: visitorPages,
  customer: customerPages,
  office: officePages,
  technician: technicianPages,
};

let records: SampleRecords;
test.beforeAll(async ({ product, playwright }) => {
  records = await createSampleRecords(product, playwright, null);
});

for (const role of ["visitor", "customer", "office", "technician"] as const) {
  test(`saves the screens of the ${role}`, async ({ browser, product }) => {
    test.setTimeout(3_600_000);
    rmSync(join(FOLDER, role), { recursive: true, force: true });
    const storageState = role === "visitor" ? undefined : records.sessions[role];
    const context = await browser.newContext({
      baseURL: product.origin,
      viewport: DESKTOP,
      reducedMotion: "reduce",
      storageState,
    });
    const page = await context.newPage();
    for (const path of pagesOf[role]) {
      for (const address of exampleAddresses(path, records)) {
        await page.goto(address);
        await saveScreenshots(page, role, nameOf(path, address));
      }
    }
    for (const { name, address, open } of states[role]) {
      await page.setViewportSize(DESKTOP);
      await page.goto(address(records));
      await waitUntilLoaded(page);
      await open(page);
      await saveScreenshots(page, role, name);
    }
    await context.close();
  });
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await expect(page.getByText("Loading", { exact: true })).toHaveCount(0);
  await page.evaluate("document.fonts.ready");
}

/** A screenshot right after a change of the theme may show the background of the former one. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Does not reload between sizes and themes, so that open dialogs stay open. */
async function saveScreenshots(page: Page, role: Role, name: string): Promise<void> {
  for (const size of [PHONE, TABLET, DESKTOP]) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await waitUntilLoaded(page);
      await waitForPaint(page);
      const file = join(FOLDER, role, `${size.width}-${colorScheme}`, `${name}.png`);
      await page.screenshot({ path: file, fullPage: true });
    }
  }
}

/** Name of the page with its parameter names, followed by the parameters of the address that differ by example. */
function nameOf(path: string, address: string): string {
  const query = address.split("?")[1]?.replace(/key=[^&]*|=[0-9a-f-]{36}/g, "") ?? "";
  const isPattern = /[:*]/.test(path);
  const last = isPattern ? `-${address.split("?")[0]!.split("/").at(-1)}` : "";
  const isId = /^-([0-9a-f-]{36}|[A-Z]+-\d{4}-\d+)$/.test(last);
  return (
    `${path}${isId ? "" : last}${query ? `-${query}` : ""}`
      .replaceAll(/[^\w-]+/g, "-")
      .replace(/^-|-$/g, "") || "home"
  );
}
