import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stateColours } from "~/platform/messaging/email-html.server";
import type { StateTone } from "~/platform/state-tone";
import { toneFills } from "./badge";

const css = readFileSync(new URL("./theme.css", import.meta.url), "utf8");

type Theme = "light" | "dark";

function colour(name: string, theme: Theme): string {
  const [, value = ""] = new RegExp(`--${name}: ([^;]+);`).exec(css) ?? [];
  const [light, dark = light] = value.match(/#[0-9a-f]{6}/g) ?? [];
  const found = theme === "light" ? light : dark;
  if (!found) throw new Error(`theme.css has no colour ${name}`);
  return found;
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const backgrounds = ["paper", "surface", "sunken"];
const textColours = ["ink", "muted", "link", "brass-text", "calm-text", "signal-text", "error"];
const textPairs: [text: string, background: string][] = [
  ...backgrounds.flatMap((background) => textColours.map((text): [string, string] => [text, background])),
  ["on-action", "action"],
  ["on-action", "action-hover"],
  ["on-calm", "calm"],
  ["on-signal", "signal"],
  ["brass-text", "brass-soft"],
  ["calm-text", "calm-soft"],
  ["plan-text", "plan-soft"],
  ["signal-text", "signal-soft"],
  ["ink", "brass-soft"],
  ["ink", "signal-soft"],
  ["link", "brass-soft"],
  ["paper", "ink"],
];

describe.each(["light", "dark"] as const)("contrast in the %s theme", (theme) => {
  it.each(textPairs)("keeps %s text on %s at a ratio of at least 4.5:1", (text, background) => {
    expect(contrast(colour(text, theme), colour(background, theme))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(backgrounds)("keeps control borders on %s at a ratio of at least 3:1", (background) => {
    expect(contrast(colour("control", theme), colour(background, theme))).toBeGreaterThanOrEqual(3);
  });
});

/** Colours of a state's badge: names in theme.css. */
function badgeColours(tone: StateTone): [background: string, text: string] {
  const [background, text] = toneFills[tone].split(" ").map((name) => name.replace(/^(bg|text)-/, ""));
  return [background!, text!];
}

describe.each(Object.keys(toneFills) as StateTone[])("state %s", (tone) => {
  it.each(["light", "dark"] as const)(
    "keeps the text of its badge at a ratio of at least 4.5:1 in the %s theme",
    (theme) => {
      const [background, text] = badgeColours(tone).map((name) => colour(name, theme));
      expect(contrast(background!, text!)).toBeGreaterThanOrEqual(4.5);
    },
  );

  it("shows the colours of its badge in emails", () => {
    const inTheme = badgeColours(tone).map((name) => colour(name, "light"));
    expect(stateColours[tone].map((value) => value.toLowerCase())).toEqual(inTheme);
  });
});
