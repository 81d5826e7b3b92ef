import { newKey } from "~/platform/browser/http-client";
import { keptList } from "./kept-list";
import {
  type DraftOf,
  type DraftPart,
  type DraftPicture,
  type DraftWords,
  listDraftParts,
  removeDraft,
  removeDraftPart,
  saveDraftPart,
} from "./phone-store";

/**
 * Reports that are not finished: kept at every change, so that a reload, a crash or a call costs nothing that was written,
 * photographed or signed. A phone that keeps nothing still shows the form: nothing here throws.
 */

/** A draft as the form begins from it. */
export interface Draft {
  /** Of the last change, ISO 8601; null: there was none before. */
  at: string | null;
  words: DraftWords | null;
  /** In the order in which they were added. */
  photos: DraftPicture[];
  signature: DraftPicture | null;
}

export const emptyDraft: Draft = { at: null, words: null, photos: [], signature: null };

/** All parts of all drafts, for the screens that tell of them. */
export const draftParts = keptList(listDraftParts);

/** Reads again what is kept. */
export function refreshDrafts(): Promise<void> {
  return draftParts.refresh().catch(() => {});
}

export async function findDraft(of: DraftOf): Promise<Draft> {
  const parts = (await listDraftParts().catch(() => [])).filter((part) => isOf(part, of));
  const pictures = parts.filter((part) => part.part !== "words");
  return {
    at:
      parts
        .map(({ at }) => at)
        .sort()
        .at(-1) ?? null,
    words: parts.find((part) => part.part === "words") ?? null,
    photos: pictures.filter(({ part }) => part !== "signature"),
    signature: pictures.find(({ part }) => part === "signature") ?? null,
  };
}

const now = () => new Date().toISOString();

export function wordsOf(of: DraftOf, words: Pick<DraftWords, "reason" | "note" | "signedBy">): DraftWords {
  return { ...of, ...words, part: "words", at: now() };
}

export function photoOf(of: DraftOf, blob: Blob): DraftPicture {
  const at = now();
  return { ...of, part: `photo ${at} ${newKey()}`, at, blob };
}

export function signatureOf(of: DraftOf, blob: Blob): DraftPicture {
  return { ...of, part: "signature", at: now(), blob };
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

/** How long an unfinished report is kept: its visit is long over. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** When somebody signs in: what others left unfinished on this phone is not for them, and what is old is for nobody. */
export async function forgetDrafts(userId: string): Promise<void> {
  const since = new Date(Date.now() - KEPT_MS).toISOString();
  const parts = await listDraftParts().catch(() => []);
  for (const part of parts) {
    if (part.userId !== userId || part.at < since) await removeDraftPart(part, part.part).catch(() => {});
  }
  await refreshDrafts();
}

function isOf(part: DraftOf, { userId, visitId, move }: DraftOf): boolean {
  return part.userId === userId && part.visitId === visitId && part.move === move;
}
