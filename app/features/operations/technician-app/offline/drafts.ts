import { newKey } from "~/platform/browser/http-client";
import { parseMoney } from "~/platform/money-input";
import type { SitePayment } from "../site-payment";
import { createPersistedList } from "./persisted-list";
import {
  type DraftOf,
  type DraftPart,
  type DraftPicture,
  type DraftRecording,
  type DraftWords,
  listDraftParts,
  type Picture,
  removeDraft,
  removeDraftPart,
  saveDraftPart,
} from "./phone-store";

/**
 * Drafts of reports, stored at every change, so that a reload, crash or phone call loses nothing. Without
 * storage the form still works: nothing here throws.
 */

export interface Draft {
  /** Last change, ISO 8601; null for a new draft. */
  at: string | null;
  words: DraftWords | null;
  /** In the order added. */
  photos: DraftPicture[];
  signature: DraftPicture | null;
  /** Voice message. */
  recording: DraftRecording | null;
}

export const emptyDraft: Draft = { at: null, words: null, photos: [], signature: null, recording: null };

/** All parts of all drafts, as a store for the screens. */
export const draftParts = createPersistedList(listDraftParts);

export function refreshDrafts(): Promise<void> {
  return draftParts.refresh().catch(() => {});
}

export async function findDraft(of: DraftOf): Promise<Draft> {
  const parts = (await listDraftParts().catch(() => [])).filter((part) => isOf(part, of));
  const pictures = parts.filter((part) => part.part !== "words" && part.part !== "recording");
  return {
    at:
      parts
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? null,
    words: parts.find((part) => part.part === "words") ?? null,
    photos: pictures.filter(({ part }) => part !== "signature"),
    signature: pictures.find(({ part }) => part === "signature") ?? null,
    recording: parts.find((part) => part.part === "recording") ?? null,
  };
}

const now = () => new Date().toISOString();

export function wordsOf(of: DraftOf, words: Omit<DraftWords, keyof DraftOf | "part" | "at">): DraftWords {
  return { ...of, ...words, part: "words", at: now() };
}

export function photoOf(of: DraftOf, blob: Blob, beforeWork = false): DraftPicture {
  const at = now();
  return { ...of, part: `photo ${at} ${newKey()}`, at, blob, ...(beforeWork ? { beforeWork } : {}) };
}

/** Photos of a draft as a tap sends them, those taken before the work first. */
export function photosToSend(photos: readonly Pick<DraftPicture, "blob" | "beforeWork">[]): Picture[] {
  const ordered = photos.toSorted((a, b) => Number(b.beforeWork ?? false) - Number(a.beforeWork ?? false));
  return ordered.map(({ blob, beforeWork }) => ({ blob, id: null, ...(beforeWork ? { beforeWork } : {}) }));
}

/** Null without a payment, or with an amount that is none. */
export function paymentOfWords({
  paymentMethod,
  paymentAmount = "",
}: Pick<DraftWords, "paymentMethod" | "paymentAmount">): SitePayment | null {
  const fils = parseMoney(paymentAmount);
  return paymentMethod && fils ? { method: paymentMethod, fils } : null;
}

export function signatureOf(of: DraftOf, blob: Blob): DraftPicture {
  return { ...of, part: "signature", at: now(), blob };
}

export function recordingOf(of: DraftOf, blob: Blob): DraftRecording {
  return { ...of, part: "recording", at: now(), blob };
}

export async function keepPart(part: DraftPart): Promise<void> {
  await saveDraftPart(part).catch(() => {});
  await refreshDrafts();
}

export async function dropPart(of: DraftOf, part: DraftPart["part"]): Promise<void> {
  await removeDraftPart(of, part).catch(() => {});
  await refreshDrafts();
}

export async function dropDraft(of: DraftOf): Promise<void> {
  await removeDraft(of).catch(() => {});
  await refreshDrafts();
}

/** Retention of drafts, in milliseconds. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** Purges drafts of other users, and expired ones, at sign-in. */
export async function forgetDrafts(userId: string): Promise<void> {
  const since = new Date(Date.now() - RETENTION_MS).toISOString();
  const parts = await listDraftParts().catch(() => []);
  for (const part of parts) {
    if (part.userId !== userId || part.at < since) await removeDraftPart(part, part.part).catch(() => {});
  }
  await refreshDrafts();
}

function isOf(part: DraftOf, { userId, visitId, move }: DraftOf): boolean {
  return part.userId === userId && part.visitId === visitId && part.move === move;
}
