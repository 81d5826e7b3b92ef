import type { BrowserContext, Page, Worker } from "@playwright/test";
import { isLongRun } from "../../test/faults/rounds";
import { type PushService, startPushService } from "../../test/harness/servers/push-service";
import { expect, test, WITHOUT_SAMPLE_DATA } from "../harness/fixture";
import { openAsAdmin } from "../harness/steps";
import {
  book,
  inviteTechnician,
  openTechnicianApp,
  PHONE,
  signInAsOffice,
} from "../harness/technician-steps";

/**
 * Push messages from the product over a push service to the notification. Chromium delivers the decrypted message by
 * its debugging protocol, because its own push service cannot be reached. Its headless shell refuses permission for
 * notifications, so the worker's calls to show them are recorded instead.
 */

test.use(isLongRun ? { env: WITHOUT_SAMPLE_DATA } : {});

/** From the request of an emergency to the push service. */
const MAX_DELAY_MS = 5_000;

let service: PushService;
test.beforeAll(async () => {
  service = await startPushService();
});
test.afterAll(() => service.close());

const deviceSwitch = (page: Page) => page.getByRole("checkbox", { name: "Notifications on this device" });

/** Lets the browser subscribe at the push service of the test. */
async function connectToPushService(context: BrowserContext): Promise<void> {
  await context.exposeFunction("subscribeAtTestService", (key: string) => service.subscribe("phone", key));
  await context.addInitScript(() => {
    const STORE = "push-subscription";
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    type Json = { endpoint: string; keys: { p256dh: string; auth: string } };
    const toSubscription = (json: Json) =>
      ({
        options: { applicationServerKey: null },
        toJSON: () => json,
        unsubscribe: async () => {
          localStorage.removeItem(STORE);
          return true;
        },
      }) as unknown as PushSubscription;
    PushManager.prototype.subscribe = async (options) => {
      const { subscribeAtTestService } = window as unknown as {
        subscribeAtTestService(key: string): Promise<Json>;
      };
      const json = await subscribeAtTestService(String(options?.applicationServerKey));
      localStorage.setItem(STORE, JSON.stringify(json));
      return toSubscription(json);
    };
    PushManager.prototype.getSubscription = async () => {
      const json = localStorage.getItem(STORE);
      return json ? toSubscription(JSON.parse(json)) : null;
    };
  });
}

/** Delivers a message to the service worker of the page. */
async function deliver(page: Page, origin: string, message: object): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) =>
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith("/technician"));
      if (own) resolve(own.registrationId);
    }),
  );
  await browser.send("ServiceWorker.enable");
  await browser.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId: await registration,
    data: JSON.stringify(message),
  });
  await browser.detach();
}

interface ShownNotification {
  title: string;
  body: string;
  tag: string;
}

/** Types of service workers, which TypeScript's library for pages lacks. */
interface WorkerScope extends EventTarget {
  registration: ServiceWorkerRegistration;
  ExtendableEvent: typeof Event;
  shown: (ShownNotification & { data: unknown; close(): void })[];
}

/** The technician's service worker, which records the notifications that it shows. */
async function findWorker(context: BrowserContext): Promise<Worker> {
  const find = () => context.serviceWorkers().find((one) => one.url().endsWith("/technician-worker.js"));
  await expect.poll(find).toBeTruthy();
  const worker = find()!;
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope;
    scope.shown = [];
    scope.registration.showNotification = async (title, { body = "", tag = "", data } = {}) => {
      const close = () => {
        scope.shown = scope.shown.filter((one) => one.tag !== tag);
      };
      close();
      scope.shown.push({ title, body, tag, data, close });
    };
  });
  return worker;
}

/** Notifications on the screen of the device. */
const notificationsOf = (worker: Worker): Promise<ShownNotification[]> =>
  worker.evaluate(() =>
    (self as unknown as WorkerScope).shown.map(({ title, body, tag }) => ({ title, body, tag })),
  );

/** Clicks a button of the notification. */
const click = (worker: Worker, tag: string, action: string) =>
  worker.evaluate(
    ({ tag, action }) => {
      const scope = self as unknown as WorkerScope;
      const notification = scope.shown.find((one) => one.tag === tag);
      const event = new scope.ExtendableEvent("notificationclick");
      scope.dispatchEvent(Object.assign(event, { notification, action }));
    },
    { tag, action },
  );

test("rings the phone for an emergency and accepts it from the notification @long", async ({
  browser,
  product,
  request: office,
  playwright,
}) => {
  const post = await signInAsOffice(office, product);
  const sara = await inviteTechnician(post, "Sara Haddad");
  const context = await browser.newContext({ ...PHONE, permissions: ["notifications"] });
  await connectToPushService(context);
  const phone = await openTechnicianApp(context, product, sara.email);
  await expect(deviceSwitch(phone)).not.toBeChecked();
  await deviceSwitch(phone).check();
  await expect(deviceSwitch(phone)).toBeEnabled();
  await expect(deviceSwitch(phone)).toBeChecked();
  await phone.reload();
  await expect(deviceSwitch(phone)).toBeChecked();

  const visitor = await playwright.request.newContext({ baseURL: product.origin });
  const requestedAt = Date.now();
  const { bookingId } = await book(visitor, { service: "emergency", trade: "plumbing" });
  const [first] = await service.waitFor(1);
  expect(first!.at - requestedAt).toBeLessThan(MAX_DELAY_MS);
  expect(service.refusals).toEqual([]);

  const { message } = first!;
  const worker = await findWorker(context);
  await deliver(phone, product.origin, message);
  await expect
    .poll(() => notificationsOf(worker))
    .toEqual([
      {
        title: "Emergency: Emergency Service (Plumbing), Dubai Marina",
        body: expect.stringMatching(/^Arrive by .+\nThe kitchen tap drips\.\nThe concierge has the key\.$/),
        tag: `emergency-${bookingId}`,
      },
    ]);
  const [second] = (await service.waitFor(2)).slice(1);
  expect((second!.at - first!.at) / 1000).toBeGreaterThan(13);
  expect((second!.at - first!.at) / 1000).toBeLessThan(18);

  await click(worker, message.tag, "accept");
  await expect(phone.getByRole("button", { name: "On my way", exact: true })).toBeVisible();
  await expect
    .poll(() => notificationsOf(worker))
    .toMatchObject([{ body: "You are going. Your visit is in My visits." }]);
  const { booking } = await (await office.get(`/api/admin/bookings/${bookingId}`)).json();
  expect(booking.state).toBe("scheduled");

  // An answer that is refused opens the page of the emergency.
  await deliver(phone, product.origin, {
    ...message,
    tag: "late",
    actions: [actionTo("missing"), actionTo("gone")],
  });
  await expect.poll(async () => (await notificationsOf(worker)).length).toBe(2);
  await click(worker, "late", "gone");
  await expect(phone.getByText(/^This emergency is no longer open/)).toBeVisible();
});

const actionTo = (name: string) => ({
  ...{ name, title: name, done: "Done" },
  post: { path: `/api/technician/emergencies/${crypto.randomUUID()}/accept`, body: {} },
});

test("switches notifications off on this device @long", async ({ browser, product, request: office }) => {
  const post = await signInAsOffice(office, product);
  const noor = await inviteTechnician(post, "Noor Salem");
  const context = await browser.newContext({ ...PHONE, permissions: ["notifications"] });
  await connectToPushService(context);
  const phone = await openTechnicianApp(context, product, noor.email);
  await deviceSwitch(phone).check();
  await expect(deviceSwitch(phone)).toBeEnabled();
  await deviceSwitch(phone).uncheck();
  await expect(deviceSwitch(phone)).toBeEnabled();
  await phone.reload();
  await expect(deviceSwitch(phone)).not.toBeChecked();
});

test("explains how to allow blocked notifications and names browsers without support @long", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.origin });
  await context.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  const blocked = await context.newPage();
  await openAsAdmin(blocked, "/user-settings#notifications");
  await expect(deviceSwitch(blocked)).toBeDisabled();
  await expect(blocked.getByText(/^The browser blocks notifications from this site\./)).toBeVisible();

  const old = await browser.newContext({ baseURL: product.origin });
  await old.addInitScript(() => {
    Reflect.deleteProperty(window, "PushManager");
  });
  const page = await old.newPage();
  await openAsAdmin(page, "/user-settings#notifications");
  await expect(deviceSwitch(page)).toBeDisabled();
  await expect(page.getByText("This browser cannot receive notifications.")).toBeVisible();
});

test("receives push messages for the office without caching its pages @turn-4", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, permissions: ["notifications"] });
  await connectToPushService(context);
  const page = await context.newPage();
  await openAsAdmin(page, "/user-settings#notifications");
  await deviceSwitch(page).check();
  await expect(deviceSwitch(page)).toBeEnabled();
  await expect(deviceSwitch(page)).toBeChecked();
  const registered = await page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    return registrations.map(({ scope, active }) =>
      [scope, active?.scriptURL].map((url) => new URL(url!).pathname),
    );
  });
  expect(registered).toEqual([["/admin", "/push-worker.js"]]);
  await page.goto("/admin");
  await expect(page.getByRole("main")).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
