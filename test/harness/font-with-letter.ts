import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ALEXANDRIA = createRequire(import.meta.url).resolve(
  "@expo-google-fonts/alexandria/400Regular/Alexandria_400Regular.ttf",
);
/** Any visible glyph. */
const GLYPH = 36;

/**
 * A TrueType font with a single letter: the project's own font with another character map (`cmap`, format
 * 12).
 */
export function fontWithLetter(letter: string): Buffer {
  const codePoint = letter.codePointAt(0)!;
  const map = Buffer.concat([
    // Version, number of subtables; platform, encoding and offset of the only one.
    words(0, 1, 3, 10, 0, 12),
    // Format, reserved, length, language, number of groups.
    words(12, 0, 0, 28, 0, 0, 0, 1),
    Buffer.from(Uint32Array.of(codePoint, codePoint, GLYPH).buffer).swap32(),
  ]);

  const font = readFileSync(ALEXANDRIA);
  const record = font.indexOf("cmap", 12, "latin1");
  font.writeUInt32BE(font.length, record + 8);
  font.writeUInt32BE(map.length, record + 12);
  return Buffer.concat([font, map]);
}

/** 16-bit words, big-endian. */
function words(...values: number[]): Buffer {
  return Buffer.from(Uint16Array.from(values).buffer).swap16();
}
