import { expect, it } from "vitest";
import * as z from "zod/mini";
import { priceListRow } from "./features/core/pricing/price-list";
import { openingBalanceRow } from "./features/finance/invoices/opening-balances/opening-balances";
import { bookingRow } from "./features/operations/imports/booking-list";
import { customerRow } from "./features/operations/imports/customer-list";
import type { Endpoint } from "./platform/http/endpoint.server";
import { normalizeJson } from "./platform/text/sanitize-text";
import { features } from "./server/api.server";

/** Numbers and texts as people type them, in the body of every API call. Forms use the same schemas. */

interface Definition {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  options?: z.ZodMiniType[];
  left?: z.ZodMiniType;
  right?: z.ZodMiniType;
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
}
const definitionOf = (schema: z.ZodMiniType) => schema._zod.def as Definition;
const containers = ["object", "array", "union", "record"];

/** Fields of a body by their path; items of lists as `lines[].price`. */
function fieldsOf(schema: z.ZodMiniType, path: string): [string, z.ZodMiniType][] {
  const { type, shape, element, valueType, innerType, options, left, right, ...pipe } = definitionOf(schema);
  if (shape) return Object.entries(shape).flatMap(([name, field]) => fieldsOf(field, `${path}.${name}`));
  if (element) return fieldsOf(element, `${path}[]`);
  if (valueType) return fieldsOf(valueType, `${path}{}`);
  if (innerType) return fieldsOf(innerType, path);
  const parts = options ?? (left && right ? [left, right] : null);
  if (parts) return parts.flatMap((part) => fieldsOf(part, path));
  const inner =
    type === "pipe"
      ? [pipe.in!, pipe.out!].find((side) => containers.includes(definitionOf(side).type))
      : null;
  return inner ? fieldsOf(inner, path) : [[path, schema]];
}

const isTyped = ([, field]: [string, z.ZodMiniType]) =>
  ["string", "pipe", "transform", "custom"].includes(definitionOf(field).type);

const endpoints = features.flatMap(({ rows }) => rows as readonly Endpoint[]);
const fields = endpoints
  .flatMap(({ path, body }) => {
    const schema = typeof body === "function" ? body(new Date("2026-11-27T09:00:00Z")) : body;
    return schema && "_zod" in schema ? fieldsOf(schema, `POST ${path} body`) : [];
  })
  .filter(isTyped);
const queryFields = endpoints
  .flatMap(({ path, query }) => (query ? fieldsOf(query, `GET ${path} query`) : []))
  .filter(isTyped);

const read = (field: z.ZodMiniType, typed: string) => {
  const result = z.safeParse(field, typed);
  return result.success ? JSON.stringify(result.data) : null;
};

const numbers = [
  "5",
  "15",
  "120",
  "250.50",
  "1,500",
  "12.5%",
  "123456",
  "3012345678",
  "0501234567",
  "+971501234567",
].concat(...["100123456700003", "AE070331234567890123456"]);
const inScript = (zero: number) => (number: string) =>
  number.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const keyboards: Record<string, (number: string) => string> = {
  Arabic: (number) => inScript(0x660)(number.replace(".", "٫").replace(",", "٬").replace("%", "٪")),
  Persian: inScript(0x6f0),
  Devanagari: inScript(0x966),
  "full-width": (number) => inScript(0xff10)(number.replace(".", "．").replace("+", "＋").replace("%", "％")),
  "right-to-left": (number) => `\u200f\u202b${number}\u202c\u061c`,
  pasted: (number) => `\ufeff\u00a0${number}\u202f\u200b`,
};

/** Passwords and signed keys stay as sent; ids, files and reports of browsers are not typed; the command reads an email or phone. */
const untyped =
  /password|send-link body\.contact$|\.(?:key|link|captchaToken|csv|name|items\[\]\.\w+|service|trade|address|preferredDateTime|message|userId|userAgent|stack|url)$|Id$|Ids\[\]$|skills\[\]$|[iI]tem$|filter\.\w+$|sign-in\/code body\.code$|confirmDuplicateOf$|details\{\}$|reference$/;

it("reads numbers from every keyboard in all fields that accept only numbers", () => {
  const misread = fields
    .filter(([path, field]) => !untyped.test(path) && read(field, "abc def") === null)
    .flatMap(([path, field]) =>
      numbers
        .filter((number) => read(field, number) !== null)
        .flatMap((number) =>
          Object.entries(keyboards)
            .filter(([, type]) => read(field, type(number)) !== read(field, number))
            .map(([keyboard]) => `${path}: ${number} (${keyboard})`),
        ),
    );
  expect(misread).toEqual([]);
  expect(fields.length).toBeGreaterThan(300);
});

const texts: [typed: string, stored: string][] = [
  ["Al\u00a0Marsa\u202fTower", "Al Marsa Tower"],
  ["Zoe\u0301", "Zoé"],
  ["\u200fأحمد\u061c", "أحمد"],
  ["\ufeffAl\u00adMarsa\u200b", "AlMarsa"],
  ["\u2068Marsa \u202eTower\u2069", "Marsa Tower"],
  ["ﻣﺤﻤﺪ", "محمد"],
  ["Ｍａｒｓａ", "Marsa"],
  ["Al\u2011Marsa", "Al-Marsa"],
];

it("stores texts without invisible characters and in one form", () => {
  const unequal = fields
    .filter(([path]) => !untyped.test(path))
    .flatMap(([path, field]) =>
      texts
        .filter(
          ([typed, stored]) => read(field, stored) !== null && read(field, typed) !== read(field, stored),
        )
        .map(([typed]) => `${path}: ${JSON.stringify(typed)}`),
    );
  expect(unequal).toEqual([]);
});

const harmful: Record<string, string> = {
  "private use": "\ue000",
  "private use of a font": "\uf8ff",
  "private use beyond the first plane": "\u{100000}",
  unassigned: "\u0378",
  "not a character": "\uffff",
  "C0 control": "\u0007",
  "C1 control": "\u009b",
  "line separator": "\u2028",
  "paragraph separator": "\u2029",
  tag: "\u{e0041}",
  "byte order mark": "\ufeff",
  "right-to-left override": "\u202e",
  "lone surrogate": "\ud83d",
};

/** Keys, ids and places in lists only match stored ones; the last two are searched for letters that documents cannot show. */
const matchedParameters =
  /\.(?:key|cursor|pageEnd|service|otherServices|visitIds|withoutSkills)$|(?:missing-letters|letters-without-font) query\.text$/;

/** Keys, tokens and ids only match stored ones; rows of CSV files have schemas of their own; the rest is not stored. */
const matchedOnly =
  /password|\.(?:key|link|captchaToken|csv|items\[\]\.\w+|confirmDuplicateOf)$|Id$|Ids\[\]$|skills\[\]$|priceItem$|sign-in\/code body\.code$|correct body\.(?:service|trade)$|handle-booking body\.(?:preferredDateTime|address)$|invoices\/link body\.reference$/;

const around = (letter: string) => [
  `Villa ${letter}4`,
  `ab${letter}cd`,
  `a${letter}b@c.example`,
  `050123${letter}4567`,
  `/a${letter}b`,
  `https://a.example/b${letter}`,
];

/** The letter as `read` returns it, in JSON. */
const inJson = (letter: string) => JSON.stringify(letter).slice(1, -1);

function keptIn(checked: [string, z.ZodMiniType][]): string[] {
  return checked.flatMap(([path, field]) =>
    Object.entries(harmful)
      .filter(([, letter]) => around(letter).some((typed) => read(field, typed)?.includes(inJson(letter))))
      .map(([kind]) => `${path}: ${kind}`),
  );
}

it("stores no character that documents cannot show or that hides text", () => {
  expect(keptIn(fields.filter(([path]) => !matchedOnly.test(path)))).toEqual([]);
});

it("removes the same characters from the cells of imports", () => {
  const home = { street: "Al Marsa Street", building: "Diamond 4", unit: "12", area: "Mirdif", landmark: "" };
  const contact = { name: "Aisha Al Marri", phone: "0501234567", email: "aisha@example.com" };
  const work = { reference: "A-1", status: "requested", service: "plumbing", technician: "", notes: "" };
  const invoice = { reference: "A-1", issued: "2026-11-01", due: "2026-12-01", total: "100" };
  const item = { service: "plumbing", item: "call-out", name: "Call-out", mode: "fixed", unit: "visit" };
  const rows: [string, z.ZodMiniType, Record<string, string>][] = [
    ["customers", customerRow, { ...contact, ...home, company: "", trn: "" }],
    [
      "bookings",
      bookingRow,
      { ...work, ...contact, ...home, date: "", time: "", minutes: "60", price: "100" },
    ],
    [
      "prices",
      priceListRow("2026-11-27"),
      {
        ...{ ...item, price: "100", next_hour: "", emergency_percent: "", out_of_hours_percent: "" },
        ...{ minutes: "", buffer_minutes: "", from: "", name_ar: "" },
      },
    ],
    [
      "opening balances",
      openingBalanceRow("2026-11-27"),
      { ...invoice, customer: "Aisha", email: "", phone: "", paid: "", credit: "" },
    ],
  ];
  const kept = rows.flatMap(([list, schema, valid]) => {
    expect(z.safeParse(schema, valid).error, list).toBeUndefined();
    return Object.keys(valid)
      .filter((column) => column !== "technician")
      .flatMap((column) =>
        Object.entries(harmful)
          .filter(([, letter]) =>
            around(letter).some((typed) => {
              const result = z.safeParse(schema, { ...valid, [column]: typed });
              return result.success && JSON.stringify(result.data).includes(inJson(letter));
            }),
          )
          .map(([kind]) => `${list}, ${column}: ${kind}`),
      );
  });
  expect(kept).toEqual([]);
});

it("removes the same characters from texts of query strings", () => {
  expect(keptIn(queryFields.filter(([path]) => !matchedParameters.test(path)))).toEqual([]);
  expect(queryFields.filter(([path]) => path.endsWith(".search")).length).toBeGreaterThan(10);
});

const ordinary = [
  "محمد بن راشد، شقة ٤",
  "می\u200cخواهم",
  "श्री क्\u200dष मार्ग",
  "Villa 4 ☀️ ✔️",
  "👨\u200d👩\u200d👧 🏳️\u200d🌈 👍🏽 🇦🇪",
];

/** Addresses and codes to sign in, numbers of documents to compare, and a flag. */
const notText = /\.(?:email|code|requireHold|lastInvoice|lastCreditNote)$/;

it("stores texts of all scripts and emoji as typed", () => {
  const changed = fields
    .filter(([path]) => !matchedOnly.test(path) && !notText.test(path))
    .flatMap(([path, field]) =>
      ordinary
        .filter((text) => ![null, JSON.stringify(text)].includes(read(field, text)))
        .map((text) => `${path}: ${text} ${read(field, text)}`),
    );
  expect(changed).toEqual([]);
});

it("normalises texts inside JSON", () => {
  expect(normalizeJson({ a: ["b\ue000", { c: "\u202ed" }], e: 1 })).toEqual({ a: ["b", { c: "d" }], e: 1 });
});
