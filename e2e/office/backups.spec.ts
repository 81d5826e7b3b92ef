import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isLongRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import { withDatabase } from "../harness/product";
import { openAsAdmin } from "../harness/steps";
import { DESKTOP, expectGoodLayout } from "../harness/visual-checks";

/** Backup settings: scheduled, manual and failed backups. */

const folder = mkdtempSync(join(tmpdir(), "backups-"));
const backupDir = join(folder, "kept");
test.use({
  viewport: DESKTOP,
  env: { BACKUP_PASSPHRASE: "correct horse battery staple", BACKUP_DIR: backupDir },
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("makes a downloadable backup and reports a failed one on the dashboard and by email @long", async ({
  page,
  product,
}) => {
  await openAsAdmin(page, "/admin/settings/backups");
  const backups = page.getByRole("region", { name: "All backups" }).getByRole("listitem");
  // The schedule makes the first backup.
  await expect(backups.filter({ hasText: "Scheduled" })).toContainText("Done");

  await page.getByRole("button", { name: "Back up now" }).click();
  const manualBackup = backups.filter({ hasText: "Manual" });
  await expect(manualBackup).toContainText("Done");
  const download = page.waitForEvent("download");
  await manualBackup.getByRole("link", { name: /^backup-\d{8}-\d{6}(-\d+)?\.age$/ }).click();
  const archive = await readFile(await (await download).path());
  expect(archive.toString("latin1", 0, 21)).toBe("age-encryption.org/v1");
  await expectGoodLayout(page);
  await page.setViewportSize(DESKTOP);

  // Failed backups: backups.test.ts.
  if (!isLongRun) return;

  // A file in place of the backup folder makes the next backup fail.
  rmSync(backupDir, { recursive: true });
  writeFileSync(backupDir, "");
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText("The last backup failed. Error from the server: EEXIST")).toBeVisible();
  await expect(backups.filter({ hasText: "Failed" })).toContainText("EEXIST");
  await expectGoodLayout(page);
  await page.setViewportSize(DESKTOP);
  await page.goto("/admin");
  await expect(page.getByRole("link", { name: /^Backup/ })).toContainText("Failed");
  await expect
    .poll(async () => (await product.emails()).some(({ text }) => text?.includes("EEXIST")))
    .toBe(true);
});

test("keeps the numbers typed after a restore when the release fails @long", async ({ page, product }) => {
  await withDatabase(product, (client) =>
    client.query("INSERT INTO restores (restored_at, archive) VALUES (now(), 'backup.age')"),
  );
  await openAsAdmin(page, "/admin");
  await page.getByRole("button", { name: "Release" }).click();
  const dialog = page.getByRole("dialog");
  const invoice = dialog.getByLabel("Last issued invoice");
  const release = dialog.getByRole("button", { name: "Release" });
  await invoice.fill("INV-2026-000130");
  const calls = "**/api/admin/restore/release";
  const failures = [
    () => page.route(calls, (route) => route.abort("internetdisconnected")),
    () =>
      page.route(calls, (route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502" })),
  ];
  for (const fail of failures) {
    await fail();
    await release.click();
    await expect(dialog.getByRole("alert").filter({ hasText: /try again/i })).toBeInViewport();
    await expect(invoice).toHaveValue("INV-2026-000130");
    await page.unroute(calls);
  }
  await invoice.fill("CN-2026-000001");
  await release.click();
  await expect(invoice).toHaveAttribute("aria-invalid", "true");
  await invoice.fill("INV-2026-000130");
  await release.click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText("After the restore")).toHaveCount(0);
});
