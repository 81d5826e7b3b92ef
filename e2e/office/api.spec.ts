import type { Page } from "@playwright/test";
import { m } from "../../app/paraglide/messages";
import { isLongRun } from "../../test/faults/rounds";
import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { expectGoodLayout } from "../harness/visual-checks";

test("issues an API key that works until it is revoked @turn-3", async ({ page, product, request }) => {
  await openAsAdmin(page, "/admin/api");
  await page.getByRole("button", { name: m.keys_new() }).click();
  await page.getByLabel(m.keys_name()).fill("Accounting");
  await page.getByLabel(m.keys_read_area({ area: m.keys_area_bookings() })).check();
  await expectGoodLayout(page);
  await page.getByRole("button", { name: m.keys_create() }).click();
  const key = (await page.getByText(/^office_\w{49}$/).textContent()) ?? "";
  await expectGoodLayout(page);
  const call = async () =>
    (
      await request.get(`${product.origin}/api/admin/bookings`, {
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status();
  expect(await call()).toBe(200);
  const docsUrl = await page.getByRole("link", { name: m.keys_all_calls() }).getAttribute("href");
  // The page of all calls is the largest of the product.
  if (isLongRun) await sendRequestsFromDocs(await page.context().newPage(), product.origin + docsUrl, key);
  await page.getByRole("button", { name: m.keys_created_done() }).click();

  await page.getByRole("button", { name: m.webhooks_new() }).click();
  await page.getByLabel(m.webhooks_url(), { exact: true }).fill("https://example.com/hooks");
  await page.getByLabel(m.webhooks_all_of({ subject: m.webhooks_subject_booking() })).check();
  await expectGoodLayout(page);
  await page.getByRole("button", { name: m.webhooks_add() }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: m.keys_created_done() }).click();
  await page.getByRole("button", { name: m.webhooks_log_of({ host: "example.com" }) }).click();
  await expect(page.getByText(m.webhooks_log_none())).toBeVisible();
  await expectGoodLayout(page);

  await page.getByRole("button", { name: m.keys_revoke_of({ name: "Accounting" }) }).click();
  await page.getByRole("button", { name: m.keys_revoke(), exact: true }).last().click();
  await expect(page.getByText(m.keys_state_revoked())).toBeVisible();
  expect(await call()).toBe(401);
});

/** Sends a reading and a changing request with the session and with an API key, by keyboard. */
async function sendRequestsFromDocs(page: Page, address: string, key: string): Promise<void> {
  await page.goto(address);
  const open = async (method: string, path: string) => {
    await page.getByLabel(m.common_api_search()).fill(`${method} /api${path}`);
    const call = page.locator(`details.call[data-method="${method}"][data-path="${path}"]`);
    await call.locator("summary").first().press("Enter");
    await call.getByRole("button", { name: m.common_api_try() }).press("Enter");
    return call;
  };
  const readCall = await open("get", "/admin/bookings");
  await readCall.getByRole("button", { name: m.common_api_send() }).press("Enter");
  await expect(readCall.getByRole("status")).toContainText("200");
  await expectGoodLayout(page);

  await page.getByLabel(m.common_api_as_key()).check();
  await page.getByLabel(m.common_api_key(), { exact: true }).fill(key);
  await readCall.getByRole("button", { name: m.common_api_send() }).press("Enter");
  await expect(readCall.getByRole("status")).toContainText("200");
  expect(page.url()).not.toContain(key);
  await readCall.locator("summary").first().press("Enter");

  // A read-only key: a changing request asks for confirmation and is then rejected.
  const changeCall = await open("post", "/admin/customers/{id}/notes");
  await changeCall.getByLabel("id", { exact: true }).fill("00000000-0000-4000-8000-000000000000");
  await changeCall.getByLabel("text", { exact: true }).fill("Anything");
  await changeCall.getByRole("button", { name: m.common_api_send(), exact: true }).press("Enter");
  await expect(changeCall.getByText(m.common_api_sure())).toBeVisible();
  await expectGoodLayout(page);
  await changeCall.getByRole("button", { name: m.common_api_yes() }).press("Enter");
  await expect(changeCall.getByRole("status")).toContainText("403");
  await page.close();
}
