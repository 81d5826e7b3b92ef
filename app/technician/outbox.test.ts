import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Tap } from "~/features/technician-app/phone/phone-store";
import {
  type Answer,
  createPhone,
  openPage as loadPage,
  type Phone,
  type Reached,
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
    /** What waits, as the screens show it. */
    waiting: () => page.outbox.list().map(({ visitId, move }) => `${visitId} ${move}`),
    tap: (visitId: string, move: Tap["move"], more: Partial<Tap> = {}) =>
      page.keepTap(
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
    send: (onSent: (tap: Tap) => void = () => {}) => page.sendTaps({ userId: OMAR, onSent }),
  };
}

const moves = () => phone.reached.filter(({ path }) => path.endsWith("/moves"));
const moved = () => moves().map(({ path, body }) => `${path.split("/").at(-2)} ${moveOf(body)}`);
const moveOf = (body: unknown) => (body as { move: string }).move;
const refuse = (reason: string, message: string): Answer => ({ status: 409, body: { reason, message } });

describe("what was tapped", () => {
  test("is kept before it is sent, outlives the page, and is sent in order", async () => {
    phone.connected = false;
    await page.tap(FIRST, "depart");
    await page.tap(FIRST, "arrive", { version: 3 });
    expect(await page.send()).toBe("later");

    page = await openPage();
    expect(page.waiting()).toEqual([`${FIRST} depart`, `${FIRST} arrive`]);
    const tappedAt = page.outbox.list().map((tap) => tap.tappedAt);
    phone.connected = true;
    const told: string[] = [];
    expect(
      await page.send(({ move }) => {
        // Told while it is still there, so that no screen falls back in between.
        expect(page.outbox.list().map((tap) => tap.move)).toContain(move);
        told.push(move);
      }),
    ).toBe("done");
    expect(told).toEqual(["depart", "arrive"]);
    expect(moves().map(({ body }) => body)).toMatchObject([
      { move: "depart", version: 2, tappedAt: tappedAt[0] },
      { move: "arrive", version: 3, tappedAt: tappedAt[1] },
    ]);
    expect(new Set(moves().map(({ key }) => key)).size).toBe(2);
    expect(page.waiting()).toEqual([]);
    expect((await openPage()).waiting()).toEqual([]);
  });

  test("is sent again under the same key when the answer was lost", async () => {
    await page.tap(FIRST, "depart");
    phone.answers(() => "lost");
    expect(await page.send()).toBe("later");
    expect(page.waiting()).toEqual([`${FIRST} depart`]);
    phone.answers(() => ({ status: 200 }));
    page = await openPage();
    expect(await page.send()).toBe("done");
    const [lost, again] = moves();
    expect(again).toEqual(lost);
  });

  test.each([500, 502, 408])("waits after a %i, which is no refusal", async (status) => {
    await page.tap(FIRST, "depart");
    phone.answers(() => ({ status }));
    expect(await page.send()).toBe("later");
    expect(page.outbox.list()).toMatchObject([{ move: "depart", refused: null }]);
  });

  test("waits when nothing is answered within half a minute", async () => {
    const after = AbortSignal.timeout.bind(AbortSignal);
    const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => after(50));
    vi.stubGlobal("fetch", (_path: string, { signal }: RequestInit) => {
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    });
    await page.tap(FIRST, "depart");
    expect(await page.send()).toBe("later");
    expect(limit).toHaveBeenCalledWith(30_000);
    expect(page.outbox.list()).toMatchObject([{ move: "depart", refused: null }]);
  });

  test("is left alone for as long as the server asks, and not a moment longer", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    await page.tap(FIRST, "depart");
    phone.answers(() => ({ status: 429, body: { retryAfterSeconds: 20 } }));
    expect(await page.send()).toBe("later");
    phone.answers(() => ({ status: 200 }));
    vi.setSystemTime(Date.now() + 19_999);
    expect(page.pauseMs()).toBe(1);
    expect(await page.send()).toBe("later");
    expect(moves()).toHaveLength(1);
    vi.setSystemTime(Date.now() + 1);
    expect(page.pauseMs()).toBe(0);
    expect(await page.send()).toBe("done");
    expect(moves()).toHaveLength(2);
    // The limit is reported, once its code is there.
    await vi.waitFor(() => expect(phone.reached.map(({ path }) => path)).toContain("/api/security-events"));
  });

  test("stays when nobody is signed in any more", async () => {
    await page.tap(FIRST, "depart");
    phone.answers(() => ({ status: 401 }));
    expect(await page.send()).toBe("signed-out");
    expect(page.outbox.list()).toMatchObject([{ move: "depart", refused: null }]);
  });

  test("is not sent by somebody else who signs in on this phone", async () => {
    await page.tap(FIRST, "depart", { userId: "user-sara" });
    await page.tap(SECOND, "depart");
    expect(await page.send()).toBe("done");
    expect(moved()).toEqual([`${SECOND} depart`]);
    expect(page.waiting()).toEqual([`${FIRST} depart`]);
  });

  test("is sent once, however often and from however many tabs it is asked for", async () => {
    await page.tap(FIRST, "depart");
    await page.tap(FIRST, "arrive");
    const other = await openPage();
    const sent = await Promise.all([page.send(), page.send(), other.send(), other.send()]);
    expect(sent).toEqual(["done", "done", "done", "done"]);
    expect(moved()).toEqual([`${FIRST} depart`, `${FIRST} arrive`]);
  });

  test("goes along when it is tapped while others are sent", async () => {
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

describe("what the server refuses", () => {
  beforeEach(async () => {
    phone.answers(({ path, body }) =>
      path.includes(FIRST) && moveOf(body) === "depart"
        ? refuse("stale", "Was called off meanwhile.")
        : { status: 200 },
    );
    await page.tap(FIRST, "depart", { version: 2 });
    await page.tap(FIRST, "arrive", { version: 3 });
    await page.tap(SECOND, "depart");
    expect(await page.send()).toBe("done");
  });

  test("stays with its words and holds up its visit, and no other", async () => {
    expect(moved()).toEqual([`${FIRST} depart`, `${SECOND} depart`]);
    page = await openPage();
    expect(page.outbox.list()).toMatchObject([
      { move: "depart", refused: "Was called off meanwhile." },
      { move: "arrive", refused: null },
    ]);
    expect(await page.send()).toBe("done");
    expect(moves()).toHaveLength(2);
  });

  test("is sent again as something new, from the version that is known now", async () => {
    const refused = moves()[0];
    phone.answers(() => ({ status: 200 }));
    await page.sendAgain(FIRST, 7);
    expect(page.outbox.list()).toMatchObject([{ version: 7, refused: null }, { version: 8 }]);
    expect(await page.send()).toBe("done");
    const again = moves().slice(2);
    expect(again.map(({ body }) => body)).toMatchObject([
      { move: "depart", version: 7 },
      { move: "arrive", version: 8 },
    ]);
    expect(again.map(({ key }) => key)).not.toContain(refused?.key);
  });

  test("is given up with what was tapped on top of it, and nothing else", async () => {
    phone.connected = false;
    await page.tap(SECOND, "arrive");
    await page.discard(FIRST);
    expect((await openPage()).waiting()).toEqual([`${SECOND} arrive`]);
  });
});

describe("pictures", () => {
  const picture = (content: string) => ({ blob: new Blob([content], { type: "image/jpeg" }), id: null });
  const uploads = () => phone.reached.filter(({ path }) => path === "/api/pictures").map(({ body }) => body);

  let uploaded: number;
  beforeEach(() => {
    uploaded = 0;
  });
  /** As the server keeps uploads: each under an id of its own. */
  function keepUploads({ onUpload = (_: Reached) => {}, move = (): Answer => ({ status: 200 }) } = {}) {
    phone.answers((request) => {
      if (request.path !== "/api/pictures") return move();
      onUpload(request);
      uploaded++;
      return { status: 201, body: { id: `file-${uploaded}` } };
    });
  }

  const report = () =>
    page.tap(FIRST, "finishWork", {
      photos: [picture("sink"), picture("wall")],
      signature: { ...picture("signature"), by: "Layla" },
    });

  test("are uploaded first, and named by the move they belong to", async () => {
    keepUploads();
    await report();
    expect(await page.send()).toBe("done");
    expect(uploads()).toEqual(["sink", "wall", "signature"]);
    expect(moves().map(({ body }) => body)).toMatchObject([
      { photoIds: ["file-1", "file-2"], signature: { fileId: "file-3", by: "Layla" } },
    ]);
  });

  test("a broken connection costs one, and not all", async () => {
    keepUploads({
      onUpload() {
        phone.connected = false;
      },
    });
    await report();
    expect(await page.send()).toBe("later");
    expect(uploads()).toEqual(["sink"]);
    page = await openPage();
    phone.connected = true;
    keepUploads();
    expect(await page.send()).toBe("done");
    expect(uploads()).toEqual(["sink", "wall", "signature"]);
  });

  test("are uploaded anew when the server has thrown them away", async () => {
    let forgotten = false;
    keepUploads({
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
