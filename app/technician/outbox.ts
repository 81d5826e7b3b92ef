import { ownVisits } from "~/features/operations/technician-app/client";
import { createPersistedList } from "~/features/operations/technician-app/offline/persisted-list";
import {
  addTap,
  type DraftOf,
  listTaps,
  type NewTap,
  type Picture,
  removeTap,
  saveTap,
  type Tap,
} from "~/features/operations/technician-app/offline/phone-store";
import { m } from "~/paraglide/messages";
import { HttpError, newKey } from "~/platform/browser/http-client";
import { uploadPicture } from "~/platform/browser/upload-client";

/**
 * Sends taps to the server: stored first, then sent in order, each exactly once. A connection failure leaves
 * them in place. A refused tap stays with the server's message and blocks later taps of its visit.
 */

export const outbox = createPersistedList(listTaps);

/** `draft`: the report draft that this tap replaces. */
export async function storeTap(tap: NewTap, draft: DraftOf | null): Promise<void> {
  await addTap({ ...tap, key: newKey(), tappedAt: new Date().toISOString(), refused: null }, draft);
  await outbox.refresh();
}

/** Result of sending: everything sent, waiting for a connection, or signed out. */
export type SendResult = "done" | "later" | "signed-out";

interface Sender {
  userId: string;
  /**
   * The server has accepted the tap. Called before it leaves the outbox, so that the page never falls back.
   */
  onSent: (tap: Tap) => void;
}

let sending: Promise<SendResult> | null = null;

/** End of the pause that the server asked for, in epoch milliseconds. */
let pausedUntil = 0;

/** Remaining pause in milliseconds. */
export function pauseMs(): number {
  return Math.max(0, pausedUntil - Date.now());
}

/** Sends waiting taps. Concurrent calls share one run; concurrent tabs run one after the other. */
export function sendTaps(sender: Sender): Promise<SendResult> {
  if (pauseMs() > 0) return Promise.resolve("later");
  sending ??= withLock(() => sendInOrder(sender)).finally(() => {
    sending = null;
  });
  return sending;
}

/** Browsers offer no locks over plain HTTP; idempotency keys prevent duplicates there. */
function withLock(work: () => Promise<SendResult>): Promise<SendResult> {
  return navigator.locks ? navigator.locks.request("technician-outbox", work) : work();
}

async function sendInOrder({ userId, onSent }: Sender): Promise<SendResult> {
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
    // The server removes unclaimed uploads after a day, so all are uploaded again.
    for (const picture of picturesOf(tap)) picture.id = null;
    await uploadAll(tap);
    await post(tap);
  }
}

/** Each finished upload is saved at once, so that a broken connection repeats one picture only. */
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
  const { visitId, move, minutes, version, tappedAt, confirmOtherDay, reason, note, photos, signature } = tap;
  const asked = {
    visitId,
    transition: move,
    ...(minutes ? { minutes } : {}),
    version,
    tappedAt,
    ...(confirmOtherDay ? { confirmOtherDay } : {}),
    reason,
    note,
    photoIds: photos.map(({ id }) => id!),
    ...(signature ? { signature: { fileId: signature.id!, signedBy: signature.signedBy } } : {}),
  };
  try {
    const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
    await ownVisits.send("/technician/visits/{visitId}/transitions", asked, tap.key, signal);
  } catch (error) {
    if (error instanceof DOMException) throw new HttpError(0, m.common_offline(), "offline");
    throw error;
  }
}

/** A refusal is final; any other failure is retried. */
function failureOf(error: unknown): "refused" | Exclude<SendResult, "done"> {
  if (!(error instanceof HttpError)) throw error;
  if (error.status === 401) return "signed-out";
  if (error.status === 429) pausedUntil = Date.now() + (Number(error.body.retryAfterSeconds) || 60) * 1000;
  const isNo = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 408;
  return isNo ? "refused" : "later";
}

/** Sends the refused taps of a visit again from its current version, also for a visit of another day. */
export async function sendAgain(visitId: string, version: number): Promise<void> {
  const taps = outbox.list().filter((tap) => tap.visitId === visitId);
  for (const [index, tap] of taps.entries()) {
    await saveTap({ ...tap, version: version + index, key: newKey(), confirmOtherDay: true, refused: null });
  }
  await outbox.refresh();
}

/** Discards refused taps and those that depend on them. */
export async function discard(visitId: string): Promise<void> {
  for (const tap of outbox.list().filter((tap) => tap.visitId === visitId)) await removeTap(tap);
  await outbox.refresh();
}
