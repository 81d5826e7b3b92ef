import childProcess, { type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractText, getDocumentProxy } from "unpdf";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { casesForRun, seedOfRun } from "../../../test/faults/rounds";
import { fontWithLetter } from "../../../test/harness/font-with-letter";
import { visitor } from "../auth/actor";
import { healthApi } from "../http/health.server";
import { inLocale } from "../locale/locale.server";
import { createRandom } from "../random";
import type { Attachment } from "./document";
import { findMissingLetters, type RenderingClient, renderDocument } from "./render.server";
import { entry, facts, line, type ReportPart, report, section } from "./report";
import { lettersWithoutFont } from "./script-fonts.server";

const office: RenderingClient = { actor: { role: "system" } };
const guest = (clientIp: string, signal?: AbortSignal): RenderingClient => ({
  actor: visitor,
  clientIp,
  ...(signal ? { signal: () => signal } : {}),
});
const sheet = (title: string) => report({ title, author: "Test & Sons", parts: [] });

async function textOf(...parts: ReportPart[]): Promise<string[]> {
  const bytes = await renderDocument(
    office,
    report({ title: "Yearly report", author: "Test & Sons", parts }),
  );
  return (await extractText(new Uint8Array(bytes))).text;
}

/** The health check needs no database. */
const withoutDatabase = {} as Parameters<typeof healthApi>[0];

const lines = (count: number) => Array.from({ length: count }, (_, index) => line(`Line ${index}`));

describe("renderDocument", () => {
  it("shows the title on the first page and a number on each page", async () => {
    const pages = await textOf(...lines(80));
    expect(pages).toHaveLength(2);
    expect(pages[0]).toMatch(/^Yearly report\nLine 0\n/);
    expect(pages[0]).toContain("Page 1 of 2");
    expect(pages[1]).not.toContain("Yearly report");
    expect(pages[1]).toContain("Page 2 of 2");
  });

  it("omits empty facts and keeps headings and entries together", async () => {
    const person = entry("Fatima Al Zahra", facts({ Phone: "+971 50 123 4567", Email: null }));
    const [page] = await textOf(section("Who"), person);
    expect(page).toMatch(/Who\nFatima Al Zahra\nPhone \+971 50 123 4567/);
    expect(page).not.toContain("Email");
  });

  it("renders in order without blocking the process", async () => {
    const renderer = await watchRenderer();
    const health = healthApi(withoutDatabase);
    const order: string[] = [];
    // Stopped, the renderer is slower than the health check on any machine.
    const render = (name: string, count: number) =>
      renderer.render(...lines(count)).then(() => order.push(name));
    const long = render("long", 600);
    renderer.process().kill("SIGSTOP");
    const short = render("short", 1);
    for (let count = 0; count < 20; count++) {
      await new Promise((next) => setImmediate(next));
      order.push(`health ${(await health.request("/healthz")).status}`);
    }
    renderer.process().kill("SIGCONT");
    await Promise.all([long, short]);
    expect(order).toEqual([...Array(20).fill("health 200"), "long", "short"]);
  });

  it("reports a document that cannot be rendered and continues", async () => {
    await expect(textOf({ kind: "facts" } as never)).rejects.toThrow(
      /report\.typ: dictionary does not contain key "facts"/,
    );
    expect((await textOf(line("Fine")))[0]).toContain("Fine");
    await expect(textOf(line("x".repeat(1_000_000)))).rejects.toThrow(RangeError);
  });

  it("creates archival, tagged files with author and language", async () => {
    const bytes = await renderDocument(
      office,
      report({ title: "Yearly report", author: "Test & Sons", parts: [] }),
    );
    const pdf = await getDocumentProxy(bytes);
    const { info, metadata } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: "Yearly report", Author: "Test & Sons", Language: "en" });
    expect([metadata.get("pdfaid:part"), metadata.get("pdfaid:conformance")]).toEqual(["3", "A"]);
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
  });

  it("displays user text literally without evaluating it", async () => {
    const typed = [
      '#panic("run") #sys.version $x^2$ ] } ) \\ "',
      "= Heading *bold* _it_ `raw` @ref <label> // gone /* gone */",
      '#image("/etc/passwd") \\u{41} https://example.com ~ -- ...',
      "{page} of {pages}",
    ];
    const [page] = await textOf(...typed.map(line));
    for (const text of typed) expect(page).toContain(text);
  });

  it("replaces letters without a glyph by a box", async () => {
    const [page] = await textOf(
      line("Leaks \u{1F4A7} \u{1F468}\u200d\u{1F469}\u200d\u{1F467} here, \u6f22"),
      line("Привет"),
    );
    expect(page).toMatch(/Leaks □ .* here, □/);
    expect(page).toContain("Привет");
  });

  it("leaves out characters that no document can show", async () => {
    const unprintable =
      "\uE000 \uF8FF \u{F0000} \u{10FFFD} \uFFFF \uFDD0 \u{1FFFE} \u0378 \uD800 \uDC00 \u0001 \0 \u0085".split(
        " ",
      );
    const [page] = await textOf(
      ...unprintable.map((character, index) => line(`Villa ${index}${character}, Palm Street`)),
    );
    for (const index of unprintable.keys()) expect(page).toContain(`Villa ${index}, Palm Street`);
    expect(await findMissingLetters(office, unprintable.join(" "))).toEqual([]);
  });

  /** Names with conjuncts, vowel signs before their letter, and letters above others. */
  const NAMES = {
    Devanagari: "क्षितिज श्रीवास्तव ज्ञानेन्द्र",
    Bengali: "শুভঙ্কর চট্টোপাধ্যায়",
    Tamil: "ஸ்ரீகாந்த் லக்ஷ்மி",
    Malayalam: "കൃഷ്ണൻ ശ്രീലക്ഷ്മി നമ്പ്യാർ",
    Sinhala: "ශ්‍රී ලංකා ප්‍රියන්ත",
    Thai: "ปิ่นเกล้า ศรีสุวรรณ",
    Ethiopic: "አበበ ቢቂላ",
    Telugu: "కృష్ణమూర్తి",
    Kannada: "ಕೃಷ್ಣಮೂರ್ತಿ",
    Gujarati: "કૃષ્ણકાંત",
    Gurmukhi: "ਸਿੰਘ ਗੁਰਪ੍ਰੀਤ",
  };

  /** The letters in their order. PDF.js repeats the letters of a cluster for each of its glyphs. */
  const containing = (name: string) => new RegExp([...name.replace(/\s/g, "")].join("[^,]*?"), "u");

  it.each(casesForRun(Object.entries(NAMES), createRandom(seedOfRun()), 4))(
    "prints names in %s",
    async (_script, name) => {
      expect(await findMissingLetters(office, name)).toEqual([]);
      const [page = ""] = await textOf(line(name), line("Привет, 123"));
      expect(page).toMatch(containing(name));
      expect(page).toContain("Привет, 123");
    },
  );

  it("prints all scripts on one page, and plain documents as before", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 15) });
    onTestFinished(() => void vi.useRealTimers());
    const plain = () => renderDocument(office, sheet("Plain, Привет, فاطمة"));
    const before = Buffer.from(await plain());
    const [page] = await textOf(...Object.values(NAMES).map(line));
    expect(page).not.toContain("□");
    expect(Buffer.from(await plain()).equals(before)).toBe(true);
  });

  it("prints what the forms accept without a warning", async () => {
    const names = "Zoé, فاطمة, Привет, Νίκος, Անահիտ, ქეთი, דוד, ລາວ, শুভ, ශ්‍රී";
    expect(lettersWithoutFont(names)).toEqual([]);
    expect(await findMissingLetters(office, names)).toEqual([]);
  });

  it("finds the letters without a glyph before a document is issued", async () => {
    const names = "Zoé, فاطمة, علی\u200cرضا, Привет, Νίκος, রহিম, മാധവൻ, தமிழ், สมชาย, አበበ, ក្រុង, ᠮᠣᠩ 💧";
    const missing = await findMissingLetters(office, names);
    expect(missing).toEqual(expect.arrayContaining(["💧"]));
    expect(missing.join("")).toMatch(/^[\p{Script=Khmer}\p{Script=Mongolian}💧]+$/u);
    expect(missing).toEqual(expect.arrayContaining(["ក្រុ", "ង"]));
    expect(await findMissingLetters(office, names)).toEqual(missing);
    expect(await findMissingLetters(office, "Plain")).toEqual([]);
  });

  it("breaks a word of 10,000 letters", async () => {
    const pages = await textOf(line("w".repeat(10_000)), line("After"));
    expect(pages.join("").match(/w/g)).toHaveLength(10_000);
    expect(pages.at(-1)).toContain("After");
  });

  it("renders right-to-left languages", async () => {
    const [page] = await inLocale("en-XB", () => textOf(facts({ Phone: "+971 50 123 4567" })));
    expect(page).toContain("⟦");
  });

  it("attaches a machine-readable file", async () => {
    const attachment: Attachment = {
      name: "invoice.xml",
      mimeType: "application/xml",
      description: "The same for programs",
      relationship: "alternative",
      text: "<Invoice>فاتورة</Invoice>",
    };
    const document = report({ title: "T", author: "A", parts: [] });
    const pdf = await getDocumentProxy(
      await renderDocument(office, { ...document, attachments: [attachment] }),
    );
    expect(await pdf.getAttachments()).toEqual(
      new Map([["invoice.xml", expect.objectContaining({ description: attachment.description })]]),
    );
    const content = await pdf.getAttachmentContent("invoice.xml");
    expect(new TextDecoder().decode(content as Uint8Array)).toBe(attachment.text);
  });
});

describe("turns", () => {
  it("renders another client's document after at most one more of a client with 20 that wait", async () => {
    const order: string[] = [];
    const ask = (client: RenderingClient, name: string) =>
      renderDocument(client, sheet(name)).then(() => order.push(name));
    const flood = Array.from({ length: 21 }, (_, at) => ask(guest("192.0.2.1"), `flood ${at}`));
    const others = [ask(guest("192.0.2.2"), "customer"), ask(office, "office")];
    await expect(ask(guest("192.0.2.1"), "too many")).rejects.toMatchObject({
      status: 429,
      headers: { "Retry-After": "10" },
    });
    await Promise.all([...flood, ...others]);
    // The business comes first, and the flooding client once in between.
    expect(order.indexOf("office")).toBeLessThanOrEqual(1);
    expect(order.indexOf("customer")).toBeLessThanOrEqual(3);
  });

  it("renders identical documents that wait once, also when the first client disconnects", async () => {
    const gone = new AbortController();
    const first = renderDocument(guest("192.0.2.1", gone.signal), sheet("Shared"));
    const second = renderDocument(guest("192.0.2.2"), sheet("Shared"));
    gone.abort();
    await expect(first).rejects.toThrow("aborted");
    const [bytes, again] = await Promise.all([second, renderDocument(guest("192.0.2.3"), sheet("Shared"))]);
    expect(again).toBe(bytes);
  });

  it("forgets documents whose clients have all disconnected", async () => {
    const gone = new AbortController();
    const flood = Array.from({ length: 21 }, (_, at) =>
      renderDocument(guest("192.0.2.1", gone.signal), sheet(`gone ${at}`)),
    );
    gone.abort();
    const results = await Promise.allSettled(flood);
    expect(results.every(({ status }) => status === "rejected")).toBe(true);
    expect(await renderDocument(guest("192.0.2.1"), sheet("Next"))).toBeInstanceOf(Uint8Array);
  });
});

describe("renderDocument with fonts on the machine", () => {
  const folder = mkdtempSync(join(tmpdir(), "fonts-"));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  it("produces the same bytes with any fonts on the machine", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 0, 15) });
    const letters = "\u6f22\u5b57 Привет ελ ☃ فاتورة";
    const before = Buffer.from(await (await watchRenderer()).render(line(letters)));

    // Installs fonts in the user's folder, the desktop's standard folders and fontconfig's.
    const home = join(folder, "home");
    for (const fonts of [join(home, ".fonts"), join(home, ".local/share/fonts"), join(folder, "fonts")]) {
      mkdirSync(fonts, { recursive: true });
      writeFileSync(join(fonts, "installed.ttf"), fontWithLetter("\u6f22"));
    }
    const configuration = join(folder, "fonts.conf");
    writeFileSync(configuration, `<fontconfig><dir>${folder}/fonts</dir><dir>~/.fonts</dir></fontconfig>`);
    vi.stubEnv("HOME", home);
    vi.stubEnv("XDG_DATA_HOME", join(home, ".local/share"));
    vi.stubEnv("FONTCONFIG_FILE", configuration);
    const after = Buffer.from(await (await watchRenderer()).render(line(letters)));

    expect(after.equals(before)).toBe(true);
    expect((await extractText(new Uint8Array(after))).text[0]).toContain("□□ Привет");
  });
});

it("rejects the documents of a killed renderer and starts another", async () => {
  const renderer = await watchRenderer();
  const lost = renderer.render(line("Lost"));
  const first = renderer.process();
  first.kill("SIGKILL");
  await expect(lost).rejects.toThrow("ended with SIGKILL");
  expect((await renderer.render(line("Next"))).byteLength).toBeGreaterThan(1_000);
  expect(renderer.process().pid).not.toBe(first.pid);
});

let renderers = 0;

/** Starts a renderer process in the current environment with its first document. */
async function watchRenderer() {
  const fork = vi.spyOn(childProcess, "fork");
  onTestFinished(() => {
    fork.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  const { renderDocument }: typeof import("./render.server") = await import(
    /* @vite-ignore */ `./render.server.ts?renderer=${++renderers}`
  );
  return {
    render: (...parts: ReportPart[]) =>
      renderDocument(office, report({ title: "Yearly report", author: "Test & Sons", parts })),
    process: () => fork.mock.results.at(-1)!.value as ChildProcess,
  };
}
