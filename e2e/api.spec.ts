import { m } from "../app/paraglide/messages";
import { expect, test } from "./fixture";
import { expectGoodLooks } from "./looks";
import { openAsAdmin } from "./steps";

test("an admin gives another program a key, which works until it is revoked", async ({
  page,
  product,
  request,
}) => {
  await openAsAdmin(page, "/admin/api");
  await page.getByRole("button", { name: m.keys_new() }).click();
  await page.getByLabel(m.keys_name()).fill("Accounting");
  await page.getByLabel(m.keys_read_area({ area: m.keys_area_bookings() })).check();
  await expectGoodLooks(page);
  await page.getByRole("button", { name: m.keys_make() }).click();
  const key = (await page.getByText(/^office_\w{49}$/).textContent()) ?? "";
  await expectGoodLooks(page);
  const call = async () =>
    (
      await request.get(`${product.origin}/api/admin/bookings`, {
        headers: { Authorization: `Bearer ${key}` },
      })
    ).status();
  expect(await call()).toBe(200);
  await page.getByRole("button", { name: m.keys_made_done() }).click();

  await page.getByRole("button", { name: m.webhooks_new() }).click();
  await page.getByLabel(m.webhooks_url(), { exact: true }).fill("https://example.com/hooks");
  await page.getByLabel(m.webhooks_all_of({ subject: m.webhooks_subject_booking() })).check();
  await expectGoodLooks(page);
  await page.getByRole("button", { name: m.webhooks_add() }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await page.getByRole("button", { name: m.keys_made_done() }).click();
  await page.getByRole("button", { name: m.webhooks_log_of({ host: "example.com" }) }).click();
  await expect(page.getByText(m.webhooks_log_none())).toBeVisible();
  await expectGoodLooks(page);

  await page.getByRole("button", { name: m.keys_revoke_of({ name: "Accounting" }) }).click();
  await page.getByRole("button", { name: m.keys_revoke(), exact: true }).last().click();
  await expect(page.getByText(m.keys_state_revoked())).toBeVisible();
  expect(await call()).toBe(401);
});
