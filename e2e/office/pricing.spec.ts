import { text } from "node:stream/consumers";
import type { Page } from "@playwright/test";
import { addDays, dubaiDate, formatDay } from "../../app/platform/time";
import { isLongRun } from "../../test/faults/rounds";
import { changedProduct, expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { expectAccessible } from "../harness/visual-checks";

/** Pricing page: scheduled price changes, preview by day, and price list import. */

test.use({ viewport: { width: 1440, height: 900 }, ...changedProduct() });

const tomorrow = addDays(dubaiDate(new Date()), 1);
const item = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name }).first();

test("schedules, previews and withdraws a price change, and previews a price list before import @turn-2", async ({
  page,
}) => {
  await openAsAdmin(page, "/admin/pricing");
  await page.getByRole("button", { name: "Change price of AC call-out" }).click();
  await page.getByRole("textbox", { name: "First hour in AED" }).fill("18o");
  await page.getByLabel("Effective from").fill(tomorrow);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter an amount in AED, such as 150 or 150.50")).toBeVisible();
  await page.getByRole("textbox", { name: "First hour in AED" }).fill("180");
  await page.getByRole("button", { name: "Save" }).click();

  await expect(item(page, "AC call-out")).toContainText(`From ${formatDay(tomorrow)}`);
  await expect(item(page, "AC call-out")).toContainText(/AED.150\.00an hour/);
  await page.getByLabel("Prices on").fill(tomorrow);
  await expect(item(page, "AC call-out")).toContainText(/AED.180\.00first hour/);
  await page.getByRole("button", { name: "History of AC call-out" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: `Withdraw the price from ${formatDay(tomorrow)}` }).click();
  await expect(item(page, "AC call-out")).toContainText(/AED.150\.00an hour/);

  // package-prices.test.ts does this, too.
  if (isLongRun) {
    await page.getByRole("tab", { name: "AMC packages" }).click();
    await page.getByRole("button", { name: "Change price of Plus, Villa (3 bedrooms)" }).click();
    await page.getByRole("textbox", { name: "Price per year" }).fill("4,750");
    await page.getByLabel("Effective from").fill(addDays(tomorrow, 1));
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText(`From ${formatDay(addDays(tomorrow, 1))}: AED 4,750`)).toBeVisible();
  }

  await page.getByRole("tab", { name: "Import" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download the current list" }).click(),
  ]);
  const list = await text(await download.createReadStream());
  const choose = (csv: string) =>
    page
      .getByLabel("Choose a CSV file")
      .setInputFiles({ name: "prices.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await choose(
    list.replace(
      "plumbing,call-out,Plumbing call-out,hourly,hour,150.00",
      "plumbing,call-out,,hourly,hour,a lot",
    ),
  );
  await expect(page.getByText("price: Please enter an amount in AED, such as 150 or 150.50")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 0" })).toBeDisabled();
  await choose(`${list}handyman,shelf,Shelf put up,fixed,shelf,75,,,,30,,${tomorrow}\r\n`);
  const rows = page.getByRole("region", { name: "Rows in the file" }).getByRole("row");
  await expect(rows.filter({ hasText: "Shelf put up" })).toContainText("New");
  // import-prices.test.ts imports it, too.
  if (!isLongRun) return;
  await page.getByRole("button", { name: "Import 1" }).click();
  await expect(page.getByText("1 price imported.")).toBeVisible();
  await page.getByRole("tab", { name: "Services" }).click();
  await page.getByLabel("Prices on").fill(tomorrow);
  await expect(item(page, "Shelf put up")).toContainText(/AED.75\.00per shelf/);
});
