import type { Locator } from "@playwright/test";
import { expect, test, WITHOUT_SAMPLE_DATA } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import {
  book,
  inviteTechnician,
  openTechnicianApp,
  outboxStatus,
  PHONE,
  pressRareStep,
  scheduleBooking,
  signInAsOffice,
  startJourney,
  step,
  waitForOfflineCache,
} from "../harness/technician-steps";
import { expectAccessible } from "../harness/visual-checks";

/** Voice messages of a technician, recorded from a microphone that beeps. */

test.use({
  env: WITHOUT_SAMPLE_DATA,
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        "--use-fake-device-for-media-stream",
        // Grants the microphone.
        "--use-fake-ui-for-media-stream",
      ],
    }),
});

test("records a voice message offline, sends it once and plays it to the office @long", async ({
  browser,
  product,
  request: office,
  playwright,
}) => {
  const post = await signInAsOffice(office, product);
  const omar = await inviteTechnician(post, "Omar Saleh");
  const { bookingId, reference } = await book(
    await playwright.request.newContext({ baseURL: product.origin }),
  );
  await scheduleBooking(post, { bookingId, technicianId: omar.id, inHours: 1 });
  const context = await browser.newContext(PHONE);
  const uploads: string[] = [];
  context.on("response", (answer) => {
    if (answer.url().endsWith("/api/recordings")) uploads.push(String(answer.status()));
  });
  const page = await openTechnicianApp(context, product, omar.email);
  await waitForOfflineCache(page);
  // The policy that allows the microphone belongs to the document.
  await page.reload();
  await page.getByText("Layla Haddad").click();

  await product.stop();
  await startJourney(page);
  await pressRareStep(page, "No access");
  await page.getByRole("button", { name: "Record a voice message" }).click();
  await expect(page.getByText("Recording… up to 2:00")).toBeVisible();
  await expect(step(page, "No access")).toBeDisabled();
  await expect(page.getByText("0:01", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Stop recording" }).click();
  const message = page.getByLabel("Voice message", { exact: true });
  await expect(message).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Remove voice message" })).toBeVisible();
  await expectPlayable(message);
  await step(page, "No access").click();
  await expect(outboxStatus(page, "2 steps not sent yet")).toBeVisible();
  await product.start();
  await expect(outboxStatus(page, "not sent yet")).toBeHidden({ timeout: 60_000 });
  await expectPlayable(message);
  expect(uploads).toEqual(["201"]);
  await context.close();

  const officePage = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openAsAdmin(officePage, `/admin/bookings/${bookingId}`);
  const drawer = officePage.getByRole("complementary", { name: reference });
  await expectPlayable(drawer.getByLabel("Voice message"));
  await officePage.close();
});

/** Expects that the browser can load and decode the sound. */
async function expectPlayable(message: Locator): Promise<void> {
  await message.evaluate((audio: HTMLAudioElement) => {
    audio.muted = true;
    return audio.play();
  });
  await expect(message).toHaveJSProperty("error", null);
}
