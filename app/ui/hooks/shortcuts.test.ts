import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isPressed, type ShortcutId } from "./shortcuts";

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

it.each<[ShortcutId, object, boolean]>([
  ["palette", { key: "k", ctrlKey: true }, true],
  ["palette", { key: "K", metaKey: true }, true],
  ["palette", { key: "k" }, false],
  ["palette", { key: "k", ctrlKey: true, shiftKey: true }, false],
  ["palette", { key: "k", ctrlKey: true, altKey: true }, false],
  // On most keyboards with Shift, on some without.
  ["help", { key: "?", shiftKey: true }, true],
  ["help", { key: "?" }, true],
  ["help", { key: "?", ctrlKey: true }, false],
  ["list-next", { key: "j" }, true],
  ["list-next", { key: "j", ctrlKey: true }, false],
  ["list-next", { key: "ArrowDown" }, true],
  ["list-next", { key: "ArrowDown", altKey: true }, false],
  ["row-down", { key: "ArrowDown", altKey: true }, true],
  ["board-undo", { key: "z", ctrlKey: true, shiftKey: true }, false],
])("%s by %j: %s", (id, press, expected) => {
  expect(isPressed(id, { ...none, key: "", ...press })).toBe(expected);
});

/** What is dragged listens before everything else; the alarm waits for any key, as browsers let nothing sound before. */
const OTHERS = [
  "app/features/dispatch/admin/board/changes/use-drag.ts",
  "app/features/emergencies/admin/use-ringing.ts",
];

it("has every key that the office listens to wherever the focus is", () => {
  const listening = globSync("app/{admin,ui,features/**/admin}/**/*.{ts,tsx}")
    .filter((file) => !file.includes(".test."))
    .filter((file) => /\b(document|window)\.addEventListener\("key/.test(readFileSync(file, "utf8")));
  expect(listening.sort()).toEqual([...OTHERS, "app/ui/hooks/shortcuts.ts"].sort());
});
