import { randomUUID } from "node:crypto";
import type {
  APIRequestContext,
  APIResponse,
  Browser,
  BrowserContextOptions,
  Locator,
  Page,
} from "@playwright/test";
import { expect } from "./fixture";
import { ADMIN, type Product, withDatabase } from "./product";
import { DESKTOP, PHONE, TABLET } from "./visual-checks";

/** Steps shared by several tests. */

/** Fills the sign-in form on the page or after its redirect. */
export async function fillSignIn(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.locator("form").getByRole("button", { name: "Sign In" }).click();
}

/** Opens an address with an admin session created by the API; the sign-in form has its own tests. */
export async function openAsAdmin(page: Page, path: string): Promise<void> {
  await signInAsAdmin(page);
  await page.goto(path);
}

export function signInAsAdmin(page: Page): Promise<void> {
  return signInByApi(page, ADMIN);
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
export async function signInByApi(page: Page, data: { email: string; password: string }): Promise<void> {
  const answer = await page.request.post("/api/auth/sign-in/email", { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Signs in as a colleague of the sample, after setting a password through the emailed link. */
export async function signInAs(page: Page, product: Product, email: string): Promise<void> {
  const headers = { Origin: product.origin };
  await page.request.post("/api/auth/request-password-reset", { headers, data: { email } });
  await signInByResetLink(page, product, email);
}

/** Signs in after setting a password through the last emailed link, such as that of an invitation. */
export async function signInByResetLink(page: Page, product: Product, email: string): Promise<void> {
  const Origin = product.origin;
  const findResetLink = async () =>
    (await product.emailsTo(email)).map(({ text }) => /#reset=(\S+)/.exec(text ?? "")?.[1]).at(-1);
  await expect.poll(findResetLink).toBeTruthy();
  const password = "a password of their own";
  await page.request.post("/api/auth/reset-password", {
    headers: { Origin },
    data: { link: await findResetLink(), password },
  });
  await signInByApi(page, { email, password });
}

/** Fills the booking form except time and message, and answers the security check. */
export async function fillBookingForm(
  page: Page,
  { email, service }: { email: string; service: string },
): Promise<void> {
  await page.getByLabel("Service", { exact: true }).selectOption(service);
  await continueOnPhone(page);
  if (service !== "emergency") await continueOnPhone(page);
  await page.getByLabel("Street address").fill("12 Al Marsa Street");
  await continueOnPhone(page);
  await fillContactDetails(page, email);
  await answerSecurityCheck(page);
  await expect(page.getByText("You may now proceed with your booking.")).toBeVisible();
}

/** Opens the next step of the booking form, which has steps on phones alone. */
export async function continueOnPhone(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? DESKTOP.width) >= TABLET.width) return;
  const step = page.getByText(/^Step \d of \d$/);
  // The bar with the button is shown while the form is in view.
  await step.scrollIntoViewIfNeeded();
  const before = await step.textContent();
  await page.getByRole("button", { name: /Continue$/ }).click();
  await expect(step).not.toHaveText(before!);
}

export async function fillContactDetails(page: Page, email: string): Promise<void> {
  await page.getByLabel("Full name").fill("Omar Haddad");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("UAE phone number").fill("0501234567");
}

/** Chooses a rare action of an opened record from its menu. */
export async function chooseAction(drawer: Locator, name: string): Promise<void> {
  await drawer.getByRole("button", { name: "More", exact: true }).click();
  await drawer.page().getByRole("menuitem", { name, exact: true }).click();
}

/**
 * Assigns the first suggested technician at a suggested time, because all may be busy at the form's initial
 * time.
 */
export async function assignSuggestedTechnician(drawer: Locator): Promise<void> {
  await drawer.getByRole("button", { name: "Assign a technician" }).click();
  await drawer.getByRole("group", { name: "Suggested" }).getByRole("button").first().click();
  await expect(drawer.getByRole("radio", { checked: true })).toBeVisible();
  await drawer.getByRole("button", { name: "Assign", exact: true }).click();
}

const SUM_QUESTION = /^\d+ \+ \d+ = \?$/;

/** Answer field of the security check; a form may have other number fields, too. */
export const securityAnswerField = (within: Page | Locator) => within.getByLabel(SUM_QUESTION);

/** Answers the security check; `off` is added to the correct sum. */
export async function answerSecurityCheck(page: Page, off = 0): Promise<void> {
  await movePointer(page);
  const question = page.getByText(SUM_QUESTION);
  await question.scrollIntoViewIfNeeded();
  const [a = 0, b = 0] = ((await question.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
  await securityAnswerField(page).fill(String(a + b + off));
  await page.getByRole("button", { name: "Verify" }).click();
}

/** Page of a signed-in customer with a confirmed account, at phone size. */
export async function customerWithAccount(
  browser: Browser,
  product: Product,
  { email, name }: { email: string; name: string },
  options: BrowserContextOptions = {},
): Promise<Page> {
  const headers = { Origin: product.origin };
  const password = "a password of their own";
  const context = await browser.newContext({ baseURL: product.origin, viewport: PHONE, ...options });
  await context.request.post("/api/auth/sign-up/email", { headers, data: { email, password, name } });
  const confirmation = async () =>
    (await product.emailsTo(email))
      .map(({ text }) => /#confirm=([\w.-]+)/.exec(text ?? "")?.[1])
      .find(Boolean);
  await expect.poll(confirmation).toBeTruthy();
  const signInResponse = await context.request.post("/api/auth/sign-in/email", {
    headers,
    data: { email, password, link: await confirmation() },
  });
  expect(signInResponse.ok(), await signInResponse.text()).toBe(true);
  return context.newPage();
}

/** Sends a booking request as the form does; returns its reference. */
export async function requestBooking(
  visitor: APIRequestContext,
  overrides: Record<string, unknown> = {},
): Promise<string> {
  return (await book(visitor, overrides)).reference;
}

/** A mobile number that no other customer of the tests has. */
export function newPhone(): string {
  return `05${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
}

/** Like `requestBooking`, but returns the whole response. */
export async function book(
  visitor: APIRequestContext,
  overrides: Record<string, unknown> = {},
): Promise<{ bookingId: string; reference: string; followUrl: string; booking: { version: number } }> {
  const check = await (await visitor.get("/api/security-check")).json();
  const answer = await visitor.post("/api/handle-booking", {
    data: {
      customerName: "Layla Haddad",
      email: `visitor-${randomUUID()}@example.com`,
      phone: "0501234567",
      service: "plumbing",
      items:
        (overrides.service ?? "plumbing") === "plumbing"
          ? [{ service: "plumbing", item: "call-out", quantity: 1 }]
          : [],
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
      ...overrides,
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
  price: { unitFils: number; depositPercent: number },
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
        unitFils: price.unitFils,
        optional: false,
        serviceId: null,
        priceId: null,
      },
    ],
    discount: { kind: "none" },
    depositPercent: price.depositPercent,
    validDays: 30,
    photoIds: [],
    serviceId: quote.serviceId,
    propertyId: quote.propertyId,
  });
  const { url } = await call(`/admin/quotes/${id}/send`, { version, channel: "link" });
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
export async function waitForDeferredScripts(page: Page): Promise<void> {
  // Repeated, because a page that does not listen yet misses a move.
  await expect(async () => {
    await movePointer(page);
    expect(await isHydrated(page.locator("#footer button").first())).toBe(true);
  }).toPass();
}

/** True once React handles the events of the element; false while the element is missing. */
function isHydrated(element: Locator): Promise<boolean> {
  return element.evaluateAll((found) =>
    found.some((node) => Object.keys(node).some((key) => key.startsWith("__reactProps"))),
  );
}

/** Waits for the script of a public form, which keeps typed values across a page load. */
export async function waitForForm(form: Locator): Promise<void> {
  await form.locator("[name=email]").focus();
  await expect.poll(() => isHydrated(form)).toBe(true);
}

/** Blocks the page's scripts, or those matching `files`, until the returned function is called. */
export async function blockScripts(page: Page, files = /assets\/.*\.js$/): Promise<() => void> {
  const blocked = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await blocked.promise;
    await route.fallback();
  });
  return blocked.resolve;
}

/** Opens a page with blocked scripts; the returned function releases them. */
export async function openWithBlockedScripts(page: Page, path: string, files?: RegExp): Promise<() => void> {
  const releaseScripts = await blockScripts(page, files);
  // Does not wait for the load event, which waits for blocked scripts.
  await page.goto(path, { waitUntil: "commit" });
  return releaseScripts;
}

/** Waits for hydration; deferred scripts may still be missing. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith("__reactContainer")));
}

/** Creates a quote with a deposit and an issued invoice of a completed booking by API, with the emailed links. */
export async function createDocuments(product: Product, office: APIRequestContext) {
  const { issued: _, ...documents } = await issueDocuments(office);
  const { email } = documents;
  const findInvoiceLink = async () => {
    await sendWaitingEmails(product);
    const texts = (await product.emailsTo(email)).map(({ text }) => text ?? "");
    return texts.flatMap((text) => /http\S+\/invoices\/\S+/.exec(text) ?? [])[0];
  };
  await expect.poll(findInvoiceLink, { timeout: 30_000 }).toBeTruthy();
  return { ...documents, invoice: (await findInvoiceLink())! };
}

/**
 * Sends the emails now that wait for further events of their recipient
 * (docs/decisions/0102-email-digests.md). Call it in each poll, because an event may not have its email yet.
 */
export async function sendWaitingEmails(product: Product): Promise<void> {
  await withDatabase(product, (client) =>
    client.query(
      "UPDATE mails SET due_at = now() WHERE state = 'queued' AND digest IS NOT NULL AND due_at > now()",
    ),
  );
}

/** Like `createDocuments`, but does not wait for the invoice's PDF and email. */
export async function issueDocuments(office: APIRequestContext) {
  await office.post("/api/auth/sign-in/email", { data: ADMIN });
  const call = async (path: string, data: object) => {
    const headers = { "Idempotency-Key": crypto.randomUUID() };
    const answer = await office.post(`/api${path}`, { data, headers });
    expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true);
    return answer.json();
  };
  // A new email and phone, because a known one would match an existing customer, who would receive the
  // documents.
  const now = Date.now();
  const email = `layla.${now}@example.com`;
  const phone = `056${String(now).slice(-7)}`;
  const { bookingId, followUrl } = await book(office, { email, phone });
  await call(`/admin/bookings/${bookingId}/transitions`, { transition: "confirm", version: 1 });

  const sent = await sendQuote(call, office, bookingId, { unitFils: 1000_00, depositPercent: 30 });

  const draft = (await call("/admin/invoices/drafts", { bookingId })).invoice;
  const { invoice } = await call(`/admin/invoices/${draft.id}/issue`, {
    version: draft.version,
    draft: { lines: [{ description: "AC service", quantityHundredths: 100, unit: "", unitFils: 250_00 }] },
  });
  return { email, phone, quote: sent.url, booking: followUrl, issued: invoice };
}
