import { ownVisits } from "~/features/operations/technician-app/client";
import {
  findDraft,
  paymentOfWords,
  photosToSend,
  refreshDrafts,
} from "~/features/operations/technician-app/offline/drafts";
import { createPersistedList } from "~/features/operations/technician-app/offline/persisted-list";
import {
  addTap,
  type DraftOf,
  listTaps,
  type NewTap,
  removeTap,
  saveTap,
  type Tap,
  type Upload,
} from "~/features/operations/technician-app/offline/phone-store";
import { HttpError, newKey } from "~/platform/browser/http-client";
import { uploadPicture, uploadRecording } from "~/platform/browser/upload-client";

/**
 * Sends taps to the server: stored first, then sent in order, each exactly once. A connection failure leaves
 * them in place. A refused tap stays with the server's message and blocks later taps of its visit. Taps of a
 * visit that the technician can no longer change go to the office as late reports.
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
  /** The office has received the tap as a late report. */
  onLate: (tap: Tap) => void;
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

async function sendInOrder({ userId, onSent, onLate }: Sender): Promise<SendResult> {
  for (;;) {
    await outbox.refresh();
    const taps = outbox.list();
    const heldUp = new Set(taps.filter(({ refused }) => refused).map(({ visitId }) => visitId));
    const next = taps.find((tap) => tap.userId === userId && !heldUp.has(tap.visitId));
    if (!next) return "done";
    try {
      await send(next, next.late ? postLate : post);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === "signed-out" && (await isAcceptedLate(next))) {
        onLate(next);
        await removeTap(next);
        continue;
      }
      if (failure !== "refused") return failure;
      if (isGone(error) && next.lateReportKey && !next.late) await saveTap({ ...next, late: true });
      else await saveTap({ ...next, refused: (error as HttpError).message });
      continue;
    }
    if (next.late) onLate(next);
    else onSent(next);
    await removeTap(next);
  }
}

/** The visit is no longer the technician's, or over. Sending again would be refused again. */
function isGone(error: unknown): boolean {
  return error instanceof HttpError && (error.reason === "not-found" || error.reason === "wrong-state");
}

/** The server accepts late reports without a session from technicians who left only. */
async function isAcceptedLate(tap: Tap): Promise<boolean> {
  if (!tap.lateReportKey) return false;
  try {
    await send(tap, postLate);
    return true;
  } catch {
    return false;
  }
}

async function send(tap: Tap, post: (tap: Tap) => Promise<void>): Promise<void> {
  await uploadAll(tap);
  try {
    await post(tap);
  } catch (error) {
    if (!(error instanceof HttpError && error.reason === "unknown-photo")) throw error;
    // The server removes unclaimed uploads after a day, so all are uploaded again.
    for (const { file } of uploadsOf(tap)) file.id = null;
    await uploadAll(tap);
    await post(tap);
  }
}

/** Each finished upload is saved at once, so that a broken connection repeats one file only. */
async function uploadAll(tap: Tap): Promise<void> {
  for (const { file, upload } of uploadsOf(tap)) {
    if (file.id) continue;
    const { signal } = new AbortController();
    file.id = await upload(file.blob, { onProgress: () => {}, signal });
    await saveTap(tap);
  }
}

function uploadsOf({ photos, signature, recording }: Tap): { file: Upload; upload: typeof uploadPicture }[] {
  const pictures = signature ? [...photos, signature] : photos;
  return [
    ...pictures.map((file) => ({ file, upload: uploadPicture })),
    ...(recording ? [{ file: recording, upload: uploadRecording }] : []),
  ];
}

async function post(tap: Tap): Promise<void> {
  const { minutes, version, confirmOtherDay } = tap;
  const asked = {
    ...contentOf(tap),
    ...(minutes ? { minutes } : {}),
    version,
    ...(confirmOtherDay ? { confirmOtherDay } : {}),
  };
  await ownVisits.send("/technician/visits/{visitId}/transitions", asked, tap.key);
}

async function postLate(tap: Tap): Promise<void> {
  const report = { ...contentOf(tap), id: tap.key, key: tap.lateReportKey! };
  // Another idempotency key than that of the refused tap.
  const key = newKey();
  await ownVisits.send("/visits/{visitId}/late-reports", report, key);
}

function contentOf(tap: Tap) {
  const { visitId, move, tappedAt, reason, continueOn, note, readings, parts, payment } = tap;
  const { photos, signature, recording } = tap;
  const beforePhotoIds = photos.flatMap(({ id, beforeWork }) => (beforeWork ? id! : []));
  return {
    visitId,
    transition: move,
    tappedAt,
    reason,
    ...(continueOn ? { continueOn } : {}),
    note,
    ...(recording ? { recordingId: recording.id! } : {}),
    ...(readings ? { readings } : {}),
    ...(parts ? { parts } : {}),
    ...(payment ? { payment } : {}),
    photoIds: photos.map(({ id }) => id!),
    ...(beforePhotoIds.length > 0 ? { beforePhotoIds } : {}),
    ...(signature ? { signature: { fileId: signature.id!, signedBy: signature.signedBy } } : {}),
  };
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

/** Sends the refused taps of a visit to the office as late reports. */
export async function sendToOffice(visitId: string): Promise<void> {
  const taps = outbox.list().filter((tap) => tap.visitId === visitId);
  for (const tap of taps) await saveTap({ ...tap, late: true, refused: null });
  await outbox.refresh();
}

/** Sends an unfinished report of a visit that was reassigned. */
export async function sendDraftToOffice(of: DraftOf, lateReportKey: string): Promise<void> {
  const { words, photos, signature, recording } = await findDraft(of);
  const { reference = "", customerName = "", version = 0 } = of.visit ?? {};
  await addTap(
    {
      ...{ userId: of.userId, visitId: of.visitId, move: of.move, reference, customerName, version },
      ...{ lateReportKey, late: true, refused: null },
      ...{ key: newKey(), tappedAt: words?.at ?? new Date().toISOString() },
      ...{ reason: words?.reason ?? "", note: words?.note ?? "" },
      ...(words?.continueOn ? { continueOn: words.continueOn } : {}),
      ...(words
        ? { readings: words.readings, parts: words.parts, payment: paymentOfWords(words) ?? undefined }
        : {}),
      ...(recording ? { recording: { blob: recording.blob, id: null } } : {}),
      photos: photosToSend(photos),
      signature:
        signature && words?.signedBy ? { blob: signature.blob, id: null, signedBy: words.signedBy } : null,
    },
    of,
  );
  await Promise.all([outbox.refresh(), refreshDrafts()]);
}

/** Discards refused taps and those that depend on them. */
export async function discard(visitId: string): Promise<void> {
  for (const tap of outbox.list().filter((tap) => tap.visitId === visitId)) await removeTap(tap);
  await outbox.refresh();
}
