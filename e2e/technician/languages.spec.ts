import { expect, test } from "../harness/fixture";
import {
  inviteTechnician,
  openTechnicianApp,
  PHONE,
  signInAsOffice,
  waitForOfflineCache,
} from "../harness/technician-steps";
import { expectGoodLayout, PHONE as PHONE_SIZE } from "../harness/visual-checks";

/** Languages of the technician's app (docs/decisions/0128-technician-languages.md). */

test.use({ env: { LANGUAGES: "hi,ur" } });

test("asks for the language at the first launch, keeps it, and can change it @long", async ({
  browser,
  request,
  product,
}) => {
  const post = await signInAsOffice(request, product);
  const { email } = await inviteTechnician(post, "Omar Said");
  const context = await browser.newContext({ ...PHONE, baseURL: product.origin });
  const page = await openTechnicianApp(context, product, email);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Language");
  await expect(page.getByRole("listitem")).toHaveText(["English", "हिन्दी", "اردو"]);
  await page.getByRole("button", { name: "हिन्दी" }).click();
  await expect(page).toHaveURL("/hi/technician");
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  const language = page.getByLabel("भाषा");
  await expect(language).toHaveValue("hi");

  await page.goto("/technician");
  await expect(page).toHaveURL("/hi/technician");

  // Without a connection, too: the phone keeps the page in both languages.
  for (const path of ["/technician", "/hi/technician"]) await waitForOfflineCache(page, path);
  await context.setOffline(true);
  await page.goto("/technician");
  await expect(page).toHaveURL("/hi/technician");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("मेरी विज़िट");
  await context.setOffline(false);

  await language.selectOption("ur");
  await expect(page).toHaveURL("/ur/technician");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByLabel("زبان")).toHaveValue("ur");
  await expectGoodLayout(page, [PHONE_SIZE]);
  await context.close();
});
