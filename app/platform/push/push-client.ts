import { apiClient } from "../browser/api-client";
import { localPath } from "../locale/locale";
import type { pushApi } from "./push-api.server";

/* Notifications on this device: permission and subscription of the browser, known to the server. */

export type PushState = "unsupported" | "blocked" | "off" | "on";

/** Service worker and pages that it serves. */
const apps = {
  technician: { worker: "/technician-worker.js", scope: "/technician" },
  office: { worker: "/push-worker.js", scope: "/admin" },
} as const;

export type PushApp = keyof typeof apps;

const api = apiClient<typeof pushApi>();

export async function findPushState(app: PushApp): Promise<PushState> {
  if (!isSupported()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  const subscription = await findSubscription(app);
  return subscription && Notification.permission === "granted" ? "on" : "off";
}

/** Asks the user for permission, so it must be called on a click. Throws if the browser or the server refuses. */
export async function turnPushOn(app: PushApp): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? "blocked" : "off";
  const { worker, scope } = apps[app];
  const registration = await navigator.serviceWorker.register(localPath(worker), { scope: localPath(scope) });
  await isActive(registration);
  const subscription = await subscribe(registration);
  try {
    await api.send("/push-subscriptions", toJson(subscription));
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  return "on";
}

export async function turnPushOff(app: PushApp): Promise<PushState> {
  await api.send("/push-subscriptions/remove", {});
  await (await findSubscription(app))?.unsubscribe();
  return "off";
}

/** Sends the browser's subscription, which outlives a session, to the server again. */
export async function renewPush(app: PushApp): Promise<void> {
  if ((await findPushState(app)) !== "on") return;
  const registration = await findRegistration(app);
  if (registration) await api.send("/push-subscriptions", toJson(await subscribe(registration)));
}

function isSupported(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

function findRegistration(app: PushApp): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.getRegistration(localPath(apps[app].scope));
}

async function findSubscription(app: PushApp): Promise<PushSubscription | null> {
  return (await (await findRegistration(app))?.pushManager.getSubscription()) ?? null;
}

/** Existing subscription, unless it was made with another key of the server. */
async function subscribe({ pushManager }: ServiceWorkerRegistration): Promise<PushSubscription> {
  const { publicKey } = await api.get("/push-subscriptions/key", {});
  const existing = await pushManager.getSubscription();
  const knownKey = existing?.options.applicationServerKey;
  if (existing && (!knownKey || toBase64Url(knownKey) === publicKey)) return existing;
  await existing?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

function toJson(subscription: PushSubscription) {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

function toBase64Url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function isActive({ installing, waiting, active }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active || !worker) return Promise.resolve();
  return new Promise((resolve) => {
    const look = () => worker.state === "activated" && resolve();
    worker.addEventListener("statechange", look);
    look();
  });
}
