import { describe, expect, it } from "vitest";
import { csvLine } from "./csv";
import { plainCell } from "./csv-format";

describe("csvLine", () => {
  it("quotes cells with special characters", () => {
    expect(csvLine(["plain", 'with "quotes"', "a, b", "two\nlines", null, 12])).toBe(
      'plain,"with ""quotes""","a, b","two\nlines",,12\r\n',
    );
  });

  it.each(["Villa 12; gate 3", "left\tright"])("quotes %j, which has another separator", (text) => {
    expect(csvLine(["a", text])).toBe(`a,"${text}"\r\n`);
  });

  it.each(["=1+1", "+971501234567", "-2", "@SUM(A1)", "  =HYPERLINK(1)"])(
    "protects spreadsheets from the formula %j",
    (text) => {
      expect(csvLine([text])).toBe(`'${text}\r\n`);
    },
  );

  it("protects spreadsheets from a formula after a separator", () => {
    expect(csvLine(["\tx", ";=1+1"])).toBe('"\'\tx",";\'=1+1"\r\n');
  });

  it.each(["a;=1+1", "a;=1+1;b", "a; =1+1;b", "a\t@SUM(A1)\tb", "a\n=1+1;b", "a\r\n+1;b"])(
    "protects spreadsheets with another separator from the formula in %j",
    (text) => {
      const line = csvLine(["x", text, "y"]);
      // Such a spreadsheet ignores quotes that do not begin a cell.
      for (const separator of [/[;\r\n]/, /[\t\r\n]/])
        expect(line.split(separator).filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
      expect(plainCell(text.replaceAll(/(?<=[;\t\n])(?=\s*[=+@])/g, "'"))).toBe(text);
    },
  );

  it("leaves other text and numbers unchanged", () => {
    expect(csvLine(["a=b", "1-2", "Al Barsha", -5])).toBe("a=b,1-2,Al Barsha,-5\r\n");
  });
});
