import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { emailAddress } from "./email";

const schema = emailAddress({ required: () => "required", invalid: () => "invalid" });
const read = (typed: string) => {
  const parsed = z.safeParse(schema, typed);
  return parsed.success ? parsed.data : parsed.error.issues[0]!.message;
};

describe("emailAddress", () => {
  it.each([
    [" Layla@Example.COM ", "layla@example.com"],
    ["info@xn--mgbh0fb.xn--mgbaam7a8h", "info@xn--mgbh0fb.xn--mgbaam7a8h"],
    ["info@مثال.امارات", "info@xn--mgbh0fb.xn--mgbaam7a8h"],
    ["omar@bücher.example", "omar@xn--bcher-kva.example"],
    ["ahmed@例え.jp", "ahmed@xn--r8jz45g.jp"],
    ["ahmed٥٠@example.com", "ahmed50@example.com"],
    ["\u202alayla@example.com\u202c", "layla@example.com"],
    ["layla＠example．com", "layla@example.com"],
    ["o’brien@example.com", "o'brien@example.com"],
    ["first.last+tag@sub.example.co", "first.last+tag@sub.example.co"],
    ["INFO@مثال。امارات", "info@xn--mgbh0fb.xn--mgbaam7a8h"],
    ["Info@XN--MGBH0FB.XN--MGBAAM7A8H", "info@xn--mgbh0fb.xn--mgbaam7a8h"],
    ["ahmed@例え｡jp", "ahmed@xn--r8jz45g.jp"],
    ["ALI@ПОЧТА.РФ", "ali@xn--80a1acny.xn--p1ai"],
    ["al–marsa−dxb@example.com", "al-marsa-dxb@example.com"],
    ["h&m/dubai=1@example.com", "h&m/dubai=1@example.com"],
    ["mailto:layla@example.com", "layla@example.com"],
    ["Layla Haddad <Layla@Example.com>", "layla@example.com"],
    ["layla@example.com.", "layla@example.com"],
    ["layla@example.com,", "layla@example.com"],
    ["layla@example.com;", "layla@example.com"],
    ["layla@example.com،", "layla@example.com"],
    ["info@مثال.امارات.", "info@xn--mgbh0fb.xn--mgbaam7a8h"],
    ["ahmed@例え.jp。", "ahmed@xn--r8jz45g.jp"],
    ["<layla@example.com>", "layla@example.com"],
    ["<layla@example.com>,", "layla@example.com"],
    ["<layla@example.com", "layla@example.com"],
    ["layla@example.com>", "layla@example.com"],
    ['"Haddad, Layla" <layla@example.com>;', "layla@example.com"],
    ["Layla <layla@example.com.>", "layla@example.com"],
    ["(layla@example.com).", "layla@example.com"],
    ["“layla@example.com”", "layla@example.com"],
    ["'layla@example.com'", "layla@example.com"],
    ["‘layla@example.com’;", "layla@example.com"],
    ["<mailto:layla@example.com>", "layla@example.com"],
    ["mailto:layla@example.com?subject=Quote", "layla@example.com"],
    ["\ufefflayla@exam\u00adple.com\u00a0", "layla@example.com"],
  ])("reads %j as %s", (typed, address) => {
    expect(read(typed)).toBe(address);
  });

  it.each([
    "layla",
    "layla@",
    "layla@example",
    "layla@-example.com",
    "layla@example-.com",
    '"quoted name"@example.com',
    "ليلى@example.com",
    "la yla@example.com",
    "layla@مثال",
    "<layla@example.com> <omar@example.com>",
    "layla@example.com, omar@example.com",
    "layla@example.com.,omar@example.com",
    ".layla@example.com",
    "layla@example..com",
    "layla@مثال.امارات/path",
    "layla@مثال.امارات:25",
    "layla@مثال.امارات@example.com",
    "layla@exa\u200bmple..com",
    `${"a".repeat(250)}@example.com`,
  ])("refuses %j", (typed) => {
    expect(read(typed)).toBe("invalid");
  });

  it.each(["<", ".", "@", " .", "mailto:", "'"])("reads a long text of %j in linear time", (part) => {
    const text = part.repeat(200_000);
    const start = performance.now();
    expect(read(`${text}x`)).not.toContain("@example");
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  it("requires an address", () => {
    expect(read(" \u200f ")).toBe("required");
  });
});
