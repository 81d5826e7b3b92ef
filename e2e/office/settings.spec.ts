import { createRandom } from "../../app/platform/random";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { createTestPicture } from "../../test/harness/pictures";
import { changedProduct, expect, test } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import { DESKTOP, expectGoodLayout, PHONE } from "../harness/visual-checks";

/** Settings and their effect on the website. */

test.use({ viewport: DESKTOP, ...changedProduct() });

test("publishes changed phone, logo, question and typical job to the website at once @turn-2", async ({
  page,
  request: visitor,
}) => {
  const loadHtml = async (path: string) => (await visitor.get(path)).text();
  await openAsAdmin(page, "/admin/settings");
  // The first section opens by default.
  await expect(page.getByRole("link", { name: "Identity" })).toHaveAttribute("aria-current", "page");
  const phone = page.getByLabel("Phone", { exact: true });
  const phoneBefore = await phone.inputValue();
  for (const changed of ["04 555 0177", phoneBefore]) {
    await phone.fill(changed);
    await page.getByRole("button", { name: "Save" }).click();
    const link = `tel:+971${changed.replace(/^(\+971|0)/, "").replaceAll(" ", "")}`;
    await expect.poll(() => loadHtml("/contact")).toContain(link);
  }
  await expect(page.getByText("Settings saved").first()).toBeVisible();

  const logo = { name: "logo.png", mimeType: "image/png", buffer: await createTestPicture("png") };
  await page.locator("input[type=file]").setInputFiles(logo);
  await expect(page.getByText("Logo saved").first()).toBeVisible();
  expect(await loadHtml("/contact")).toContain('src="/api/logos/');
  await page.getByRole("button", { name: "Remove: Logo" }).click();
  await expect(page.getByText("The default logo is used again").first()).toBeVisible();
  expect(await loadHtml("/contact")).not.toContain('src="/api/logos/');

  await page.getByRole("link", { name: "Service pages" }).click();
  await page.getByRole("link", { name: /^Plumbing/ }).click();
  const question = "Do you come on Fridays?";
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByRole("textbox", { name: "Question", exact: true }).fill(question);
  await page.getByRole("textbox", { name: "Answer", exact: true }).fill("We do, at the usual price.");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: `Publish: ${question}`, exact: true }).click();
  const unpublishButton = page.getByRole("button", { name: `Unpublish: ${question}` });
  await expect(unpublishButton).toBeVisible();
  expect(await loadHtml("/services/plumbing")).toContain(question);
  await expectGoodLayout(page);
  await page.setViewportSize(DESKTOP);

  if (isLongRun) {
    const job = "Two taps and a shower head";
    await page.getByRole("button", { name: "Add typical job" }).click();
    await page.getByRole("textbox", { name: "Job", exact: true }).fill(job);
    await page.getByRole("textbox", { name: "Hours" }).fill("2");
    await expect(page.getByText(/^Shown on the page: From AED.300$/)).toBeVisible();
    await expectGoodLayout(page);
    await page.setViewportSize(DESKTOP);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: `Publish: ${job}`, exact: true }).click();
    await expect(page.getByRole("button", { name: `Unpublish: ${job}` })).toBeVisible();
    expect(await loadHtml("/services/plumbing")).toContain(job);
  }

  await unpublishButton.click();
  await expect(page.getByRole("button", { name: `Publish: ${question}`, exact: true })).toBeVisible();
  expect(await loadHtml("/services/plumbing")).not.toContain(question);
});

test("layout: each settings section passes the visual checks @turn-4", async ({ page }) => {
  const sizes = [PHONE, DESKTOP, { width: 1920, height: 1080 }];
  const random = createRandom(seedOfRun());
  await openAsAdmin(page, "/admin/settings");
  const sections = page.getByRole("navigation", { name: "Sections of the settings" }).getByRole("link");
  await expect(sections.first()).toBeVisible();
  const paths = await sections.evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
  expect(paths.length).toBeGreaterThan(15);
  for (const path of casesForRun(paths, random)) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await expectGoodLayout(page, sizes);
  }

  // A section opened by its address is scrolled into view in the navigation.
  await page.setViewportSize(DESKTOP);
  await page.goto("/admin/settings/backups");
  const lastSection = sections.and(page.getByRole("link", { name: "Backups" }));
  await expect(lastSection).toHaveAttribute("aria-current", "page");
  await expect(lastSection).toBeInViewport({ ratio: 0.9 });
});

test("orders the channels of texts by kind and names what is fixed @long", async ({ page }) => {
  await openAsAdmin(page, "/admin/settings/channels");
  await expect(page.getByText(/^No SMS or WhatsApp service is configured/)).toBeVisible();
  const fixed = page.getByRole("row", { name: /^Emergency page to a technician on call/ });
  await expect(fixed).toContainText("SMS after 60 seconds without an answer");
  const form = page.getByRole("form", { name: "Customers without an email address" });
  await form.getByLabel("Reminders of visits").selectOption("SMS only");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await page.getByLabel("Until").fill("13");
  const quiet = page.getByRole("form", { name: "Quiet hours of SMS and WhatsApp" });
  await quiet.getByRole("button", { name: "Save" }).click();
  await expect(quiet).toContainText("Enter a whole number from 5 to 12");
  await expectGoodLayout(page);
  await page.reload();
  await expect(form.getByLabel("Reminders of visits")).toHaveValue("sms");
});
