import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import { createElement as h, type ReactElement } from "react";
import type { DocumentPart } from "./document";
import type { Answer, Drawing } from "./document.server";

/*
 * The program of the thread that draws documents. Node runs it as it stands in development and tests: so it imports no
 * code of ours, and has no JSX.
 *
 * The typeface comes as TrueType, which knows Latin and Arabic: PDF's own typefaces know no Arabic, and web fonts draw
 * broken glyphs here.
 */

const FONT = "Alexandria";
const { resolve } = createRequire(import.meta.url);
for (const [fontWeight, file] of [
  [400, "400Regular/Alexandria_400Regular.ttf"],
  [600, "600SemiBold/Alexandria_600SemiBold.ttf"],
] as const) {
  Font.register({ family: FONT, fontWeight, src: resolve(`@expo-google-fonts/alexandria/${file}`) });
}
// Names and references are never broken in two.
Font.registerHyphenationCallback((word) => [word]);

const styles = StyleSheet.create({
  // Not the page's: a text that is rendered by a function vanishes where it inherits a line height. With its size, of which
  // it is a multiple where both are set.
  body: { fontSize: 9.5, lineHeight: 1.5 },
  page: { fontFamily: FONT, color: "#0f1a2b", padding: 48, paddingBottom: 64 },
  title: { fontSize: 20, fontWeight: 600, lineHeight: 1.2, marginBottom: 6 },
  section: { fontSize: 13, fontWeight: 600, lineHeight: 1.3, marginTop: 20, marginBottom: 6 },
  number: {
    position: "absolute",
    bottom: 32,
    left: 48,
    right: 48,
    textAlign: "right",
    fontSize: 8,
    color: "#4f5868",
  },
  fact: { flexDirection: "row", gap: 12 },
  term: { width: 120, color: "#4f5868" },
  value: { flex: 1 },
  entry: { marginBottom: 8 },
  strong: { fontWeight: 600 },
});

function draw({ title, author, parts, pageOf, language }: Drawing): Promise<Buffer> {
  const number = h(Text, {
    fixed: true,
    style: styles.number,
    render: ({ pageNumber, totalPages }) =>
      pageOf.replace("{page}", String(pageNumber)).replace("{pages}", String(totalPages)),
  });
  const body = h(
    View,
    { style: styles.body },
    h(Text, { style: styles.title }, title),
    ...parts.map(drawPart),
  );
  const page = h(Page, { size: "A4", style: styles.page }, body, number);
  return renderToBuffer(h(Document, { title, author, language }, page));
}

function drawPart(part: DocumentPart): ReactElement {
  switch (part.kind) {
    case "section":
      return h(Text, { style: styles.section, minPresenceAhead: 60 }, part.title);
    case "line":
      return h(Text, null, part.text);
    case "facts":
      return h(View, null, ...part.facts.map(drawFact));
    case "entry": {
      const title = h(Text, { style: styles.strong }, part.title);
      return h(View, { wrap: false, style: styles.entry }, title, ...part.parts.map(drawPart));
    }
  }
}

function drawFact({ term, value }: { term: string; value: string }): ReactElement {
  const cells = [h(Text, { style: styles.term }, term), h(Text, { style: styles.value }, value)];
  return h(View, { style: styles.fact }, ...cells);
}

/** One after the other: the answers come in the order of the questions. */
let last: Promise<void> = Promise.resolve();
parentPort!.on("message", (drawing: Drawing) => {
  last = last.then(async () => parentPort!.postMessage(await answer(drawing)));
});

async function answer(drawing: Drawing): Promise<Answer> {
  try {
    return { ok: true, bytes: new Uint8Array(await draw(drawing)) };
  } catch (error) {
    return { ok: false, error };
  }
}
