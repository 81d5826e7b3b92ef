import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { InvalidInput } from "../errors";
import { readPostedFields } from "./posted-fields.server";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

async function read(type: string, body: string | Uint8Array<ArrayBuffer>, headers = {}) {
  const request = new Request("https://www.example.com/contact", {
    method: "POST",
    headers: { "Content-Type": type, ...headers },
    body,
  });
  return readPostedFields(request);
}

it("reads form fields; the last value of a repeated name wins", async () => {
  expect(await read(FORM, "name=Aisha+O%27Neil&area=&name=%D8%B9")).toEqual({ name: "ع", area: "" });
  expect(await read(`${FORM}; charset=UTF-8`, "a=%zz&%ff=1")).toEqual({ a: "%zz", "\ufffd": "1" });
});

it.each(["__proto__", "constructor", "toString", "__proto__[admin]", "constructor.prototype.admin"])(
  "accepts %s as a field name",
  async (name) => {
    const fields = await read(FORM, `${encodeURIComponent(name)}=a`);
    expect(Object.entries(fields)).toEqual([[name, "a"]]);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    expect({}).not.toHaveProperty("admin");
  },
);

const part = (boundary: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}--\r\n`;

it.each<[string, string, string | Uint8Array<ArrayBuffer>]>([
  ["a form with more than 50 fields", FORM, Array.from({ length: 51 }, (_, at) => `f${at}=1`).join("&")],
  ["a form of 90,000 separators", FORM, "&".repeat(90_000)],
  ["a JSON body", "application/json", '{"a":"b"}'],
  ["a form declared as plain text", "text/plain", "a=b"],
  ["a multipart form", `${MULTIPART}; boundary=x`, part("x")],
  ["a multipart form without a boundary", MULTIPART, part("x")],
  [
    "a multipart form with a boundary of 3,000 letters",
    `${MULTIPART}; boundary=${"x".repeat(3_000)}`,
    part("x".repeat(3_000)),
  ],
  ["a multipart form with an empty boundary", `${MULTIPART}; boundary=""`, part("")],
  ["two content types", `text/plain, ${FORM}`, "a=b"],
  ["a body without a content type", "", "a=b"],
])("rejects posted data: %s", async (_case, type, body) => {
  await expect(read(type, body)).rejects.toThrow(InvalidInput);
});

it.each<[string, string, Uint8Array<ArrayBuffer>, object]>([
  ["compressed", FORM, gzipSync("admin=on"), { "Content-Encoding": "gzip" }],
  ["in UTF-16", `${FORM}; charset=utf-16le`, Uint8Array.from(Buffer.from("admin=on", "utf16le")), {}],
  ["in UTF-7", `${FORM}; charset=utf-7`, Uint8Array.from(Buffer.from("+AGEAZABtAGkAbg-=on")), {}],
])("does not decode an unsupported encoding into form fields: %s", async (_case, type, body, headers) => {
  expect(await read(type, body, headers)).not.toHaveProperty("admin");
});
