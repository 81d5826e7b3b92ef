import { expect, test } from "../harness/fixture";
import { book, fillBookingForm } from "../harness/steps";

/** Emergencies of a network beyond those without a proof of work (docs/domain.md, "Emergencies"). */

test.use({ env: { FREE_EMERGENCIES: "1" } });

test("sends an emergency by itself once the security check of a busy network has passed @long", async ({
  page,
  request,
}) => {
  await book(request, { service: "emergency" });
  await page.goto("/");
  await fillBookingForm(page, { email: `flooded-${Date.now()}@example.com`, service: "emergency" });
  await page.getByRole("button", { name: "Submit Booking" }).click();
  await expect(page).toHaveURL(/\/bookings\/BK-/, { timeout: 30_000 });
});
