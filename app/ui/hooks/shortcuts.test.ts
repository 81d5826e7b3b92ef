import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isPressed, type ShortcutId } from "./shortcuts";

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

/**
 * Other files with global key listeners: a drag handles Escape first, and browsers allow the alarm sound only after
 * a key press.
 */
const OTHER_KEY_LISTENERS = [
  "app/features/operations/dispatch/admin/board/changes/use-drag.ts",
  "app/features/operations/emergencies/admin/use-ringing.ts",
];

describe("shortcuts", () => {
  it.each<[ShortcutId, object, boolean]>([
    ["palette", { key: "k", ctrlKey: true }, true],
    ["palette", { key: "K", metaKey: true }, true],
    ["palette", { key: "k" }, false],
    ["palette", { key: "k", ctrlKey: true, shiftKey: true }, false],
    ["palette", { key: "k", ctrlKey: true, altKey: true }, false],
    // Keyboard layouts differ in whether "?" needs Shift.
    ["help", { key: "?", shiftKey: true }, true],
    ["help", { key: "?" }, true],
    ["help", { key: "?", ctrlKey: true }, false],
    ["list-next", { key: "j" }, true],
    ["list-next", { key: "j", ctrlKey: true }, false],
    ["list-next", { key: "ArrowDown" }, true],
    ["list-next", { key: "ArrowDown", altKey: true }, false],
    ["row-down", { key: "ArrowDown", altKey: true }, true],
    ["board-undo", { key: "z", ctrlKey: true, shiftKey: true }, false],
    // Arabic and Cyrillic layouts.
    ["palette", { key: "ن", code: "KeyK", ctrlKey: true }, true],
    ["palette", { key: "л", code: "KeyK", ctrlKey: true }, true],
    ["board-undo", { key: "ئ", code: "KeyZ", ctrlKey: true }, true],
    ["board-undo", { key: "Я", code: "KeyZ", metaKey: true }, true],
    ["list-next", { key: "ت", code: "KeyJ" }, true],
    ["list-next", { key: "о", code: "KeyJ" }, true],
    ["list-previous", { key: "о", code: "KeyJ" }, false],
    ["list-search", { key: "ظ", code: "Slash" }, true],
    ["help", { key: "؟", code: "Slash", shiftKey: true }, true],
    // A Latin layout decides by the letter, not by its place: Z of a German keyboard.
    ["board-undo", { key: "z", code: "KeyY", ctrlKey: true }, true],
    ["board-undo", { key: "y", code: "KeyZ", ctrlKey: true }, false],
    // Greek, Hebrew and Devanagari layouts.
    ["palette", { key: "κ", code: "KeyK", ctrlKey: true }, true],
    ["palette", { key: "ל", code: "KeyK", ctrlKey: true }, true],
    ["palette", { key: "क", code: "KeyK", ctrlKey: true }, true],
    ["board-undo", { key: "ζ", code: "KeyZ", ctrlKey: true }, true],
    ["board-undo", { key: "ז", code: "KeyZ", ctrlKey: true }, true],
    ["list-next", { key: "ר", code: "KeyJ" }, true],
    ["list-next", { key: "र", code: "KeyJ" }, true],
    ["help", { key: "य़", code: "Slash", shiftKey: true }, true],
    // Keys that type several letters.
    ["list-next", { key: "لا", code: "KeyJ" }, true],
    // Russian and Hebrew layouts type a full stop or comma at the place of "/".
    ["list-search", { key: ".", code: "Slash" }, true],
    ["help", { key: ",", code: "Slash", shiftKey: true }, true],
    ["list-search", { key: "/", code: "KeyQ" }, true],
    // French layout: "Z" and "W", "?" and "/" have other places.
    ["board-undo", { key: "z", code: "KeyW", ctrlKey: true }, true],
    ["board-undo", { key: "w", code: "KeyZ", ctrlKey: true }, false],
    ["help", { key: "?", code: "KeyM", shiftKey: true }, true],
    ["list-search", { key: "/", code: "Period", shiftKey: true }, true],
    ["list-search", { key: "!", code: "Slash" }, false],
    // The right Alt key of European layouts.
    ["palette", { key: "k", code: "KeyK", ctrlKey: true, altKey: true }, false],
    ["palette", { key: "Dead", code: "KeyK", ctrlKey: true }, false],
    // While an input method composes, the keys are its own.
    ["line-next", { key: "Enter", isComposing: true }, false],
    ["close", { key: "Escape", nativeEvent: { isComposing: true } }, false],
    ["line-next", { key: "Enter", keyCode: 229 }, false],
    ["line-next", { key: "Enter", keyCode: 13 }, true],
    // A letter that no key of a US keyboard has.
    ["list-next", { key: "ذ", code: "Backquote" }, false],
  ])("matches the keys of the shortcut %s against %j: %s", (id, press, expected) => {
    expect(isPressed(id, { ...none, key: "", code: "", keyCode: 0, ...press })).toBe(expected);
  });

  it("leaves Enter and Escape in fields to input methods", () => {
    const fields = globSync("app/**/*.tsx").filter((file) => !/paraglide|\.test\./.test(file));
    const handlers = fields.filter((file) =>
      /event\.key\b.*"(Enter|Escape)"/.test(readFileSync(file, "utf8")),
    );
    // No fields are in the menu of services.
    expect(handlers).toEqual(["app/site/frame/services-menu.tsx"]);
  });

  it("contains every global key listener of the office", () => {
    const listening = globSync("app/{admin,ui,features/**/admin}/**/*.{ts,tsx}")
      .filter((file) => !file.includes(".test."))
      .filter((file) => /\b(document|window)\.addEventListener\("key/.test(readFileSync(file, "utf8")));
    expect(listening.sort()).toEqual([...OTHER_KEY_LISTENERS, "app/ui/hooks/shortcuts.ts"].sort());
  });
});
