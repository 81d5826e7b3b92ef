import { ownVisits } from "~/features/technician-app/client";
import { keptList } from "~/features/technician-app/phone/kept-list";
import {
  addTap,
  type DraftOf,
  listTaps,
  type NewTap,
  type Picture,
  removeTap,
  saveTap,
  type Tap,
} from "~/features/technician-app/phone/phone-store";
import { m } from "~/paraglide/messages";
import { HttpError, newKey } from "~/platform/browser/http-client";
import { uploadPicture } from "~/platform/browser/upload-client";

/**
 * What was tapped, on its way to the server: kept first, then sent in order, each exactly once. A connection that fails
 * leaves everything where it is. What the server refuses stays too, with its words, and holds up the rest of its visit.
 */

export const outbox = keptList(listTaps);

/** `draft`: what it was written in, which it takes the place of. */
export async function keepTap(tap: NewTap, draft: DraftOf | null): Promise<void> {
  await addTap({ ...tap, key: newKey(), tappedAt: new Date().toISOString(), refused: null }, draft);
  await outbox.refresh();
}

/** How sending ended: everything that could be sent was, or there is no connection, or nobody is signed in any more. */
export type Sent = "done" | "later" | "signed-out";

interface Sender {
  userId: string;
  /** The server has done it: told before it leaves the outbox, so that the page never falls back. */
  onSent: (tap: Tap) => void;
}

let sending: Promise<Sent> | null = null;

/** Until when the server has asked to be left alone, in milliseconds of the clock. */
let pausedUntil = 0;

/** How long the server has asked to be left alone from now on; nothing is sent before. */
export function pauseMs(): number {
  return Math.max(0, pausedUntil - Date.now());
}

/** Sends what waits. Asked while it is at it, it is the same sending; in two tabs at once, one after the other. */
export function sendTaps(sender: Sender): Promise<Sent> {
  if (pauseMs() > 0) return Promise.resolve("later");
  sending ??= alone(() => sendInOrder(sender)).finally(() => {
    sending = null;
  });
  return sending;
}

/** Pages served over plain HTTP in an office have no locks; there the keys alone keep it to once. */
function alone(work: () => Promise<Sent>): Promise<Sent> {
  return navigator.locks ? navigator.locks.request("technician-outbox", work) : work();
}

async function sendInOrder({ userId, onSent }: Sender): Promise<Sent> {
  for (;;) {
    await outbox.refresh();
    const taps = outbox.list();
    const heldUp = new Set(taps.filter(({ refused }) => refused).map(({ visitId }) => visitId));
    const next = taps.find((tap) => tap.userId === userId && !heldUp.has(tap.visitId));
    if (!next) return "done";
    try {
      await send(next);
    } catch (error) {
      const failure = failureOf(error);
      if (failure !== "refused") return failure;
      await saveTap({ ...next, refused: (error as HttpError).message });
      continue;
    }
    onSent(next);
    await removeTap(next);
  }
}

async function send(tap: Tap): Promise<void> {
  await uploadAll(tap);
  try {
    await post(tap);
  } catch (error) {
    if (!(error instanceof HttpError && error.reason === "unknown-photo")) throw error;
    // An upload that nothing came of is removed after a day: from the beginning, then.
    for (const picture of picturesOf(tap)) picture.id = null;
    await uploadAll(tap);
    await post(tap);
  }
}

/** What has arrived is noted at once, so that a broken connection costs one picture and not all. */
async function uploadAll(tap: Tap): Promise<void> {
  for (const picture of picturesOf(tap)) {
    if (picture.id) continue;
    const signal = new AbortController().signal;
    picture.id = await uploadPicture(picture.blob, { onProgress: () => {}, signal });
    await saveTap(tap);
  }
}

function picturesOf({ photos, signature }: Tap): Picture[] {
  return signature ? [...photos, signature] : photos;
}

const SEND_TIMEOUT_MS = 30_000;

async function post(tap: Tap): Promise<void> {
  const { visitId, move, minutes, version, tappedAt, anotherDay, reason, note, photos, signature } = tap;
  const asked = {
    visitId,
    move,
    ...(minutes ? { minutes } : {}),
    version,
    tappedAt,
    ...(anotherDay ? { anotherDay } : {}),
    reason,
    note,
    photoIds: photos.map(({ id }) => id!),
    ...(signature ? { signature: { fileId: signature.id!, by: signature.by } } : {}),
  };
  try {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    await ownVisits.send("/technician/visits/{visitId}/moves", asked, tap.key, signal);
  } catch (error) {
    if (error instanceof DOMException) throw new HttpError(0, m.common_offline(), "offline");
    throw error;
  }
}

/** A "no" stands; anything else may be different the next time, or when the server says. */
function failureOf(error: unknown): "refused" | Exclude<Sent, "done"> {
  if (!(error instanceof HttpError)) throw error;
  if (error.status === 401) return "signed-out";
  if (error.status === 429) pausedUntil = Date.now() + (Number(error.body.retryAfterSeconds) || 60) * 1000;
  const isNo = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408;
  return isNo ? "refused" : "later";
}

/** Sends a visit's taps again, as decided from what is known of it now; also those to a visit of another day. */
export async function sendAgain(visitId: string, version: number): Promise<void> {
  const own = outbox.list().filter((tap) => tap.visitId === visitId);
  for (const [index, tap] of own.entries()) {
    await saveTap({ ...tap, version: version + index, key: newKey(), anotherDay: true, refused: null });
  }
  await outbox.refresh();
}

/** Gives up what was refused, and what was tapped on top of it. */
export async function discard(visitId: string): Promise<void> {
  for (const tap of outbox.list().filter((tap) => tap.visitId === visitId)) await removeTap(tap);
  await outbox.refresh();
}
