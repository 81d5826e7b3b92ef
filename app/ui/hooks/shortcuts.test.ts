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
    // A letter that no key of a US keyboard has.
    ["list-next", { key: "ذ", code: "Backquote" }, false],
  ])("matches the keys of the shortcut %s against %j: %s", (id, press, expected) => {
    expect(isPressed(id, { ...none, key: "", code: "", ...press })).toBe(expected);
  });

  it("contains every global key listener of the office", () => {
    const listening = globSync("app/{admin,ui,features/**/admin}/**/*.{ts,tsx}")
      .filter((file) => !file.includes(".test."))
      .filter((file) => /\b(document|window)\.addEventListener\("key/.test(readFileSync(file, "utf8")));
    expect(listening.sort()).toEqual([...OTHER_KEY_LISTENERS, "app/ui/hooks/shortcuts.ts"].sort());
  });
});
