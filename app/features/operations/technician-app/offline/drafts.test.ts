import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPhone, openPage as loadPage, type Phone } from "../../../../../test/harness/programs/phone";
import type { DraftOf, DraftPart } from "./phone-store";

const DAY_MS = 24 * 60 * 60 * 1000;
const OF: DraftOf = { userId: "user-omar", visitId: "visit-1", move: "finishWork" };
const OTHERS: DraftOf[] = [
  { ...OF, visitId: "visit-2" },
  { ...OF, move: "hold" },
];
const WORDS = { reason: "", note: "New cartridge", signedBy: "Layla" };

let phone: Phone;
beforeEach(async () => {
  phone = await createPhone();
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-02T06:00:00Z") });
});
afterEach(async () => {
  vi.useRealTimers();
  await phone.close();
  vi.unstubAllGlobals();
});

async function openPage() {
  const page = await loadPage();
  await page.refreshDrafts();
  return page;
}

const picture = (content: string) => new Blob([content], { type: "image/jpeg" });
const later = (ms = 1_000) => vi.setSystemTime(Date.now() + ms);

/** Draft with pictures read as text. */
async function read(of: DraftOf) {
  const { findDraft } = await openPage();
  const { at, words, photos, signature, recording } = await findDraft(of);
  return {
    at,
    note: words?.note ?? null,
    photos: await Promise.all(photos.map(({ blob }) => blob.text())),
    signature: (await signature?.blob.text()) ?? null,
    ...(recording ? { recording: await recording.blob.text() } : {}),
  };
}

const NOTHING = { at: null, note: null, photos: [], signature: null };

describe("report drafts", () => {
  test("restores text, photos in order and signature after the page was closed", async () => {
    const { keepPart, wordsOf, photoOf, signatureOf } = await openPage();
    expect(await read(OF)).toEqual(NOTHING);
    await keepPart(wordsOf(OF, { ...WORDS, note: "New" }));
    later();
    await keepPart(photoOf(OF, picture("before")));
    later();
    await keepPart(photoOf(OF, picture("after")));
    await keepPart(signatureOf(OF, picture("scribble")));
    later();
    await keepPart(signatureOf(OF, picture("Layla")));
    later();
    await keepPart(wordsOf(OF, WORDS));
    expect(await read(OF)).toEqual({
      at: "2026-03-02T06:00:04.000Z",
      note: "New cartridge",
      photos: ["before", "after"],
      signature: "Layla",
    });
  });

  test("restores a voice message and removes it alone", async () => {
    const { keepPart, dropPart, wordsOf, recordingOf } = await openPage();
    await keepPart(wordsOf(OF, WORDS));
    await keepPart(recordingOf(OF, new Blob(["sound"], { type: "audio/webm" })));
    expect(await read(OF)).toMatchObject({ photos: [], signature: null, recording: "sound" });
    await dropPart(OF, "recording");
    expect(await read(OF)).toEqual({ ...NOTHING, at: "2026-03-02T06:00:00.000Z", note: "New cartridge" });
  });

  test("separates drafts by visit, transition and user", async () => {
    const { keepPart, wordsOf } = await openPage();
    await keepPart(wordsOf(OF, WORDS));
    for (const other of [...OTHERS, { ...OF, userId: "user-sara" }])
      expect(await read(other)).toEqual(NOTHING);
  });

  test("removes only the chosen part of a draft", async () => {
    const { keepPart, dropPart, wordsOf, photoOf, signatureOf } = await openPage();
    const [blurred, sharp] = [photoOf(OF, picture("blurred")), photoOf(OF, picture("sharp"))];
    for (const part of [wordsOf(OF, WORDS), blurred, sharp, signatureOf(OF, picture("Layla"))]) {
      await keepPart(part);
    }
    await dropPart(OF, blurred.part);
    expect(await read(OF)).toMatchObject({ photos: ["sharp"], signature: "Layla" });
    await dropPart(OF, "signature");
    expect(await read(OF)).toMatchObject({ note: "New cartridge", photos: ["sharp"], signature: null });
  });

  test("deletes a whole draft without touching others", async () => {
    const { keepPart, dropDraft, wordsOf, photoOf, signatureOf } = await openPage();
    for (const of of [OF, ...OTHERS]) {
      await keepPart(wordsOf(of, WORDS));
      await keepPart(photoOf(of, picture("one")));
      await keepPart(signatureOf(of, picture("Layla")));
    }
    await dropDraft(OF);
    expect(await read(OF)).toEqual(NOTHING);
    for (const other of OTHERS) {
      expect(await read(other)).toMatchObject({
        note: "New cartridge",
        photos: ["one"],
        signature: "Layla",
      });
    }
  });

  test("turns a draft into a tap atomically", async () => {
    const { keepPart, wordsOf, photoOf, storeTap, outbox } = await openPage();
    for (const of of [OF, ...OTHERS]) await keepPart(wordsOf(of, WORDS));
    await keepPart(photoOf(OF, picture("one")));
    const tap = {
      ...OF,
      reference: "BK-2026-000001",
      customerName: "Layla Haddad",
      version: 2,
      reason: "",
      note: "New cartridge",
      photos: [],
      signature: null,
    };
    // A value that cannot be stored leaves the draft in place.
    await expect(storeTap({ ...tap, note: (() => {}) as unknown as string }, OF)).rejects.toThrow();
    expect(await read(OF)).toMatchObject({ note: "New cartridge", photos: ["one"] });
    expect(outbox.list()).toEqual([]);

    await storeTap(tap, OF);
    expect(await read(OF)).toEqual(NOTHING);
    expect(outbox.list()).toMatchObject([{ note: "New cartridge" }]);
    for (const other of OTHERS) expect(await read(other)).toMatchObject({ note: "New cartridge" });
  });
});

test("notifies subscribers of changes until they unsubscribe", async () => {
  const { draftParts, keepPart, dropPart, dropDraft, wordsOf, signatureOf } = await openPage();
  const partsAtChange: DraftPart["part"][][] = [];
  const stop = draftParts.subscribe(() => partsAtChange.push(draftParts.list().map(({ part }) => part)));
  await keepPart(wordsOf(OF, WORDS));
  await keepPart(signatureOf(OF, picture("Layla")));
  await dropPart(OF, "signature");
  await dropDraft(OF);
  stop();
  await keepPart(wordsOf(OF, WORDS));
  expect(partsAtChange).toEqual([["words"], ["signature", "words"], ["words"], []]);
});

test("purges drafts at sign-in if they belong to others or are older than a week", async () => {
  const { draftParts, forgetDrafts, keepPart, wordsOf } = await openPage();
  const [old, recent] = OTHERS;
  await keepPart(wordsOf(old!, WORDS));
  later(1);
  await keepPart(wordsOf(recent!, WORDS));
  await keepPart(wordsOf({ ...OF, userId: "user-sara" }, WORDS));
  later(7 * DAY_MS);
  await forgetDrafts(OF.userId);
  expect(draftParts.list()).toMatchObject([recent!]);
  expect(await read(old!)).toEqual(NOTHING);
  expect(await read(recent!)).toMatchObject({ note: "New cartridge" });
});

test("returns empty drafts without storage, and the form still works", async () => {
  vi.stubGlobal("indexedDB", {
    open() {
      throw new DOMException("Not in a private window", "SecurityError");
    },
  });
  const { draftParts, dropDraft, dropPart, forgetDrafts, keepPart, wordsOf } = await openPage();
  await keepPart(wordsOf(OF, WORDS));
  await dropPart(OF, "signature");
  await dropDraft(OF);
  await forgetDrafts(OF.userId);
  expect(await read(OF)).toEqual(NOTHING);
  expect(draftParts.list()).toEqual([]);
});
