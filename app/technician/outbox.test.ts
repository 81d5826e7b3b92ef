import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Tap } from "~/features/operations/technician-app/offline/phone-store";
import {
  createPhone,
  openPage as loadPage,
  type Phone,
  type PhoneResponse,
  type ReceivedRequest,
} from "../../test/harness/programs/phone";

const OMAR = "user-omar";
const [FIRST, SECOND] = ["visit-1", "visit-2"];

let phone: Phone;
let page: Page;
beforeEach(async () => {
  phone = await createPhone();
  page = await openPage();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await phone.close();
  vi.unstubAllGlobals();
});

type Page = Awaited<ReturnType<typeof openPage>>;

async function openPage() {
  const page = await loadPage();
  await page.outbox.refresh();
  return {
    ...page,
    /** Taps that wait, as the screens show them. */
    waiting: () => page.outbox.list().map(({ visitId, move }) => `${visitId} ${move}`),
    tap: (visitId: string, move: Tap["move"], more: Partial<Tap> = {}) =>
      page.storeTap(
        {
          userId: OMAR,
          visitId,
          reference: "BK-2026-000001",
          customerName: "Layla Haddad",
          move,
          version: 2,
          reason: "",
          note: "",
          photos: [],
          signature: null,
          ...more,
        },
        null,
      ),
    send: (onSent: (tap: Tap) => void = () => {}, onLate: (tap: Tap) => void = () => {}) =>
      page.sendTaps({ userId: OMAR, onSent, onLate }),
  };
}

function shortenTimeouts() {
  const timeoutAfter = AbortSignal.timeout.bind(AbortSignal);
  return vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeoutAfter(50));
}

const moves = () => phone.receivedRequests.filter(({ path }) => path.endsWith("/transitions"));
const moved = () => moves().map(({ path, body }) => `${path.split("/").at(-2)} ${moveOf(body)}`);
const moveOf = (body: unknown) => (body as { transition: string }).transition;
const refuse = (reason: string, message: string): PhoneResponse => ({
  status: 409,
  body: { reason, message },
});

describe("outbox", () => {
  test("stores a tap first, keeps it across page loads, and sends in order", async () => {
    phone.connected = false;
    await page.tap(FIRST, "depart");
    await page.tap(FIRST, "arrive", { version: 3 });
    expect(await page.send()).toBe("later");

    page = await openPage();
    expect(page.waiting()).toEqual([`${FIRST} depart`, `${FIRST} arrive`]);
    const tappedAt = page.outbox.list().map((tap) => tap.tappedAt);
    phone.connected = true;
    const sentMoves: string[] = [];
    expect(
      await page.send(({ move }) => {
        // The callback runs before the tap leaves the list, so that no screen falls back in between.
        expect(page.outbox.list().map((tap) => tap.move)).toContain(move);
        sentMoves.push(move);
      }),
    ).toBe("done");
    expect(sentMoves).toEqual(["depart", "arrive"]);
    expect(moves().map(({ body }) => body)).toMatchObject([
      { transition: "depart", version: 2, tappedAt: tappedAt[0] },
      { transition: "arrive", version: 3, tappedAt: tappedAt[1] },
    ]);
    expect(new Set(moves().map(({ key }) => key)).size).toBe(2);
    expect(page.waiting()).toEqual([]);
    expect((await openPage()).waiting()).toEqual([]);
  });

  test("sends the expected day of work on hold, and none if the tap names none", async () => {
    await page.tap(FIRST, "hold", { reason: "Parts must be ordered", continueOn: "2026-12-01" });
    await page.tap(SECOND, "hold", { reason: "Parts must be ordered" });
    expect(await page.send()).toBe("done");
    expect(moves().map(({ body }) => (body as { continueOn?: string }).continueOn)).toEqual([
      "2026-12-01",
      undefined,
    ]);
  });

  test("repeats a tap with the same key after a lost answer", async () => {
    await page.tap(FIRST, "depart");
    phone.respondWith(() => "lost");
    expect(await page.send()).toBe("later");
    expect(page.waiting()).toEqual([`${FIRST} depart`]);
    phone.respondWith(() => ({ status: 200 }));
    page = await openPage();
    expect(await page.send()).toBe("done");
    const [lost, again] = moves();
    expect(again).toEqual(lost);
  });

  test.each([500, 502, 408])("keeps taps after status %i, which is not a refusal", async (status) => {
    await page.tap(FIRST, "depart");
    phone.respondWith(() => ({ status }));
    expect(await page.send()).toBe("later");
    expect(page.outbox.list()).toMatchObject([{ move: "depart", refused: null }]);
  });

  test("keeps taps when no answer arrives within 30 seconds", async () => {
    const limit = shortenTimeouts();
    vi.stubGlobal("fetch", (_path: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    });
    await page.tap(FIRST, "depart");
    expect(await page.send()).toBe("later");
    const [[limitMs = 0] = []] = limit.mock.calls;
    expect(Math.floor(limitMs / 1_000)).toBe(30);
    expect(page.outbox.list()).toMatchObject([{ move: "depart", refused: null }]);
  });

  test("keeps a tap whose picture makes no progress for a minute", async () => {
    const after = setTimeout;
    const timer = vi
      .spyOn(globalThis, "setTimeout")
      .mockImplementation(((run: () => void, ms = 0) =>
        after(run, ms >= 60_000 ? 20 : ms)) as typeof setTimeout);
    vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(() => {});
    const photos = [{ blob: new Blob(["sink"], { type: "image/jpeg" }), id: null }];
    await page.tap(FIRST, "finishWork", { photos });
    expect(await page.send()).toBe("later");
    expect(timer).toHaveBeenCalledWith(expect.any(Function), 60_000);
    expect(page.outbox.list()).toMatchObject([{ move: "finishWork", refused: null }]);
  });

  test("pauses exactly as long as the server's Retry-After", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await page.tap(FIRST, "depart");
    phone.respondWith(() => ({ status: 429, body: { retryAfterSeconds: 20 } }));
    expect(await page.send()).toBe("later");
    phone.respondWith(() => ({ status: 200 }));
    vi.setSystemTime(Date.now() + 19_999);
    expect(page.pauseMs()).toBe(1);
    expect(await page.send()).toBe("later");
    expect(moves()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    expect(page.pauseMs()).toBe(0);
    expect(await page.send()).toBe("done");
    expect(moves()).toHaveLength(2);
    // The limit is reported once its code has loaded.
    await expect.poll(() => phone.receivedRequests.map(({ path }) => path)).toContain("/api/security-events");
  });

  test("keeps taps when the session has ended", async () => {
    await page.tap(FIRST, "depart");
    phone.respondWith(() => ({ status: 401 }));
    expect(await page.send()).toBe("signed-out");
    expect(page.outbox.list()).toMatchObject([{ move: "depart", refused: null }]);
  });

  test("never sends the taps of another user of this phone", async () => {
    await page.tap(FIRST, "depart", { userId: "user-sara" });
    await page.tap(SECOND, "depart");
    expect(await page.send()).toBe("done");
    expect(moved()).toEqual([`${SECOND} depart`]);
    expect(page.waiting()).toEqual([`${FIRST} depart`]);
  });

  test("sends each tap once across concurrent calls and tabs", async () => {
    await page.tap(FIRST, "depart");
    await page.tap(FIRST, "arrive");
    const other = await openPage();
    const sent = await Promise.all([page.send(), page.send(), other.send(), other.send()]);
    expect(sent).toEqual(["done", "done", "done", "done"]);
    expect(moved()).toEqual([`${FIRST} depart`, `${FIRST} arrive`]);
  });

  test("includes taps added while others are being sent", async () => {
    await page.tap(FIRST, "depart");
    let more: Promise<void> | undefined;
    await page.send(() => {
      more ??= page.tap(SECOND, "depart");
    });
    await more;
    expect(await page.send()).toBe("done");
    expect(moved()).toEqual([`${FIRST} depart`, `${SECOND} depart`]);
  });
});

describe("refused taps", () => {
  beforeEach(async () => {
    phone.respondWith(({ path, body }) =>
      path.includes(FIRST) && moveOf(body) === "depart"
        ? refuse("stale", "Was called off meanwhile.")
        : { status: 200 },
    );
    await page.tap(FIRST, "depart", { version: 2 });
    await page.tap(FIRST, "arrive", { version: 3 });
    await page.tap(SECOND, "depart");
    expect(await page.send()).toBe("done");
  });

  test("stay with the server's message and block their visit only", async () => {
    expect(moved()).toEqual([`${FIRST} depart`, `${SECOND} depart`]);
    page = await openPage();
    expect(page.outbox.list()).toMatchObject([
      { move: "depart", refused: "Was called off meanwhile." },
      { move: "arrive", refused: null },
    ]);
    expect(await page.send()).toBe("done");
    expect(moves()).toHaveLength(2);
  });

  test("sends them again as new taps from the current version", async () => {
    const refused = moves()[0];
    phone.respondWith(() => ({ status: 200 }));
    await page.sendAgain(FIRST, 7);
    expect(page.outbox.list()).toMatchObject([{ version: 7, refused: null }, { version: 8 }]);
    expect(await page.send()).toBe("done");
    const again = moves().slice(2);
    expect(again.map(({ body }) => body)).toMatchObject([
      { transition: "depart", version: 7 },
      { transition: "arrive", version: 8 },
    ]);
    expect(again.map(({ key }) => key)).not.toContain(refused?.key);
  });

  test("discards them together with later taps of the same visit", async () => {
    phone.connected = false;
    await page.tap(SECOND, "arrive");
    await page.discard(FIRST);
    expect((await openPage()).waiting()).toEqual([`${SECOND} arrive`]);
  });
});

describe("late reports", () => {
  const KEY = { lateReportKey: "omar.signature" };
  const lateReports = () =>
    phone.receivedRequests.filter(({ path }) => path.endsWith("/late-reports")).map(({ body }) => body);
  /** Refuses transitions; `late`: response to late reports. */
  function refuseTransitions(response: PhoneResponse, late: () => PhoneResponse = () => ({ status: 200 })) {
    phone.respondWith(({ path }) => {
      if (path === "/api/pictures") return { status: 201, body: { id: "file-1" } };
      return path.endsWith("/late-reports") ? late() : response;
    });
  }
  const report = () =>
    page.tap(FIRST, "finishWork", {
      ...KEY,
      note: "New seal",
      photos: [{ blob: new Blob(["sink"], { type: "image/jpeg" }), id: null }],
    });

  test.each([
    ["not-found", 404],
    ["wrong-state", 409],
  ])("go to the office with their photos after the refusal %s", async (reason, status) => {
    refuseTransitions({ status, body: { reason, message: "Not yours" } });
    await page.tap(FIRST, "arrive", KEY);
    await report();
    const late: string[] = [];
    expect(
      await page.send(
        () => {},
        ({ move }) => late.push(move),
      ),
    ).toBe("done");
    expect(late).toEqual(["arrive", "finishWork"]);
    expect(lateReports()).toMatchObject([
      { transition: "arrive", key: "omar.signature" },
      { transition: "finishWork", note: "New seal", photoIds: ["file-1"] },
    ]);
    expect(page.waiting()).toEqual([]);
  });

  test("include the expected day of work on hold, also from a draft", async () => {
    refuseTransitions({ status: 404, body: { reason: "not-found", message: "" } });
    await page.tap(FIRST, "hold", { ...KEY, reason: "Parts", continueOn: "2026-12-01" });
    await page.send();
    const draft = { userId: OMAR, visitId: SECOND, move: "hold" as const };
    const words = { reason: "Parts", continueOn: "2026-12-02", note: "", signedBy: "" };
    await page.keepPart(page.wordsOf(draft, words));
    await page.sendDraftToOffice(draft, KEY.lateReportKey);
    await page.send();
    expect(lateReports()).toMatchObject([{ continueOn: "2026-12-01" }, { continueOn: "2026-12-02" }]);
  });

  test("include readings, parts and payment of a draft, and its photos from before the work first", async () => {
    phone.respondWith(({ path }) =>
      path === "/api/pictures" ? { status: 201, body: { id: crypto.randomUUID() } } : { status: 200 },
    );
    const draft = { userId: OMAR, visitId: FIRST, move: "finishWork" as const };
    const typed = { readings: "2.5 bar", parts: "1 cartridge", paymentMethod: "cash" as const };
    const words = { reason: "", note: "", signedBy: "", ...typed, paymentAmount: "٣٣٠" };
    await page.keepPart(page.wordsOf(draft, words));
    const picture = (content: string) => new Blob([content], { type: "image/jpeg" });
    await page.keepPart(page.photoOf(draft, picture("after")));
    await page.keepPart(page.photoOf(draft, picture("before"), true));
    await page.sendDraftToOffice(draft, KEY.lateReportKey);
    expect(await Promise.all(page.outbox.list()[0]!.photos.map(({ blob }) => blob.text()))).toEqual([
      "before",
      "after",
    ]);
    await page.send();
    expect(lateReports()).toMatchObject([
      {
        ...{ readings: "2.5 bar", parts: "1 cartridge", payment: { method: "cash", fils: 330_00 } },
        beforePhotoIds: [expect.any(String)],
      },
    ]);
  });

  test("repeat the same id after a lost answer", async () => {
    let lost = true;
    refuseTransitions({ status: 404, body: { reason: "not-found", message: "" } }, () => {
      if (!lost) return { status: 200 };
      lost = false;
      return "lost";
    });
    await report();
    expect(await page.send()).toBe("later");
    page = await openPage();
    expect(await page.send()).toBe("done");
    const [first, second] = lateReports();
    expect(second).toEqual(first);
    expect(page.waiting()).toEqual([]);
  });

  test("need no session when the technician left", async () => {
    refuseTransitions({ status: 401 });
    await report();
    expect(await page.send()).toBe("done");
    expect(lateReports()).toHaveLength(1);
    expect(page.waiting()).toEqual([]);
  });

  test("wait for the sign-in of a technician whose session ended", async () => {
    refuseTransitions({ status: 401 }, () => ({ status: 401 }));
    await report();
    expect(await page.send()).toBe("signed-out");
    expect(page.outbox.list()).toMatchObject([{ move: "finishWork", refused: null }]);
    expect(page.outbox.list()[0]?.late).toBeUndefined();
  });

  test("remain a choice of the technician after other refusals", async () => {
    refuseTransitions(refuse("stale", "Was moved."));
    await report();
    expect(await page.send()).toBe("done");
    expect(page.outbox.list()).toMatchObject([{ refused: "Was moved." }]);
    await page.sendToOffice(FIRST);
    expect(await page.send()).toBe("done");
    expect(lateReports()).toMatchObject([{ note: "New seal" }]);
    expect(page.waiting()).toEqual([]);
  });
});

describe("pictures of a tap", () => {
  const picture = (content: string) => ({ blob: new Blob([content], { type: "image/jpeg" }), id: null });
  const uploads = () =>
    phone.receivedRequests.filter(({ path }) => path === "/api/pictures").map(({ body }) => body);

  let uploaded: number;
  beforeEach(() => {
    uploaded = 0;
  });
  /** Stores uploads as the server does, each with its own id. */
  function storeUploads({
    onUpload = (_: ReceivedRequest) => {},
    move = (): PhoneResponse => ({ status: 200 }),
  } = {}) {
    phone.respondWith((request) => {
      if (request.path !== "/api/pictures") return move();
      onUpload(request);
      uploaded++;
      return { status: 201, body: { id: `file-${uploaded}` } };
    });
  }

  const report = () =>
    page.tap(FIRST, "finishWork", {
      photos: [picture("sink"), picture("wall")],
      signature: { ...picture("signature"), signedBy: "Layla" },
    });

  test("uploads them before the tap that names them", async () => {
    storeUploads();
    await report();
    expect(await page.send()).toBe("done");
    expect(uploads()).toEqual(["sink", "wall", "signature"]);
    expect(moves().map(({ body }) => body)).toMatchObject([
      { photoIds: ["file-1", "file-2"], signature: { fileId: "file-3", signedBy: "Layla" } },
    ]);
  });

  test("uploads a voice message once, also if the tap is repeated", async () => {
    let failures = 1;
    phone.respondWith(({ path }) => {
      if (path === "/api/recordings") return { status: 201, body: { id: "recording-1" } };
      return failures-- > 0 ? { status: 503 } : { status: 200 };
    });
    await page.tap(FIRST, "finishWork", {
      recording: { blob: new Blob(["sound"], { type: "audio/webm;codecs=opus" }), id: null },
    });
    expect(await page.send()).toBe("later");
    page = await openPage();
    expect(await page.send()).toBe("done");
    const recordings = phone.receivedRequests.filter(({ path }) => path === "/api/recordings");
    expect(recordings.map(({ body }) => body)).toEqual(["sound"]);
    expect(moves().at(-1)?.body).toMatchObject({ recordingId: "recording-1" });
  });

  test("names those taken before the work", async () => {
    storeUploads();
    await page.tap(FIRST, "finishWork", {
      ...{ readings: "2.5 bar", parts: "1 cartridge", payment: { method: "cash", fils: 330_00 } },
      photos: [{ ...picture("sink"), beforeWork: true }, picture("wall")],
    });
    expect(await page.send()).toBe("done");
    expect(moves().map(({ body }) => body)).toMatchObject([
      {
        ...{ photoIds: ["file-1", "file-2"], beforePhotoIds: ["file-1"] },
        ...{ readings: "2.5 bar", parts: "1 cartridge", payment: { method: "cash", fils: 330_00 } },
      },
    ]);
  });

  test("sends them after a broken connection without repeating finished uploads", async () => {
    storeUploads({
      onUpload() {
        phone.connected = false;
      },
    });
    await report();
    expect(await page.send()).toBe("later");
    expect(uploads()).toEqual(["sink"]);
    page = await openPage();
    phone.connected = true;
    storeUploads();
    expect(await page.send()).toBe("done");
    expect(uploads()).toEqual(["sink", "wall", "signature"]);
  });

  test("keeps them while the server has no file storage, and sends them afterwards", async () => {
    phone.respondWith(() => ({ status: 503, body: { reason: "storage-unavailable" } }));
    await report();
    expect(await page.send()).toBe("later");
    page = await openPage();
    expect(page.waiting()).toHaveLength(1);
    storeUploads();
    expect(await page.send()).toBe("done");
    expect(uploads()).toEqual(["sink", "sink", "wall", "signature"]);
  });

  test("uploads them again after the server removed them", async () => {
    let forgotten = false;
    storeUploads({
      move() {
        if (forgotten) return { status: 200 };
        forgotten = true;
        return { status: 422, body: { reason: "unknown-photo" } };
      },
    });
    await report();
    expect(await page.send()).toBe("done");
    expect(uploads()).toEqual(["sink", "wall", "signature", "sink", "wall", "signature"]);
    expect(moves().at(-1)?.body).toMatchObject({
      photoIds: ["file-4", "file-5"],
      signature: { fileId: "file-6" },
    });
    expect(page.waiting()).toEqual([]);
  });
});
