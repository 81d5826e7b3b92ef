import { extractText } from "unpdf";
import { describe, expect, it } from "vitest";
import { Entry, Facts, Line, renderDocument, SectionTitle } from "./document.server";

async function textOf(children: React.ReactNode): Promise<string[]> {
  const bytes = await renderDocument({ title: "Yearly report", author: "Test & Sons", children });
  return (await extractText(new Uint8Array(bytes))).text;
}

describe("a document", () => {
  it("has its title on the first page and a number on each", async () => {
    const lines = Array.from({ length: 80 }, (_, index) => `Line ${index}`).map((line) => (
      <Line key={line}>{line}</Line>
    ));
    const pages = await textOf(lines);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toMatch(/^Yearly report\nLine 0\n/);
    expect(pages[0]).toContain("Page 1 of 2");
    expect(pages[1]).not.toContain("Yearly report");
    expect(pages[1]).toContain("Page 2 of 2");
  });

  it("leaves out what is not known, and keeps a heading and an entry together", async () => {
    const [page] = await textOf(
      <>
        <SectionTitle>Who</SectionTitle>
        <Entry title="Fatima Al Zahra">
          <Facts
            facts={[
              ["Phone", "+971 50 123 4567"],
              ["Email", null],
            ]}
          />
        </Entry>
      </>,
    );
    expect(page).toMatch(/Who\nFatima Al Zahra\nPhone \+971 50 123 4567/);
    expect(page).not.toContain("Email");
  });
});
