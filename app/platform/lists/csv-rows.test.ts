import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { csvLine } from "./csv";
import { readCsv } from "./csv-rows.server";

const schema = z.object({
  name: z.string().check(z.minLength(1, { error: "is missing" })),
  price: z.string().check(z.regex(/^\d+$/, { error: "is no number" })),
});
const read = (text: string) => readCsv(text, ["name", "price"], schema);

describe("readCsv", () => {
  it.each([
    ["commas", 'Name,Price\r\n"Pump, new",250\r\n'],
    ["semicolons and a byte order mark", "\uFEFFname;price\nPump, new;250\n"],
    ["the separator of its first line", "sep=;\r\nname;price\r\nPump, new;250\r\n"],
    ["Excel's formulas for text", 'name,price\n"Pump, new",="250"\n'],
    ["no-break spaces and direction marks in its heading", '\u200fName\u00a0,Price\n"Pump, new",250\n'],
    ["line ends of old Macintosh programs", 'name,price\r"Pump, new",250\r'],
    ["mixed line ends", '\r\nname,price\n"Pump, new",250\r'],
    ["headings in quotes and capitals", '" NAME ","\u00a0Price"\n"Pump, new",250\n'],
    ["tabs, empty lines and unknown columns", "\nprice\tnote\tname\n\n250\tx\tPump, new\n\t\t\n"],
  ])("reads a CSV file with %s", (_, text) => {
    expect(read(text)).toMatchObject({
      ok: true,
      rows: [{ row: { name: "Pump, new", price: "250" } }],
      wrong: [],
    });
  });

  it("skips the lines above the heading of a report, and counts them", () => {
    const titles = '\uFEFF"Rukn, LLC",,\r\nPrice List,,\r\n"As of November 24, 2026",,\r\n,,\r\n';
    const file = `${titles}Name,Price,Note\r\nPump,250,\r\nValve,none,\r\n`;
    expect(read(file)).toMatchObject({
      rows: [{ line: 6, row: { name: "Pump" } }],
      wrong: [{ line: 7, problems: [expect.stringContaining("is no number")] }],
    });
    expect(read(file.replaceAll(/,+\r\n/g, "\r\n"))).toMatchObject({ rows: [{ line: 6 }] });
  });

  it("reports CSV problems by row and column", () => {
    expect(read('name,price\nPump,250\n,12\n"A\nB",x\nTap\n')).toEqual({
      ok: true,
      rows: [{ line: 2, row: { name: "Pump", price: "250" } }],
      wrong: [
        { line: 3, problems: ["name: is missing"] },
        { line: 5, problems: ["price: is no number"] },
        { line: 6, problems: ["price: is no number"] },
      ],
    });
  });

  it("refuses numbers that the spreadsheet has shortened", () => {
    expect(read("sep=;\nname;price\nPump;9,71501E+11\n")).toMatchObject({
      rows: [],
      wrong: [{ line: 3, problems: [expect.stringMatching(/^price: 9,71501E\+11 was shortened/)] }],
    });
  });

  it("reads rows behind each kind of line end", () => {
    expect(read("name,price\r\nPump,1\nTap,2\rValve,x\n")).toMatchObject({
      rows: [{ row: { name: "Pump" } }, { row: { name: "Tap" } }],
      wrong: [{ line: 4 }],
    });
  });

  it.each(["????", "?? ???", "#N/A", "#REF!", "########"])(
    "refuses %j instead of the lost content",
    (cell) => {
      expect(read(`name,price\n${cell},250\n`)).toMatchObject({
        rows: [],
        wrong: [{ line: 2, problems: [expect.stringMatching(/^name: .* replaces content that was lost/)] }],
      });
    },
  );

  it("refuses files that are not CSV", () => {
    expect(read('name,price\n"Pump,250\n')).toMatchObject({ reason: "csv-unreadable", line: 2 });
    expect(read("sep=,\nname,price\nP\uFFFDmp,250\n")).toMatchObject({ reason: "csv-damaged", line: 3 });
    expect(read("name,cost\nPump,250\n")).toMatchObject({ reason: "csv-columns", missing: ["price"] });
    expect(read("name,price\n\n")).toMatchObject({ reason: "csv-empty" });
    expect(read("")).toMatchObject({ ok: false });
    expect(read(`name,price\n${"Pump,1\n".repeat(2001)}`)).toMatchObject({ reason: "csv-too-long" });
  });

  it("property: reads what csvLine wrote", () => {
    // An apostrophe at the start, or after another separator, protects formulas.
    const cell = fc
      .string({ minLength: 1, maxLength: 20 })
      .map((text) => text.trim())
      .filter((text) => text !== "" && !/(?:^|[;\t\r\n])'/.test(text));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 10 }), (names) => {
        const text = csvLine(["name", "price"]) + names.map((name) => csvLine([name, 1])).join("");
        const got = read(text);
        expect(got.ok && got.rows.map(({ row }) => row.name)).toEqual(names);
      }),
    );
  });
});
