import { createRequire } from "node:module";
import { Document, Font, Page, renderToBuffer, StyleSheet, Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";

/*
 * Documents to read or print, as PDF. The typeface comes as TrueType, which knows Latin and Arabic: PDF's own typefaces
 * know no Arabic, and web fonts draw broken glyphs here.
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

/** An A4 document, its title on the first page and a number on each, as the bytes of a PDF: milliseconds a line. */
export function renderDocument({
  title,
  author,
  children,
}: {
  title: string;
  author: string;
  children: ReactNode;
}): Promise<Uint8Array> {
  return renderToBuffer(
    <Document title={title} author={author} language="en">
      <Page size="A4" style={styles.page}>
        <View style={styles.body}>
          <Text style={styles.title}>{title}</Text>
          {children}
        </View>
        <Text
          fixed
          style={styles.number}
          render={({ pageNumber, totalPages }) =>
            m.common_page_of({ page: String(pageNumber), pages: String(totalPages) })
          }
        />
      </Page>
    </Document>,
  );
}

/** A heading that does not stay behind at the foot of a page. */
export function SectionTitle({ children }: { children: ReactNode }) {
  return (
    <Text style={styles.section} minPresenceAhead={60}>
      {children}
    </Text>
  );
}

/** Terms and what they are; what is not known is left out. */
export function Facts({ facts }: { facts: [term: string, value: string | null | undefined][] }) {
  return facts.map(([term, value]) =>
    value ? (
      <View key={term} style={styles.fact}>
        <Text style={styles.term}>{term}</Text>
        <Text style={styles.value}>{value}</Text>
      </View>
    ) : null,
  );
}

/** What belongs together and is not parted by a page's end. */
export function Entry({ title, children }: { title?: string; children?: ReactNode }) {
  return (
    <View wrap={false} style={styles.entry}>
      {title && <Text style={styles.strong}>{title}</Text>}
      {children}
    </View>
  );
}

export function Line({ children }: { children: ReactNode }) {
  return <Text>{children}</Text>;
}
