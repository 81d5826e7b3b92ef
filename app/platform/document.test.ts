import { extractText } from "unpdf";
import { describe, expect, it } from "vitest";
import { type DocumentPart, entry, facts, line, section } from "./document";
import { renderDocument } from "./document.server";
import { healthApi } from "./health.server";

async function textOf(...parts: DocumentPart[]): Promise<string[]> {
  const bytes = await renderDocument({ title: "Yearly report", author: "Test & Sons", parts });
  return (await extractText(new Uint8Array(bytes))).text;
}

/** Whether the process lives is answered without one. */
const withoutDatabase = {} as Parameters<typeof healthApi>[0];

const lines = (count: number) => Array.from({ length: count }, (_, index) => line(`Line ${index}`));

describe("a document", () => {
  it("has its title on the first page and a number on each", async () => {
    const pages = await textOf(...lines(80));
    expect(pages).toHaveLength(2);
    expect(pages[0]).toMatch(/^Yearly report\nLine 0\n/);
    expect(pages[0]).toContain("Page 1 of 2");
    expect(pages[1]).not.toContain("Yearly report");
    expect(pages[1]).toContain("Page 2 of 2");
  });

  it("leaves out what is not known, and keeps a heading and an entry together", async () => {
    const person = entry("Fatima Al Zahra", facts({ Phone: "+971 50 123 4567", Email: null }));
    const [page] = await textOf(section("Who"), person);
    expect(page).toMatch(/Who\nFatima Al Zahra\nPhone \+971 50 123 4567/);
    expect(page).not.toContain("Email");
  });

  it("is drawn while the process goes on answering, the first that was asked for first", async () => {
    const health = healthApi(withoutDatabase);
    const order: string[] = [];
    const long = textOf(...lines(600)).then(() => order.push("long"));
    const short = textOf(...lines(1)).then(() => order.push("short"));
    for (let count = 0; count < 20; count++) {
      await new Promise((next) => setImmediate(next));
      order.push(`health ${(await health.request("/healthz")).status}`);
    }
    await Promise.all([long, short]);
    expect(order).toEqual([...Array(20).fill("health 200"), "long", "short"]);
  });

  it("that cannot be drawn is told of, and the next one is drawn", async () => {
    await expect(textOf({ kind: "facts" } as never)).rejects.toThrow(TypeError);
    expect((await textOf(line("Fine")))[0]).toContain("Fine");
  });
});
