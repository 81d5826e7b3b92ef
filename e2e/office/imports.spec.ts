import type { Page } from "@playwright/test";
import { m } from "../../app/paraglide/messages";
import { expect, test } from "../harness/fixture";
import { expectGoodLayout } from "../harness/looks";
import { openAsAdmin } from "../harness/steps";

const heading =
  "reference,status,service,date,time,minutes,technician,name,phone,email,street,building,unit,area,landmark,price,notes";
const done =
  "JB-1,completed,plumbing,14/03/2024,,,,Aisha Al Marri,0501234567,,Al Marsa Street,,,Dubai Marina,,350,";
const waiting = "JB-2,waiting,plumbing,,,,,Aisha Al Marri,0501234567,,Al Marsa Street,,,Dubai Marina,,,";

async function find(page: Page, words: string, what: string): Promise<void> {
  // Clicks the button, because a key press before hydration would be lost.
  await page.getByRole("button", { name: m.admin_search() }).first().click();
  await page.getByRole("combobox", { name: m.admin_search_everything() }).fill(words);
  await page.getByRole("option", { name: what }).click();
}

async function choose(page: Page, ...rows: string[]): Promise<void> {
  const csv = `${[heading, ...rows].join("\n")}\n`;
  await page
    .getByLabel(m.csv_choose())
    .setInputFiles({ name: "bookings.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
}

test("imports bookings from a file after a rejected row is fixed", async ({ page }) => {
  await openAsAdmin(page, "/admin/background-jobs");
  await find(page, "import boo", m.imports_do_bookings());
  await page.getByLabel(m.imports_bookings_source()).fill("Old program");
  await expectGoodLayout(page);
  await choose(page, done, waiting);
  await expect(page.getByText(m.csv_mend())).toBeVisible();
  await expect(page.getByText(/^status: /)).toBeVisible();
  await expectGoodLayout(page);

  await page.getByRole("link", { name: m.imports_another() }).click();
  await page.getByLabel(m.imports_bookings_source()).fill("Old program");
  await choose(page, done);
  await page.getByRole("button", { name: m.imports_go() }).click();
  await page.getByRole("button", { name: m.imports_yes() }).click();
  await expect(page.getByText(m.imports_bookings_done({ new: 1 }))).toBeVisible();

  await find(page, "background", m.work_title());
  // Two previews and the import.
  await expect(page.getByRole("link", { name: m.work_kind_booking_import() })).toHaveCount(3);
  await expectGoodLayout(page);
});
