import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SearchResult } from "./search-result";
import { emptySearch, parseSearch } from "./technician-search";

const services = [{ id: "plumbing", name: "Plumbing" }];
const now = new Date("2026-11-27T09:20:00Z");

function textOf(text: string, found: number): string {
  const search = { ...emptySearch, ...parseSearch(text, { services, technicians: [] }, now), text };
  const html = renderToStaticMarkup(<SearchResult {...{ search, services, found, hasPassed: false }} />);
  return html.replace(/<[^>]+>/g, "|").replace(/[\u2066-\u2069]/g, "");
}

it("shows the number of rows, the criteria and the words that were not understood", () => {
  const text = textOf("plumber near jlt tomorrow 3pm xyz", 6);
  expect(text).toContain("6 technicians free");
  for (const term of ["Plumbing", "Near Jumeirah Lake Towers (JLT)", "28 Nov", "3:00"]) {
    expect(text).toContain(term);
  }
  expect(text).toContain("Not understood: xyz");
  expect(textOf("plumber", 1)).toContain("|1 technician|");
  expect(textOf("", 40)).not.toContain("technician");
});
