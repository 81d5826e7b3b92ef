/*
 * Service worker that shows push messages as notifications (app/platform/push/push-message.ts) and answers from their
 * buttons. The technician's worker imports it; the office registers it alone, so it handles no requests and caches nothing.
 */
const ANSWER_TIMEOUT_MS = 8_000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const message = readMessage(event.data);
  if (message) event.waitUntil(show(message));
});

self.addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  event.waitUntil(answer(notification.data, action));
});

function readMessage(data) {
  try {
    const message = data?.json();
    return typeof message?.title === "string" ? message : null;
  } catch {
    return null;
  }
}

function show(message) {
  const { title, body, tag, urgent = false, silent = false, actions = [], language, direction } = message;
  return self.registration.showNotification(title, {
    body,
    tag,
    lang: language,
    dir: direction,
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    renotify: !silent,
    silent,
    requireInteraction: urgent,
    ...(urgent && { vibrate: [400, 200, 400, 200, 800] }),
    actions: actions.map(({ name, title }) => ({ action: name, title })),
    data: message,
  });
}

/** Sends the answer of a button; otherwise, and after a refusal or without a connection, opens the page. */
async function answer(message, name) {
  const action = message.actions?.find((one) => one.name === name);
  const response = action && (await send(action.post));
  if (!response) return openPage(message.path);
  await show({ ...message, body: action.done, urgent: false, silent: true, actions: [] });
  // A null field has no page of its own.
  const path = action.thenPath?.replace(/\{(\w+)\}/g, (_, field) => response[field] ?? "null");
  if (action.thenPath) return openPage(path.includes("null") ? message.path : path);
}

/** Response body after success; null otherwise. */
async function send({ path, body }) {
  try {
    const response = await fetch(onOrigin(path), {
      method: "POST",
      credentials: "same-origin",
      headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** An open page keeps its unsaved input: it navigates by itself (use-push-notifications.ts). */
async function openPage(path) {
  const url = onOrigin(path);
  const scope = new URL(self.registration.scope).pathname;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find((page) => new URL(page.url).pathname.startsWith(scope));
  if (!open) return self.clients.openWindow(url.href);
  open.postMessage({ openPath: url.pathname + url.search });
  return open.focus();
}

/** Never another site, whatever the message says. */
function onOrigin(path) {
  const url = new URL(path, self.location.origin);
  return url.origin === self.location.origin ? url : new URL(self.registration.scope);
}
