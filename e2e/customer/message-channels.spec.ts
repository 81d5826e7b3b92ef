import { startFakeTwilio } from "../../test/harness/servers/fake-twilio";
import { expect, test } from "../harness/fixture";
import { customerWithAccount, fillBookingForm, requestBooking } from "../harness/steps";
import { DESKTOP, expectAccessible } from "../harness/visual-checks";

/** Choice of the channel of service messages, with a stand-in for Twilio. */

test("chooses the channel beside the phone and changes it in the account @long", async ({
  browser,
  startAnotherProduct,
}) => {
  const twilio = await startFakeTwilio();
  const product = await startAnotherProduct(twilio.env);
  const email = "omar.channels@example.com";

  await test.step("consents by sending the booking form, unless email only is chosen", async () => {
    const page = await browser.newPage({ baseURL: product.origin, viewport: DESKTOP });
    await page.goto("/bookings");
    const choice = page.getByLabel("Messages about this booking");
    await expect(choice.getByRole("option")).toHaveText(["SMS", "Email only"]);
    await expect(page.getByText("By sending this form you agree to service messages by SMS")).toBeVisible();
    await fillBookingForm(page, { email: "guest.channels@example.com", service: "electrical" });
    await choice.selectOption("Email only");
    await expectAccessible(page);
    const request = page.waitForRequest("**/api/handle-booking");
    await page.getByRole("button", { name: "Submit Booking" }).click();
    expect((await request).postDataJSON()).toMatchObject({ messageChannel: "email" });
    await expect(page.getByText("Booking Submitted")).toBeVisible();
    await page.close();
  });

  await test.step("shows the choice in the account, where it can be changed", async () => {
    const page = await customerWithAccount(browser, product, { email, name: "Omar Haddad" });
    await requestBooking(page.request, { email, phone: "0501239876", messageChannel: "sms" });
    await page.goto("/user-settings");
    const channel = page.getByLabel("Channel for service messages");
    await expect(channel).toHaveValue("sms");
    await expect(page.getByText(/payments, to .*50 123 9876/)).toBeVisible();
    await channel.selectOption("Email only");
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    await page.reload();
    await expect(channel).toHaveValue("email");
    await expectAccessible(page);
    await page.context().close();
  });
  await twilio.close();
});
