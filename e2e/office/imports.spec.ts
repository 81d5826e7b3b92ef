import type { Page } from "@playwright/test";
import { m } from "../../app/paraglide/messages";
import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { expectGoodLayout } from "../harness/visual-checks";

const CSV_HEADER =
  "reference,status,service,date,time,minutes,technician,name,phone,email,street,building,unit,area,landmark,price,notes";
const COMPLETED_ROW =
  "JB-1,completed,plumbing,14/03/2024,,,,Aisha Al Marri,0501234567,,Al Marsa Street,,,Dubai Marina,,350,";
const REQUESTED_ROW =
  "JB-2,waiting,plumbing,,,,,Aisha Al Marri,0501234567,,Al Marsa Street,,,Dubai Marina,,,";

async function openFromPalette(page: Page, searchText: string, optionName: string): Promise<void> {
  // Clicks the button, because a key press before hydration would be lost.
  await page.getByRole("button", { name: m.admin_search() }).first().click();
  await page.getByRole("combobox", { name: m.admin_search_everything() }).fill(searchText);
  await page.getByRole("option", { name: optionName }).click();
}

async function chooseFile(page: Page, ...rows: string[]): Promise<void> {
  const csv = `${[CSV_HEADER, ...rows].join("\n")}\n`;
  await page
    .getByLabel(m.csv_choose())
    .setInputFiles({ name: "bookings.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect(page.getByRole("region", { name: m.csv_preview() })).toContainText("Aisha Al Marri");
  await page.getByRole("button", { name: m.imports_check() }).click();
}

test("imports bookings from a file after a rejected row is fixed @turn-4", async ({ page }) => {
  await openAsAdmin(page, "/admin/background-jobs");
  await openFromPalette(page, "import boo", m.imports_do_bookings());
  await page.getByLabel(m.imports_bookings_source()).fill("Old program");
  await expectGoodLayout(page);
  await chooseFile(page, COMPLETED_ROW, REQUESTED_ROW);
  await expect(page.getByText(m.csv_fix())).toBeVisible();
  await expect(page.getByText(/^status: /)).toBeVisible();
  await expectGoodLayout(page);

  await page.getByRole("link", { name: m.imports_another() }).click();
  await page.getByLabel(m.imports_bookings_source()).fill("Old program");
  await chooseFile(page, COMPLETED_ROW);
  await page.getByRole("button", { name: m.imports_start() }).click();
  await page.getByRole("button", { name: m.imports_yes() }).click();
  await expect(page.getByText(m.imports_bookings_done({ new: 1 }))).toBeVisible();

  await openFromPalette(page, "background", m.background_jobs_title());
  // Two previews and the import.
  await expect(page.getByRole("link", { name: m.background_jobs_kind_booking_import() })).toHaveCount(3);
  await expectGoodLayout(page);
});

test("imports customers from an export of another program after a question about its columns @long", async ({
  page,
}) => {
  await openAsAdmin(page, "/admin/imports");
  const csv =
    "First Name,Last Name,Mobile Number,Email,Address_1 City\nMariam,Haddad,050 765 4321,mariam@example.com,Dubai Marina\n";
  await page
    .getByLabel(m.csv_choose())
    .setInputFiles({ name: "housecall.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const step = page.getByRole("region", { name: m.csv_mapping_title() });
  await expect(step.getByText(m.csv_mapping_program({ program: "Housecall Pro" }))).toBeVisible();
  await expect(step.getByRole("listitem").filter({ hasText: "Mariam Haddad" })).toHaveCount(1);
  await expect(step.getByLabel("trn")).toHaveValue("[]");
  await step.getByLabel("area").selectOption(m.csv_mapping_none());
  await expectGoodLayout(page);
  await step.getByRole("button", { name: m.imports_check() }).click();
  await page.getByRole("button", { name: m.imports_start() }).click();
  await page.getByRole("button", { name: m.imports_yes() }).click();
  await expect(page.getByText(m.imports_done({ new: 1, changed: 0 }))).toBeVisible();
});
