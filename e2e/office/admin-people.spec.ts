import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { createRandom } from "../../app/platform/random";
import { casesForRun, isLongRun, seedOfRun } from "../../test/faults/rounds";
import { createTestPicture } from "../../test/harness/pictures";
import { openDay } from "../harness/days";
import { changedProduct, expect, test } from "../harness/fixture";
import { book, chooseAction, openAsAdmin, signInAsAdmin } from "../harness/steps";
import { DESKTOP, expectAccessible, expectGoodLayout } from "../harness/visual-checks";

/** Technicians, working hours, services and customers, managed by mouse and by keyboard. */

test.use({ viewport: DESKTOP, ...changedProduct() });

async function signIn(page: Page, path: string) {
  await openAsAdmin(page, path);
  await expect(page.locator("#main")).toBeVisible();
}

const drawer = (page: Page, name: string) => page.getByRole("complementary", { name });

test("adds a technician with skills, working hours and a calendar @turn-3", async ({ page, request }) => {
  await signIn(page, "/admin/technicians");
  await page.getByRole("link", { name: "Add technician" }).click();
  const addForm = drawer(page, "Add technician");
  await addForm.getByRole("textbox", { name: "Name" }).fill("Nabil Haddad");
  await addForm.getByRole("textbox", { name: "Phone" }).fill("050 123 4567");
  await addForm.getByRole("textbox", { name: "Email" }).fill("nabil@company.example");
  await addForm.getByRole("button", { name: "Add technician" }).click();

  const person = drawer(page, "Nabil Haddad");
  await expect(person.getByText("+971 50 123 4567")).toBeVisible();
  await expect(person.getByRole("link", { name: "Call" })).toHaveAttribute("href", "tel:+971501234567");
  await expect(page.getByRole("row").filter({ hasText: "Nabil Haddad" })).toContainText("No skills");

  await person.getByRole("button", { name: "Edit skills" }).click();
  await person.getByRole("checkbox", { name: "Plumbing" }).check();
  await person.getByRole("button", { name: "Save" }).click();
  await expect(person.getByRole("listitem").filter({ hasText: "Plumbing" })).toBeVisible();

  await person.getByRole("button", { name: "Edit weekly shifts" }).click();
  await person.getByRole("button", { name: "Add a shift on Monday" }).dblclick();
  await person.getByLabel("Monday, from").nth(1).fill("17:00");
  await person.getByLabel("Monday, to").nth(1).fill("20:00");
  await person.getByRole("button", { name: "Save" }).click();
  await expect(person.getByRole("alert")).toHaveText("Two shifts on the same day overlap");
  await person.getByLabel("Monday, from").nth(1).fill("18:00");
  await person.getByRole("button", { name: "Save" }).click();
  await expect(person.getByText("8:00 AM – 6:00 PM, 6:00 PM – 8:00 PM")).toBeVisible();

  if (isLongRun) await addAreaAndCertificate(page, person);

  await person.getByRole("button", { name: "Create link" }).click();
  const link = await person.getByLabel("Private calendar link").inputValue();
  expect(await (await request.get(link)).text()).toContain("BEGIN:VCALENDAR");
  await person.getByRole("button", { name: "Revoke link" }).click();
  await expect(person.getByLabel("Private calendar link")).toBeHidden();
  expect((await request.get(link)).status()).toBe(404);

  // technicians.test.ts does this, too.
  if (!isLongRun) return;
  await person.getByRole("button", { name: "Mark as left" }).click();
  await expect(page.getByText("Nabil Haddad has left")).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Nabil Haddad" })).toBeHidden();
  await page.getByRole("button", { name: "Former" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Nabil Haddad" })).toBeVisible();
});

async function addAreaAndCertificate(page: Page, person: Locator): Promise<void> {
  await person.getByRole("button", { name: "Edit home areas" }).click();
  await person.getByRole("combobox", { name: "Area" }).fill("Mirdif");
  await page.keyboard.press("Enter");
  // With a slow response, the next form is submitted early and must not report a conflict.
  const slow = Promise.withResolvers<void>();
  await page.route("**/zones", async (route) => {
    await slow.promise;
    await route.continue();
  });
  await page.keyboard.press("Enter");
  await person.getByRole("button", { name: "Add certificate" }).click();
  const certificate = person.getByRole("form", { name: "Add certificate" });
  await certificate.getByRole("textbox", { name: "Certificate" }).fill("DEWA licence");
  await certificate.getByLabel("Valid until").fill("2020-01-01");
  await certificate.getByRole("button", { name: "Save" }).click();
  await expect(certificate.getByRole("button", { name: "Working..." })).toBeDisabled();
  slow.resolve();
  await expect(person.getByRole("listitem").filter({ hasText: "Mirdif" })).toBeVisible();
  await expect(person.getByText("Expired", { exact: true })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Nabil Haddad" })).toContainText(
    "Certificate expired",
  );
}

test("warns of visits during time off and reassigns the visits of a leaving technician @long", async ({
  page,
}) => {
  await signIn(page, "/admin/technicians?search=qureshi");
  const imran = page.getByRole("link", { name: "Imran Qureshi" });
  await expect(imran).toBeVisible();
  await scheduleVisit(page, "qureshi");
  await imran.click();
  const person = drawer(page, "Imran Qureshi");
  await person.getByRole("button", { name: "Add time off" }).click();
  await person.getByLabel("To", { exact: true }).fill("2099-01-01");
  await expect(person.getByText("These visits fall into this time")).toBeVisible();
  await expect(person.getByRole("link", { name: /^BK-/ }).first()).toBeVisible();
  await person.getByLabel("Reason").fill("Annual leave");
  await person.getByRole("button", { name: "Plan time off" }).click();
  await expect(person.getByText("Annual leave")).toBeVisible();
  await expect(person.getByText("Visits to reassign", { exact: true })).toBeVisible();
  await expect(page.getByRole("row").filter({ hasText: "Imran Qureshi" })).toContainText("Away");
  await person.getByRole("button", { name: "Reassign these visits" }).click();
  await expect(person.getByRole("combobox", { name: /^Technician for BK-/ }).first()).toBeVisible();
  await person.getByRole("button", { name: /^Remove the time off/ }).click();
  await expect(person.getByText("Annual leave")).toBeHidden();

  const leavingName = `Rashid Karim ${randomUUID().slice(0, 4)}`;
  const created = await page.request.post("/api/admin/technicians", {
    headers: { "Idempotency-Key": randomUUID() },
    data: { name: leavingName, email: `${randomUUID()}@company.example`, phone: "0501112233" },
  });
  expect(created.status(), await created.text()).toBe(200);
  await scheduleVisit(page, leavingName);
  await page.goto(`/admin/technicians/${(await created.json()).technician.id}`);
  const rashid = drawer(page, leavingName);
  await rashid.getByRole("button", { name: "Mark as left" }).click();
  await expect(rashid.getByRole("alert")).toContainText("still planned");
  const replacement = rashid.getByRole("combobox", { name: /^Technician for BK-/ });
  // No technician works at 6:00, so the dialog proposes another time and announces the notification.
  await expect(replacement).not.toHaveValue("");
  await expect(rashid.getByText(/Layla Haddad will be emailed: .+ is coming on .+ instead/)).toBeVisible();
  // A phone also shows the visit's service and address in full.
  await page.setViewportSize({ width: 390, height: 844 });
  const truncated = await rashid
    .getByRole("form", { name: "Visits to reassign first" })
    .locator("p > span")
    .evaluateAll((parts) => parts.map((part) => part.scrollWidth > part.clientWidth));
  expect(truncated).toContain(false);
  expect(truncated).not.toContain(true);
  await page.setViewportSize({ width: 1280, height: 720 });
  const reassignAll = rashid.getByRole("button", { name: "Reassign all and mark as left" });
  await replacement.selectOption({ label: "Leave unassigned" });
  await expect(rashid.getByText("will be emailed once a technician is assigned")).toBeVisible();
  await reassignAll.click();
  await expect(page.getByText(`${leavingName} has left`)).toBeVisible();
  await expect(rashid.getByRole("button", { name: "Reactivate" })).toBeVisible();
  await expect(rashid.getByRole("alert")).toBeHidden();
});

test("shows an uploaded technician photo to the customer when the technician is on the way @long", async ({
  page,
  browser,
  product,
}) => {
  const name = `Sami ${randomUUID().slice(0, 4)} Aziz`;
  await openAsAdmin(page, "/admin/technicians");
  const created = await page.request.post("/api/admin/technicians", {
    headers: { "Idempotency-Key": randomUUID() },
    data: { name, email: `${randomUUID()}@company.example`, phone: "0501112233" },
  });
  const { id } = (await created.json()).technician;
  const visitor = await browser.newContext({ baseURL: product.origin });
  const { bookingId, followUrl, booking } = await book(visitor.request);
  const postToBooking = async (path: string, data: object) => {
    const answer = await page.request.post(`/api/admin/bookings/${bookingId}/${path}`, { data });
    expect(answer.status(), await answer.text()).toBe(200);
    return (await answer.json()).booking;
  };
  const { version } = await postToBooking("transitions", { transition: "confirm", version: booking.version });
  const day = openDay(2);
  const override = "Before the shift begins";
  await postToBooking("visits", { version, technicianId: id, date: day, time: "06:00", override });

  const customer = await visitor.newPage();
  await customer.goto(followUrl);
  await expect(customer.getByText("SA", { exact: true })).toBeVisible();

  await page.goto(`/admin/technicians/${id}`);
  const person = drawer(page, name);
  const photoFile = { name: "face.png", mimeType: "image/png", buffer: await createTestPicture("png", 200) };
  await person.locator("input[type=file]").setInputFiles(photoFile);
  await expect(page.getByText(`Photo of ${name} saved`)).toBeVisible();
  await expect(person.getByRole("img", { name: `Photo of ${name}` })).toBeVisible();
  await expectGoodLayout(page);
  await page.setViewportSize(DESKTOP);

  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth === 96;
  await page.goto(`/admin/calendar?view=board&date=${day}`);
  const onBoard = page.getByRole("group", { name }).locator("img");
  await expect.poll(() => onBoard.evaluate(isDrawn)).toBe(true);

  await customer.reload();
  const photo = customer.locator('img[src*="/technician/picture/"]');
  await expect.poll(() => photo.evaluate(isDrawn)).toBe(true);
  await expectGoodLayout(customer);
  // The photo address requires its key.
  const otherVisitor = await browser.newContext({ baseURL: product.origin });
  expect((await otherVisitor.request.get((await photo.getAttribute("src"))!)).status()).toBe(404);

  await page.goto(`/admin/technicians/${id}`);
  await person.getByRole("button", { name: "Remove: Photo" }).click();
  await expect(page.getByText(`Photo of ${name} deleted`)).toBeVisible();
  await expect(person.getByRole("img", { name: `Photo of ${name}` })).toBeHidden();
  // An open page falls back to initials when the photo is gone.
  await photo.evaluate((image: HTMLImageElement) => image.dispatchEvent(new Event("error")));
  await expect(customer.getByText("SA", { exact: true })).toBeVisible();
  await otherVisitor.close();
  await visitor.close();
});

/** Schedules a visit for the technician the day after tomorrow, despite conflicts with sample visits. */
async function scheduleVisit(page: Page, name: string): Promise<void> {
  const api = "/api/admin";
  const { technicians } = await (
    await page.request.get(`${api}/technicians?search=${encodeURIComponent(name)}`)
  ).json();
  const creation = await page.request.post(`${api}/bookings`, {
    headers: { "Idempotency-Key": randomUUID() },
    data: {
      customerName: "Layla Haddad",
      email: "layla@example.com",
      phone: "0501234567",
      service: "hvac",
      addressParts: {
        street: "Al Marsa Street",
        buildingName: "",
        unitNumber: "",
        area: "Dubai Marina",
        landmark: "",
      },
    },
  });
  expect(creation.status(), await creation.text()).toBe(200);
  const { booking } = await creation.json();
  const placement = await page.request.post(`${api}/bookings/${booking.id}/visits`, {
    data: {
      version: booking.version,
      technicianId: technicians[0].id,
      date: openDay(2),
      time: "06:00",
      override: "Before the shift begins",
    },
  });
  expect(placement.status(), await placement.text()).toBe(200);
}

test("supports walking, searching and leaving the list by keyboard @long", async ({ page }) => {
  await signIn(page, "/admin/technicians");
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  const second = page.getByRole("row").nth(2).getByRole("link");
  await expect(second).toBeFocused();
  const name = await second.locator("bdi").textContent();
  await page.keyboard.press("Enter");
  await expect(drawer(page, name!).locator("> :focus")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(second).toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type("nobody at all");
  await expect(page.getByText("No technician matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("row").nth(3)).toBeVisible();
});

test("publishes edited and reordered services to the website at the next request @long", async ({
  page,
  request,
}) => {
  await signIn(page, "/admin/services");
  const names = page.locator("ol li [data-list-item] .font-medium");
  await expect(names.nth(3)).toHaveText("Plumbing");
  const home = async () => (await request.get("/")).text();
  expect(await home()).toContain("Leaks stopped");

  await page.getByRole("link", { name: /^Plumbing/ }).click();
  const service = drawer(page, "Plumbing");
  await service
    .getByRole("textbox", { name: "Summary (one or two sentences)", exact: true })
    .fill("Every pipe in the house, kept honest.");
  await service.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Plumbing saved")).toBeVisible();
  expect(await home()).toContain("Every pipe in the house, kept honest.");

  if (isLongRun) {
    await service.getByRole("button", { name: "Change price" }).click();
    const price = service.getByRole("form", { name: "Change price" });
    await price.getByLabel("First hour in AED").fill("1,5");
    await price.getByRole("button", { name: "Save" }).click();
    await expect(price.getByText("Please enter an amount in AED")).toBeVisible();
    await price.getByLabel("First hour in AED").fill("175.50");
    await expect(price.getByText("AED 175.50 for the first hour, then AED 150 an hour")).toBeVisible();
    await price.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Plumbing call-out: new price saved")).toBeVisible();
    expect(await home()).toMatch(/AED\s175.50 for the first hour/);
    await service.getByRole("button", { name: "Change price" }).click();
    await price.getByLabel("Price mode").selectOption("After a survey");
    await price.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Plumbing call-out: the price changes on")).toBeVisible();
    await expect(service.getByRole("button", { name: /^Withdraw/ })).toHaveCount(2);
    await service
      .getByRole("button", { name: /^Withdraw/ })
      .last()
      .click();
    await expect(page.getByText(/^Price from .+ withdrawn/)).toBeVisible();
    await expect(service.getByRole("button", { name: /^Withdraw/ })).toHaveCount(1);
  }

  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Move Plumbing up" }).click();
  await expect(names.nth(2)).toHaveText("Plumbing");
  await page.getByRole("link", { name: /^Plumbing/ }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect(names.nth(1)).toHaveText("Plumbing");
  await expect(page.getByText("Plumbing is now number 2 of 10")).toBeAttached();
  await page.locator('[data-drag-handle="handyman"]').dragTo(page.locator("ol li").first());
  await expect(names.first()).toHaveText("Handyman");
  const order = async () => {
    const { services } = await (await request.get("/api/services")).json();
    return services.map(({ name }: { name: string }) => name);
  };
  await expect.poll(async () => (await order())[0]).toBe("Handyman");

  await page.getByRole("link", { name: /^Handyman/ }).click();
  await drawer(page, "Handyman").getByRole("button", { name: "Archive" }).click();
  await expect(page.getByText("Handyman archived")).toBeVisible();
  expect(await order()).not.toContain("Handyman");
  await drawer(page, "Handyman").getByRole("button", { name: "Offer again" }).click();
  await expect(page.getByText("Handyman is offered again")).toBeVisible();
});

test("invites a colleague, changes a role and disables an account @turn-1", async ({ page }) => {
  await signIn(page, "/admin/team");
  await page.getByRole("button", { name: "Invite a colleague" }).click();
  const form = page.getByRole("form", { name: "Invite a colleague" });
  await form.getByLabel("Name").fill("Mira Khan");
  await form.getByLabel("Email").fill("layla.hassan@rukn.example");
  await form.getByRole("button", { name: "Invite a colleague" }).click();
  await expect(form.getByText("An account with this email already exists")).toBeVisible();
  await expect(form.getByLabel("Email")).toBeFocused();
  await form.getByLabel("Email").fill("mira@company.example");
  await form.getByLabel("Role").selectOption("Accountant");
  await form.getByRole("button", { name: "Invite a colleague" }).click();
  await expect(page.getByText("An invitation is on its way to mira@company.example")).toBeVisible();

  const mira = page.getByRole("listitem").filter({ hasText: "Mira Khan" });
  const more = mira.getByRole("button", { name: "More actions for Mira Khan" });
  await more.press("Enter");
  await page.getByRole("menuitem", { name: "Permissions" }).press("Enter");
  await expect(mira.getByRole("checkbox").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await mira.getByLabel("Role", { exact: true }).selectOption("Admin");
  await mira.getByRole("button", { name: "Save" }).click();
  await expect(mira.getByText("Admin", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "More actions for Layla Hassan" }).click();
  await page.getByRole("menuitem", { name: "Disable" }).click();
  const disabling = page.getByRole("form", { name: "Disable Layla Hassan" });
  await disabling.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("button", { name: "Enable Layla Hassan" }).click();
  await expect(page.getByRole("button", { name: "Enable Layla Hassan" })).toBeHidden();
});

test("adds, confirms and opens a holiday, and plans shorter days @long", async ({ page }) => {
  await signIn(page, "/admin/holidays");
  await page.getByRole("button", { name: "Add holiday" }).click();
  const form = page.getByRole("form", { name: "Add holiday" });
  await page.getByRole("textbox", { name: "Name" }).fill("A day off");
  await form.getByRole("button", { name: "Add holiday" }).click();
  await expect(page.getByLabel("Day", { exact: true })).toBeFocused();
  await expect(form.getByRole("alert")).toHaveCount(0);
  // A second Escape is required to discard input.
  await page.keyboard.press("Escape");
  await expect(form.getByText("Press Escape again")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("A day off");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await page.getByRole("button", { name: "Add holiday" }).click();
  await page.getByLabel("Day", { exact: true }).fill("2099-05-05");
  await page.getByRole("textbox", { name: "Name" }).fill("A day off");
  await page.getByRole("checkbox", { name: /^Tentative/ }).check();
  await page.getByRole("button", { name: "Add holiday" }).click();
  const day = page.getByRole("listitem").filter({ hasText: "A day off" });
  await expect(day).toContainText("Tentative");
  await day.getByRole("button", { name: /^Confirm/ }).click();
  await expect(day).not.toContainText("Tentative");
  await day.getByRole("button", { name: /^Open on/ }).click();
  await expect(day).toContainText("Working day");
  await day.getByRole("button", { name: /^Remove/ }).click();
  await expect(day).toBeHidden();

  await page.getByRole("button", { name: "Plan shorter days" }).click();
  await page.getByLabel("First day").fill("2099-02-01");
  await page.getByLabel("Last day").fill("2099-03-01");
  await page.getByRole("button", { name: "Plan shorter days" }).click();
  await expect(page.getByText("2h shorter")).toBeVisible();
});

test("merges two records of one customer @long", async ({ page, product }) => {
  await signIn(page, "/admin/customers");
  await expect(page.getByRole("row").nth(3)).toBeVisible();
  const ids: string[] = [];
  for (const phone of ["0508889901", "0508889902"]) {
    const answer = await page.request.post("/api/admin/bookings", {
      headers: { Origin: product.origin },
      data: {
        customerName: "Huda Karim",
        email: "huda@example.com",
        phone,
        service: "plumbing",
        addressParts: { street: "12 Street", area: "Mirdif" },
      },
    });
    ids.push((await answer.json()).booking.customerId);
  }
  await page.getByRole("button", { name: "Possible duplicates" }).click();
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("link", { name: "Huda Karim" }).first().click();
  const customer = drawer(page, "Huda Karim");
  await customer.getByRole("button", { name: "Add note" }).click();
  await customer.getByLabel("Internal note").fill("Calls after six");
  await customer.getByRole("button", { name: "Save note" }).click();
  await expect(customer.getByText("Calls after six")).toBeVisible();

  // The form names the other record with that phone before it changes anything.
  await chooseAction(customer, "Edit name, phone and email");
  await customer.getByRole("textbox", { name: "Email" }).fill("");
  await customer.getByRole("textbox", { name: "Phone" }).fill("0501");
  await customer.getByRole("button", { name: "Save" }).click();
  await expect(customer.getByText("Please enter a valid UAE phone number")).toBeVisible();
  await customer.getByRole("textbox", { name: "Phone" }).fill("0508889901");
  await customer.getByRole("button", { name: "Save" }).click();
  await expect(customer.getByRole("alert")).toContainText("Another customer has this phone");
  await customer.getByRole("button", { name: "Save anyway" }).click();
  await expect(customer.getByText(/^Phone: .+ → /)).toBeVisible();
  await customer.getByRole("link", { name: "New booking for this customer" }).click();
  const addForm = drawer(page, "New booking");
  await expect(addForm.getByLabel("Full name")).toHaveValue("Huda Karim");
  await expect(addForm.getByLabel("Street address")).toHaveValue("12 Street");
  await addForm.getByRole("button", { name: "Cancel", exact: true }).click();

  await customer.getByRole("button", { name: "Merge Huda Karim into this customer" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("This cannot be undone.")).toBeVisible();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByText("Huda Karim is now part of Huda Karim")).toBeVisible();
  await expect(customer.getByRole("link", { name: /^Plumbing BK-/ })).toHaveCount(2);
  await page.getByRole("button", { name: "Possible duplicates" }).click();
  await expect(page.getByText("No duplicates")).toBeVisible();
  const keptRecord = page.url().match(/customers\/([^?]+)/)![1]!;
  const merged = ids.find((id) => id !== keptRecord)!;
  await page.goto(`/admin/customers/${merged}`);
  await expect(page).toHaveURL(`/admin/customers/${keptRecord}`);
});

test("accessibility: the people and catalog screens pass the checks @turn-4", async ({ page }) => {
  const item = page.locator("[data-list-item]").filter({ visible: true }).first();
  const press = async (...names: string[]) => {
    for (const name of names) await page.getByRole("button", { name, exact: true }).click();
  };
  /** Each screen with a function that opens its forms and dialogs. */
  const screens: [path: string, open: () => Promise<void>][] = [
    ["/admin/technicians", () => expect(item).toBeVisible()],
    [
      "/admin/technicians",
      async () => {
        await item.click();
        await press(
          "Edit weekly shifts",
          "Edit skills",
          "Add time off",
          "Add certificate",
          "Edit home areas",
        );
        await expect(page.getByRole("checkbox", { name: "Plumbing" })).toBeVisible();
      },
    ],
    ["/admin/services", () => expect(item).toBeVisible()],
    [
      "/admin/services",
      async () => {
        await item.click();
        await expect(page.getByLabel("Summary (one or two sentences)").first()).toBeVisible();
        await press("Change price");
      },
    ],
    ["/admin/customers", () => expect(item).toBeVisible()],
    [
      "/admin/customers",
      async () => {
        await item.click();
        await press("Add note", "More");
        await page.getByRole("menuitem", { name: "Edit name, phone and email" }).click();
      },
    ],
    [
      "/admin/bookings/new",
      () => expect(page.getByRole("button", { name: "Book", exact: true })).toBeVisible(),
    ],
    [
      "/admin/bookings?service=plumbing",
      async () => {
        await item.click();
        await press("Log contact", "Add note");
      },
    ],
    ["/admin/holidays", () => press("Add holiday", "Plan shorter days")],
  ];
  await signInAsAdmin(page);
  for (const [path, open] of casesForRun(screens, createRandom(seedOfRun()))) {
    await page.setViewportSize(DESKTOP);
    await page.goto(path);
    await open();
    await expectGoodLayout(page);
  }
});

test("sorts a list by its headings, keeps the order in the address and offers a select on cards", async ({
  page,
}) => {
  await signIn(page, "/admin/customers");
  const heading = page.getByRole("columnheader", { name: "Name" });
  const names = () => page.locator("td [data-list-item]").allTextContents();
  const isSorted = async (up: boolean) => {
    const shown = (await names()).map((name) => name.toLowerCase());
    const sorted = shown.toSorted((firstName, secondName) => firstName.localeCompare(secondName, "en"));
    return shown.length > 1 && shown.join() === (up ? sorted : sorted.toReversed()).join();
  };
  await expect(heading).not.toHaveAttribute("aria-sort");
  await heading.getByRole("button").press("Enter");
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await expect(page).toHaveURL("/admin/customers?sort=name");
  await expect.poll(() => isSorted(true)).toBe(true);
  await heading.getByRole("button").click();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expect.poll(() => isSorted(false)).toBe(true);
  await page.reload();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await expectAccessible(page);

  await page.setViewportSize({ width: 390, height: 844 });
  const choice = page.getByRole("combobox", { name: "Sort by" });
  await expect(choice).toHaveValue("-name");
  await choice.selectOption("Latest first");
  await expect(page).toHaveURL("/admin/customers");
  if (!isLongRun) return;
  await page.goto("/admin/technicians");
  await expect(choice.locator("option:checked")).toHaveText("Name, ascending");
  await choice.selectOption({ label: "Today, descending" });
  await expect(page).toHaveURL("/admin/technicians?sort=-load");
});
