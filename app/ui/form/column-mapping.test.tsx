import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ColumnMapping, readForMapping } from "./column-mapping";

const list = { columns: ["name", "phone", "issued"], dateColumns: ["issued"] };

/** Text of the step for this file, with bare spaces. */
function stepFor(csv: string): string {
  const read = readForMapping(csv, list)!;
  return renderToStaticMarkup(
    <ColumnMapping {...list} read={read} disabled={false} submit="Check" onSubmit={() => {}} />,
  )
    .replaceAll(/<option[^>]*>[^<]*<\/option>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[\u2068\u2069]/g, "")
    .replaceAll(/\s+/g, " ");
}

it("skips the step for the list's own columns with unambiguous dates", () => {
  expect(readForMapping("name,phone,issued\nAisha,050,25/03/2026\n", list)).toBeNull();
  expect(readForMapping("name,phone,issued\nAisha,050,2026-03-25\n", list)).toBeNull();
});

it("shows the first rows as they will be read, with joined names", () => {
  const text = stepFor("First Name,Last Name,Mobile Phone,Invoice Date\nAisha,Khan,050,03/25/2026\n");
  expect(text).toContain("Housecall Pro");
  expect(text).toContain("Aisha Khan");
  expect(text).toContain("25 March 2026");
  expect(text).toContain("The file writes the month first: 03/25/2026");
});

it("asks for the day of an ambiguous date and leaves dates as they are until then", () => {
  const text = stepFor("name,phone,issued\nAisha,050,03/04/2026\n");
  expect(text).toContain("Which day is 03/04/2026?");
  expect(text).toContain("3 April 2026 4 March 2026");
});
