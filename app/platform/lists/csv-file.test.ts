import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CsvEncoding, readCsvFile } from "./csv-file";
import { isLostContent, isShortenedNumber, previewCsv, readCsvFormat } from "./csv-format";

const ARABIC = "name,street\r\nفاطمة الزهراء,شارع الوصل\r\nAhmed,Marina\r\n";
const FRENCH = "name,street\r\nZoé Müller,Rue de l'Été 12\r\nJosé Núñez,Straße 5\r\nØrsted,Åkervägen\r\n";

/** Encodes by the table of TextDecoder, because TextEncoder writes UTF-8 only. */
function encode(text: string, encoding: CsvEncoding): Uint8Array {
  const table = new TextDecoder(encoding).decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return Uint8Array.from(text, (letter) => table.indexOf(letter));
}

function encodeUtf16(text: string, littleEndian: boolean, byteOrderMark: boolean): Uint8Array {
  const units = (byteOrderMark ? "\uFEFF" : "") + text;
  const view = new DataView(new ArrayBuffer(units.length * 2));
  for (let at = 0; at < units.length; at++) view.setUint16(at * 2, units.charCodeAt(at), littleEndian);
  return new Uint8Array(view.buffer);
}

const utf8 = (text: string) => new TextEncoder().encode(text);

describe("readCsvFile", () => {
  it.each([
    ["UTF-8", utf8(ARABIC), "utf-8", ARABIC],
    ["UTF-8 with byte order mark", utf8(`\uFEFF${ARABIC}`), "utf-8", ARABIC],
    ["UTF-16 of Excel", encodeUtf16(ARABIC, true, true), "utf-16le", ARABIC],
    ["UTF-16, big-endian", encodeUtf16(ARABIC, false, true), "utf-16be", ARABIC],
    ["UTF-16 without byte order mark", encodeUtf16(ARABIC, true, false), "utf-16le", ARABIC],
    ["Arabic Windows", encode(ARABIC, "windows-1256"), "windows-1256", ARABIC],
    ["Western Windows", encode(FRENCH, "windows-1252"), "windows-1252", FRENCH],
    ["ASCII", utf8("name\nAhmed\n"), "utf-8", "name\nAhmed\n"],
  ])("reads a file in %s", (_, bytes, encoding, text) => {
    expect(readCsvFile(bytes)).toEqual({ ok: true, encoding, text });
  });

  it.each([
    ["windows-1256", "name,area\nمحمد,دبي\n"],
    ["windows-1256", "name,phone\nخالد المهيري,0501234567\n"],
    ["windows-1256", "name\nحسن\n"],
    ["windows-1256", "name,area\nسارة,البرشاء\nZoé,Marina\n"],
    ["windows-1256", "name,notes\nAhmed – VIP,الفيلا\n"],
    ["iso-8859-6", ARABIC],
    ["iso-8859-6", "name,area\nمحمد,دبي\n"],
    ["iso-8859-6", "name,notes\nJohn,المفتاح عند الحارس\n"],
    ["iso-8859-6", "name\nعلي حسن\n"],
    ["windows-1252", "name\nÉmile\nMÜLLER\nO’Brien – VIP\n"],
    ["windows-1252", "name,notes\nAhmed,25° C – £250\n"],
    ["windows-1252", "name,notes\nAhmed,¿Cuándo? 25 m³ à 30 £\n"],
    ["windows-1254", "name,street\nŞahin Yıldız,Çağlayan Sokağı\n"],
    ["windows-1254", "name\nAYŞE GÜL\n"],
    ["windows-1250", "name\nPaweł Żółkiewski\n"],
    ["windows-1250", "name\nŁukasz Nowak\n"],
    ["windows-1251", "name,area\nИван Петров,Marina\n"],
    ["windows-1251", "name\nСЕРГЕЙ\n"],
    ["windows-1256", "name,area\nعلي,JLT\n"],
    ...["سعد", "فهد", "هدى", "حصة", "حجز", "شقة", "د. سعد", "سعد-فهد"].map(
      (cell) => ["windows-1256", `name,area\n${"Ahmed,JLT\n".repeat(60)}${cell},JLT\n`] as const,
    ),
    ["macintosh", "name\nJosé\nCAFÉ NOIR\n"],
    ["utf-16le", "name,notes\nخالد,المفتاح عند الحارس في الفيلا المجاورة لمسجد البرشاء\n"],
  ] as const)("recognizes %s of %j", (encoding, text) => {
    const bytes = encoding === "utf-16le" ? encodeUtf16(text, true, false) : encode(text, encoding);
    expect(readCsvFile(bytes)).toEqual({ ok: true, encoding, text });
  });

  it.each([
    ["Arabic Macintosh with Arabic digits", [0xe1, 0xe4, 0xe5, 0xe3, 0xea, 0x20, 0xb1, 0xb2]],
    ["Cyrillic Unix", [0xe9, 0xd7, 0xc1, 0xce, 0xcf, 0xd7]],
    ["Cyrillic DOS", [0x88, 0xa2, 0xa0, 0xad, 0xae, 0xa2]],
    ["José of DOS", [0x4a, 0x6f, 0x73, 0x82]],
    ["Gómez of DOS", [0x47, 0xa2, 0x6d, 0x65, 0x7a]],
  ])("refuses %s instead of guessing letters", (_, bytes) => {
    const file = Uint8Array.from([...utf8("name\n"), ...bytes]);
    expect(readCsvFile(file)).toEqual({ ok: false, problem: "unreadable" });
  });

  it("reads the encoding that the user chose", () => {
    const bytes = encode(FRENCH, "windows-1252");
    expect(readCsvFile(bytes, "windows-1256")).toMatchObject({ ok: true, encoding: "windows-1256" });
    expect(readCsvFile(bytes, "utf-8")).toEqual({ ok: false, problem: "unreadable" });
  });

  it.each([
    ["a workbook", utf8("PK\u0003\u0004rest"), "workbook"],
    ["an old workbook", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1), "workbook"],
    ["a picture", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d), "unreadable"],
    ["invalid UTF-8 behind its mark", Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff), "unreadable"],
    ["an empty file", new Uint8Array(), "unreadable"],
  ])("refuses %s", (_, bytes, problem) => {
    expect(readCsvFile(bytes)).toEqual({ ok: false, problem });
  });

  it("refuses a text that was damaged before, with its line", () => {
    expect(readCsvFile(utf8("name\nF\uFFFDtima\n"))).toEqual({ ok: false, problem: "damaged", line: 2 });
    expect(readCsvFile(utf8("name\rF\uFFFDtima\r"))).toMatchObject({ problem: "damaged", line: 2 });
  });

  it("property: never returns a replacement character", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const file = readCsvFile(bytes);
        expect(file.ok && file.text.includes("\uFFFD")).toBe(false);
      }),
    );
  });
});

describe("readCsvFormat", () => {
  it.each([
    ["sep=;\r\nname;phone\r\n", ";"],
    ["sep=,\nname,phone;fax\n", ","],
    ["sep=\t\nname\tphone\n", "\t"],
    ['"sep=;"\nname;phone\n', ";"],
    ["sep=|\nname|phone\n", "|"],
  ])("takes the separator from the first line of %j", (file, separator) => {
    expect(readCsvFormat(file)).toMatchObject({ separator, skippedLines: 1 });
    expect(previewCsv(file, 1)[0]?.[0]).toBe("name");
  });

  it("finds vertical bars between cells", () => {
    expect(previewCsv('name|phone\nAli|="0501234567"\n', 3)).toEqual([
      ["name", "phone"],
      ["Ali", "0501234567"],
    ]);
  });
});

describe("reports with groups", () => {
  const openInvoices = [
    "Marina Building Services,,,,,",
    "Open Invoices,,,,,",
    '"As of November 29, 2026",,,,,',
    "",
    ",Date,Transaction type,Num,Due date,Open balance",
    "Aisha Khan,,,,,",
    ',09/10/2026,Invoice,1041,09/11/2026,"1,050.00"',
    'Total for Aisha Khan,,,,,"AED1,050.00"',
    '"Palm ""Towers"", LLC",,,,,',
    ",02/10/2026,Invoice,1038,01/11/2026,210.00",
    "   Tower B,,,,,",
    ",05/10/2026,Invoice,1039,04/11/2026,315.00",
    "   Total for Tower B,,,,,AED315.00",
    '"Total for Palm ""Towers"", LLC with sub-customers",,,,,AED525.00',
    "Total Energies,,,,,",
    ",06/10/2026,Invoice,1040,05/11/2026,100.00",
    "Total for Total Energies,,,,,AED100.00",
    'TOTAL,,,,,"AED1,675.00"',
    ",,,,,",
    '"Sunday, November 29, 2026 10:00 PM GMT+4",,,,,',
  ].join("\r\n");

  it("give each row the customers above it and drop groups and totals", () => {
    expect(previewCsv(openInvoices, 20).map((row) => [row[0], row[3], row[5]])).toEqual([
      ["Customer", "Num", "Open balance"],
      ["Aisha Khan", "1041", "1,050.00"],
      ['Palm "Towers", LLC', "1038", "210.00"],
      ['Palm "Towers", LLC:Tower B', "1039", "315.00"],
      ["Total Energies", "1040", "100.00"],
    ]);
  });

  it("keep the numbers of their lines", () => {
    const { text, skippedLines } = readCsvFormat(openInvoices);
    expect(text.split("\r\n")[15 - skippedLines]).toContain("1040");
  });

  it("keep the customer's column beside groups of due dates", () => {
    const file = [
      ",Date,Num,Customer,Due date,Open balance",
      "1 - 30 days past due,,,,,",
      ",09/10/2026,1041,Aisha Khan,09/11/2026,50.00",
      "Total for 1 - 30 days past due,,,,,50.00",
    ].join("\n");
    expect(previewCsv(file, 5)).toEqual([
      ["Group", "Date", "Num", "Customer", "Due date", "Open balance"],
      ["1 - 30 days past due", "09/10/2026", "1041", "Aisha Khan", "09/11/2026", "50.00"],
    ]);
  });

  it("differ from lists whose first column is filled or has a heading", () => {
    const lists = [
      "name,phone,email\nTotal Energies,,\nTotal Care,0501234567,\n",
      ",phone,email\nTotally Fresh,0501234567,a@b.example\n",
    ];
    for (const list of lists) expect(previewCsv(list, 5).slice(1).flat().join()).toContain("Total");
  });
});

describe("previewCsv", () => {
  it("shows cells as they will be read", () => {
    const file = 'name,phone,note\n"Al ""Marsa"", LLC",="0501234567",\n\nZoé,"=""04555""","two\nlines"\n';
    expect(previewCsv(file, 3)).toEqual([
      ["name", "phone", "note"],
      ['Al "Marsa", LLC', "0501234567", ""],
      ["Zoé", "04555", "two\nlines"],
    ]);
  });

  it.each(["", "\n\n", 'name\n"open', "a,b,c"])("ends for %j", (file) => {
    expect(previewCsv(file, 5).length).toBeLessThan(3);
  });
});

describe("isShortenedNumber", () => {
  it("recognizes the numbers that Excel shortens", () => {
    expect(
      ["9.71501E+11", "9,71501E+11", "1E+15", "9.71501E11", "٩٫٧١٥٠١E+11"].every(isShortenedNumber),
    ).toBe(true);
    expect(["971501234567", "1E5", "Villa 9E+2", "E+11"].some(isShortenedNumber)).toBe(false);
  });
});

describe("isLostContent", () => {
  it.each(["What??", "?", "#5", "# 12", "Flat #3", "#Name", "..."])("keeps %j", (cell) => {
    expect(isLostContent(cell)).toBe(false);
  });
});
