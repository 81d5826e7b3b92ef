import { randomUUID } from "node:crypto";
import type { APIRequestContext, APIResponse, Browser, Locator, Page } from "@playwright/test";
import { expect } from "./fixture";
import { PHONE } from "./looks";
import { ADMIN, type Product } from "./product";

/** Steps shared by several tests. */

/** Fills the sign-in form on the page or after its redirect. */
export async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.locator("form").getByRole("button", { name: "Sign In" }).click();
}

/** Opens an address with an admin session created by the API; the sign-in form has its own tests. */
export async function openAsAdmin(page: Page, path: string): Promise<void> {
  await signedIn(page, ADMIN);
  await page.goto(path);
}

/**
 * Bounding box in CSS pixels of the window. Waits for the element, which may be missing during a re-render.
 */
export async function boxOf(locator: Locator) {
  return locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  });
}

/** Signs in through the API in the page's browser context. */
async function signedIn(page: Page, data: { email: string; password: string }): Promise<void> {
  const answer = await page.request.post("/api/auth/sign-in/email", { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Signs in as a colleague of the sample, after setting a password through the emailed link. */
export async function signInAs(page: Page, product: Product, email: string): Promise<void> {
  const Origin = product.origin;
  await page.request.post("/api/auth/request-password-reset", { headers: { Origin }, data: { email } });
  const linkIn = async () =>
    (await product.mailsTo(email)).map(({ text }) => /#reset=(\S+)/.exec(text ?? "")?.[1]).at(-1);
  await expect.poll(linkIn).toBeTruthy();
  const password = "a password of their own";
  await page.request.post("/api/auth/reset-password", {
    headers: { Origin },
    data: { link: await linkIn(), password },
  });
  await signedIn(page, { email, password });
}

/** Fills the booking form except time and message, and answers the security check. */
export async function fillBookingForm(
  page: Page,
  { email, service }: { email: string; service: string },
): Promise<void> {
  await fillWho(page, email);
  await page.getByLabel("Service", { exact: true }).selectOption(service);
  await page.getByLabel("Street address").fill("12 Al Marsa Street");
  await answerSum(page);
  await expect(page.getByText("You may now proceed with your booking.")).toBeVisible();
}

export async function fillWho(page: Page, email: string): Promise<void> {
  await page.getByLabel("Full name").fill("Omar Haddad");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("UAE phone number").fill("0501234567");
}

/**
 * Assigns the first suggested technician at a suggested time, because all may be busy at the form's initial
 * time.
 */
export async function assignWhoIsSuggested(drawer: Locator): Promise<void> {
  await drawer.getByRole("button", { name: "Assign a technician" }).click();
  await drawer.getByRole("group", { name: "Suggested" }).getByRole("button").first().click();
  await expect(drawer.getByRole("radio", { checked: true })).toBeVisible();
  await drawer.getByRole("button", { name: "Assign", exact: true }).click();
}

const SUM = /^\d+ \+ \d+ = \?$/;

/** Answer field of the security check; a form may have other number fields, too. */
export const sumField = (within: Page | Locator) => within.getByLabel(SUM);

/** Answers the security check; `off` is added to the correct sum. */
export async function answerSum(page: Page, off = 0): Promise<void> {
  await movePointer(page);
  const question = page.getByText(SUM);
  await question.scrollIntoViewIfNeeded();
  const [a = 0, b = 0] = ((await question.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
  await sumField(page).fill(String(a + b + off));
  await page.getByRole("button", { name: "Verify" }).click();
}

/** Page of a signed-in customer with a confirmed account, at phone size. */
export async function customerWithAccount(
  browser: Browser,
  product: Product,
  { email, name }: { email: string; name: string },
): Promise<Page> {
  const headers = { Origin: product.origin };
  const password = "a password of their own";
  const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE });
  await context.request.post("/api/auth/sign-up/email", { headers, data: { email, password, name } });
  const confirmation = async () =>
    (await product.mailsTo(email))
      .map(({ text }) => /#confirm=([\w.-]+)/.exec(text ?? "")?.[1])
      .find(Boolean);
  await expect.poll(confirmation).toBeTruthy();
  const signedIn = await context.request.post("/api/auth/sign-in/email", {
    headers,
    data: { email, password, link: await confirmation() },
  });
  expect(signedIn.ok(), await signedIn.text()).toBe(true);
  return context.newPage();
}

/** Sends a booking request as the form does; returns its reference. */
export async function requestBooking(
  visitor: APIRequestContext,
  wish: Record<string, unknown> = {},
): Promise<string> {
  return (await book(visitor, wish)).reference;
}

/** As `requestBooking`, but returns the whole response. */
export async function book(
  visitor: APIRequestContext,
  wish: Record<string, unknown> = {},
): Promise<{ bookingId: string; reference: string; followUrl: string; booking: { version: number } }> {
  const check = await (await visitor.get("/api/security-check")).json();
  const answer = await visitor.post("/api/handle-booking", {
    data: {
      customerName: "Layla Haddad",
      email: `visitor-${randomUUID()}@example.com`,
      phone: "0501234567",
      service: "plumbing",
      message: "The kitchen tap drips",
      address: "Al Marsa Street, Dubai Marina",
      addressParts: {
        street: "Al Marsa Street",
        buildingName: "",
        unitNumber: "",
        area: "Dubai Marina",
        landmark: "",
      },
      securityCheck: { id: check.id, answer: check.a + check.b },
      ...wish,
    },
  });
  expect(answer.status()).toBe(200);
  return await answer.json();
}

/** API call in the office's session; throws if the request is rejected. */
export type OfficeCall = (path: string, data: object) => ReturnType<APIResponse["json"]>;

/** Sends a quote with one line and a deposit for a booking; returns the quote's id and link. */
export async function sendQuote(
  call: OfficeCall,
  office: APIRequestContext,
  bookingId: string,
  wish: { unitFils: number; depositPercent: number },
): Promise<{ id: string; url: string }> {
  const { id } = await call(`/admin/bookings/${bookingId}/quotes`, {});
  const { quote } = await (await office.get(`/api/admin/quotes/${id}`)).json();
  const { version } = await call(`/admin/quotes/${id}/draft`, {
    version: quote.version,
    title: "Paint the hall",
    introduction: "",
    terms: "",
    lines: [
      {
        section: "",
        description: "Walls and ceiling",
        quantityHundredths: 100,
        unit: "",
        unitFils: wish.unitFils,
        optional: false,
        serviceId: null,
        priceId: null,
      },
    ],
    discount: { kind: "none" },
    depositPercent: wish.depositPercent,
    validDays: 30,
    photoIds: [],
    serviceId: quote.serviceId,
    propertyId: quote.propertyId,
  });
  const { url } = await call(`/admin/quotes/${id}/send`, { version, by: "link" });
  return { id, url };
}

/** Moves the pointer by more than one event, because the first only sets its position. */
export async function movePointer(page: Page): Promise<void> {
  await page.mouse.move(5, 300);
  await page.mouse.move(6, 301);
}

/**
 * Waits for the deferred scripts, which load at the first interaction; before them, links load whole pages.
 */
export async function awake(page: Page): Promise<void> {
  await movePointer(page);
  await expect(page.locator("#footer button").first()).toHaveJSProperty("tagName", "BUTTON");
  await page.waitForFunction(() => {
    const button = document.querySelector("#footer button");
    return button !== null && Object.keys(button).some((key) => key.startsWith("__reactProps"));
  });
}

/** Blocks the page's scripts, or those matching `files`, until the returned function is called. */
export async function holdCode(page: Page, files = /assets\/.*\.js$/): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

/** Opens a page with blocked scripts; the returned function releases them. */
export async function openBeforeCode(page: Page, path: string, files?: RegExp): Promise<() => void> {
  const letCodeIn = await holdCode(page, files);
  // Does not wait for the load event, which waits for blocked scripts.
  await page.goto(path, { waitUntil: "commit" });
  return letCodeIn;
}

/** Waits for hydration; deferred scripts may still be missing. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("__reactContainer")));
}

/**
 * Creates a quote with a deposit and an issued invoice of a completed booking by API, with their emailed
 * links.
 */
export async function createDocuments(product: Product, office: APIRequestContext) {
  await office.post("/api/auth/sign-in/email", { data: ADMIN });
  const call = async (path: string, data: object) => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answer = await office.post(`/api${path}`, { data, headers });
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  // A new email and phone, because a known one would match an existing customer, who would receive the
  // documents.
  const at = Date.now();
  const email = `layla.${at}@example.com`;
  const phone = `056${String(at).slice(-7)}`;
  const { bookingId, followUrl } = await book(office, { email, phone });
  await call(`/admin/bookings/${bookingId}/transitions`, { move: "confirm", version: 1 });

  const sent = await sendQuote(call, office, bookingId, { unitFils: 1000_00, depositPercent: 30 });

  const { invoice } = await call("/admin/invoices/drafts", { bookingId });
  await call(`/admin/invoices/${invoice.id}/issue`, {
    version: invoice.version,
    draft: { lines: [{ description: "AC service", quantityHundredths: 100, unit: "", unitFils: 250_00 }] },
  });
  const mailed = async () => {
    const texts = (await product.mailsTo(email)).map(({ text }) => text ?? "");
    return texts.flatMap((text) => /http\S+\/invoices\/\S+/.exec(text) ?? [])[0];
  };
  await expect.poll(mailed, { timeout: 30_000 }).toBeTruthy();
  return { quote: sent.url, invoice: (await mailed())!, booking: followUrl, phone };
}
