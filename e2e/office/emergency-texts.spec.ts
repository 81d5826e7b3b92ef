import { startFakeTwilio } from "../../test/harness/servers/fake-twilio";
import { expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { addTechnician, book, signInAsOffice } from "../harness/technician-steps";
import { expectAccessible } from "../harness/visual-checks";

test("shows the office each step of an unanswered page and the messages about the emergency @long", async ({
  browser,
  startAnotherProduct,
  playwright,
}) => {
  const twilio = await startFakeTwilio();
  const product = await startAnotherProduct({ SAMPLE_DATA: "off", ...twilio.env });
  const { origin: baseURL } = product;
  const office = await playwright.request.newContext({ baseURL });
  await addTechnician(await signInAsOffice(office, product), "Sara Haddad");
  const visitor = await playwright.request.newContext({ baseURL });
  const { bookingId, reference } = await book(visitor, { service: "emergency", trade: "plumbing" });
  // She has no device with notifications, so that she is texted at once.
  await expect.poll(() => twilio.messages.length, { timeout: 20_000 }).toBe(1);
  expect(twilio.messages[0]).toMatchObject({ to: "+971501112223", body: expect.stringContaining(reference) });

  const page = await browser.newPage({ baseURL, viewport: { width: 1440, height: 900 } });
  await openAsAdmin(page, `/admin/bookings/${bookingId}`);
  const bar = page.getByRole("region", { name: "Active emergencies" });
  await expect(bar).toContainText(/Sara Haddad.*: no device, texted/);
  const inspector = page.getByRole("complementary", { name: reference });
  const pages = inspector.locator("section").filter({ hasText: "Paged technicians" });
  await expect(pages).toContainText("Sara Haddad");
  await expect(pages).toContainText("SMS: Sent");
  const messages = inspector
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Conversation" }) });
  const sms = messages.getByRole("listitem").filter({ has: page.getByRole("img", { name: "SMS" }) });
  await expect(sms).toContainText("+971 50 111 2223");
  await expect(sms).toContainText("Sent");
  await expectAccessible(page);

  const { path, body, headers } = twilio.report(twilio.messages[0]!, "delivered");
  expect((await visitor.post(path, { data: body, headers })).status()).toBe(200);
  await expect(pages).toContainText("SMS: Delivered");
  await expect(sms).toContainText("Delivered");
  await page.close();
  await twilio.close();
});
