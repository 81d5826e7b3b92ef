import { randomUUID } from "node:crypto";
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { expect } from "./fixture";
import { ADMIN, type Product } from "./product";

/** Steps of tests with technicians' phones. */

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const PASSWORD = "a technician's long password";

/** Signs in as the office and returns a function that posts to the API. */
export async function signInAsOffice(request: APIRequestContext, { origin }: Product) {
  const post = async (path: string, data: Record<string, unknown>) => {
    const answer = await request.post(`/api${path}`, {
      data,
      headers: { Origin: origin },
    });
    expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
    return answer.json();
  };
  await post("/auth/sign-in/email", ADMIN);
  return post;
}

export async function book(visitor: APIRequestContext, overrides: Record<string, unknown> = {}) {
  const check = await (await visitor.get("/api/security-check")).json();
  const answer = await visitor.post("/api/handle-booking", {
    data: {
      customerName: "Layla Haddad",
      email: `layla-${crypto.randomUUID()}@example.com`,
      phone: "0501234567",
      service: "plumbing",
      message: "The kitchen tap drips.\nThe concierge has the key.",
      address: "",
      addressParts: {
        street: "Al Marsa Street",
        buildingName: "Marina Diamond 4",
        unitNumber: "1203",
        area: "Dubai Marina",
        landmark: "",
      },
      securityCheck: { id: check.id, answer: check.a + check.b },
      ...overrides,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

/**
 * Adds a technician for plumbing and emergencies who works and is on call at all hours, with an address that no other
 * test invites.
 */
export async function addTechnician(post: Awaited<ReturnType<typeof signInAsOffice>>, name: string) {
  const email = `${randomUUID()}@company.example`;
  let { technician } = await post("/admin/technicians", { name, email, phone: "0501112223" });
  const change = async (verb: string, data: Record<string, unknown>) => {
    const body = { version: technician.version, ...data };
    ({ technician } = await post(`/admin/technicians/${technician.id}/${verb}`, body));
  };
  await change("skills", { serviceIds: ["plumbing", "emergency"] });
  const shifts = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMin: 0, endMin: 1440 }));
  await change("shifts", { shifts });
  await change("on-call/always", { always: true });
  return technician;
}

/** Adds a technician as `addTechnician` does and sends the invitation to the app. */
export async function inviteTechnician(post: Awaited<ReturnType<typeof signInAsOffice>>, name: string) {
  const technician = await addTechnician(post, name);
  await post(`/admin/technicians/${technician.id}/invite`, { version: technician.version });
  return technician;
}

export async function openTechnicianApp(
  context: BrowserContext,
  product: Product,
  email: string,
): Promise<Page> {
  const invitation = async () =>
    /http:\/\/\S+#reset=[\w.-]+/.exec(
      (await product.emailsTo(email)).map(({ text }) => text).join("\n"),
    )?.[0];
  await expect.poll(invitation).toBeTruthy();
  const page = await context.newPage();
  await page.goto((await invitation())!);
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set new password" }).click();
  await expect(page.getByText("Password Changed")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.locator("form").getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/technician");
  return page;
}

/**
 * Confirms a booking and assigns the technician `inHours` from now, on the hour in Dubai time; returns the
 * booking as the office sees it.
 */
export async function scheduleBooking(
  post: Awaited<ReturnType<typeof signInAsOffice>>,
  { bookingId, technicianId, inHours }: { bookingId: string; technicianId: string; inHours: number },
) {
  await post(`/admin/bookings/${bookingId}/transitions`, { transition: "confirm", version: 1 });
  const at = new Date(Date.now() + inHours * 3_600_000 + 4 * 3_600_000).toISOString();
  const { booking } = await post(`/admin/bookings/${bookingId}/assign`, {
    version: 2,
    technicianId,
    date: at.slice(0, 10),
    time: `${at.slice(11, 13)}:00`,
    override: "For this journey",
  });
  return booking;
}

export const step = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Presses a rare step, which stands behind More. */
export async function pressRareStep(page: Page, name: string): Promise<void> {
  await step(page, "More").click();
  await step(page, name).click();
}

export const outboxStatus = (page: Page, words: string) =>
  page.getByRole("status").filter({ hasText: words });

/**
 * Starts the way to a visit and expects the step to be queued. Late in the evening the visit is on the next
 * day, which needs a confirmation.
 */
export async function startJourney(page: Page): Promise<void> {
  await step(page, "On my way").click();
  const confirmButton = step(page, "Yes, I am on the way now");
  const queuedStep = outboxStatus(page, "1 step not sent yet");
  await expect(confirmButton.or(queuedStep)).toBeVisible();
  if (await confirmButton.isVisible()) await confirmButton.click();
  await expect(queuedStep).toBeVisible();
}

/** Waits until the service worker has cached the page for offline use. */
export async function waitForOfflineCache(page: Page, path = "/technician"): Promise<void> {
  await expect(async () => {
    expect(await page.evaluate(async (path) => Boolean(await caches.match(path)), path)).toBe(true);
  }).toPass();
}
