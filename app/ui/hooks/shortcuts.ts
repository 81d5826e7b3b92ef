import { useEffect, useRef } from "react";
import { m } from "~/paraglide/messages";
import { latinKey, pressedKey } from "./latin-key";

type ShortcutScope = "everywhere" | "list" | "board" | "lines";

interface Shortcut {
  where: ShortcutScope;
  /** Alternative key combinations. "Mod" is Control, or Command on macOS. */
  keys: readonly string[];
  label: () => string;
  always?: true;
}

/** Registry of all keyboard shortcuts, so that the help dialog is complete. */
export const shortcuts = {
  palette: { where: "everywhere", keys: ["Mod+k"], label: m.admin_keys_palette, always: true },
  help: { where: "everywhere", keys: ["?"], label: m.admin_keys_help },
  close: { where: "everywhere", keys: ["Escape"], label: m.admin_keys_close },
  "list-next": { where: "list", keys: ["j", "ArrowDown"], label: m.admin_keys_list_next },
  "list-previous": { where: "list", keys: ["k", "ArrowUp"], label: m.admin_keys_list_previous },
  "list-open": { where: "list", keys: ["Enter"], label: m.admin_keys_list_open },
  "list-search": { where: "list", keys: ["/"], label: m.admin_keys_list_search },
  "reply-send": { where: "list", keys: ["Mod+Enter"], label: m.inbox_keys_send },
  "row-up": { where: "list", keys: ["Alt+ArrowUp"], label: m.admin_keys_row_up },
  "row-down": { where: "list", keys: ["Alt+ArrowDown"], label: m.admin_keys_row_down },
  "board-undo": { where: "board", keys: ["Mod+z"], label: m.admin_keys_board_undo },
  "board-step": {
    where: "board",
    keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"],
    label: m.admin_keys_board_step,
  },
  "board-open": { where: "board", keys: ["Enter"], label: m.admin_keys_board_open },
  "drag-stop": { where: "board", keys: ["Escape"], label: m.admin_keys_drag_stop },
  "line-next": { where: "lines", keys: ["Enter"], label: m.admin_keys_line_next },
  "line-above": { where: "lines", keys: ["ArrowUp"], label: m.admin_keys_line_above },
  "line-below": { where: "lines", keys: ["ArrowDown"], label: m.admin_keys_line_below },
  "line-up": { where: "lines", keys: ["Alt+ArrowUp"], label: m.admin_keys_line_up },
  "line-down": { where: "lines", keys: ["Alt+ArrowDown"], label: m.admin_keys_line_down },
} as const satisfies Record<string, Shortcut>;

export type ShortcutId = keyof typeof shortcuts;

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey"> &
  Parameters<typeof pressedKey>[0];

export function isPressed(id: ShortcutId, press: Press): boolean {
  if (pressedKey(press) === "") return false;
  return shortcuts[id].keys.some((keys) => {
    const parts = keys.split("+");
    const key = parts.pop()!;
    const mod = parts.includes("Mod");
    if (mod !== (press.ctrlKey || press.metaKey) || parts.includes("Alt") !== press.altKey) return false;
    // Punctuation may need Shift, depending on the keyboard layout.
    const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase();
    if (press.shiftKey && !isSign) return false;
    return key === latinKey(press);
  });
}

const SINGLE_KEYS = "single-keys";

/** Shortcuts without a modifier key. Users can disable them, as WCAG 2.2 requires (2.1.4). */
export function areSingleKeysEnabled(): boolean {
  try {
    return localStorage.getItem(SINGLE_KEYS) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeysEnabled(enabled: boolean): void {
  try {
    if (enabled) localStorage.removeItem(SINGLE_KEYS);
    else localStorage.setItem(SINGLE_KEYS, "off");
  } catch {
    // Without storage, the setting stays unchanged.
  }
}

function isSingleKey(press: Press): boolean {
  return latinKey(press).length === 1 && !press.ctrlKey && !press.metaKey && !press.altKey;
}

const INPUT_TARGETS = "input, textarea, select, dialog, [role=dialog], [contenteditable]";

/** Returns false if it did not handle the event. */
type ShortcutHandler = (event: KeyboardEvent) => unknown;

/** Handles shortcuts, except while a field or dialog has the focus, and lists them in the help dialog. */
export function useShortcuts(handlers: Partial<Record<ShortcutId, ShortcutHandler>>): void {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useShortcutsInHelp(...(Object.keys(handlers) as ShortcutId[]));
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target } = event;
      if (event.defaultPrevented || !(target instanceof Element)) return;
      if (isSingleKey(event) && !areSingleKeysEnabled()) return;
      const typing = target.closest(INPUT_TARGETS) !== null;
      for (const [id, act] of Object.entries(latest.current) as [ShortcutId, ShortcutHandler][]) {
        const { always }: Shortcut = shortcuts[id];
        if ((typing && !always) || !isPressed(id, event)) continue;
        if (act(event) === false) continue;
        event.preventDefault();
        return;
      }
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

const mounted = new Map<ShortcutId, number>();

/** Lists shortcuts in the help dialog that an element or the browser handles itself. */
export function useShortcutsInHelp(...ids: ShortcutId[]): void {
  const names = ids.join(" ");
  useEffect(() => {
    const visible = names.split(" ").filter(Boolean) as ShortcutId[];
    for (const id of visible) mounted.set(id, (mounted.get(id) ?? 0) + 1);
    return () => {
      for (const id of visible) mounted.set(id, (mounted.get(id) ?? 0) - 1);
    };
  }, [names]);
}

export function activeShortcuts(): ShortcutId[] {
  return (Object.keys(shortcuts) as ShortcutId[]).filter((id) => (mounted.get(id) ?? 0) > 0);
}

const SIGNS: Record<string, string> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Escape: "Esc",
};

/** Key symbols of the user's platform, one list per alternative. */
export function keyLabels(id: ShortcutId): string[][] {
  const apple = /mac|iphone|ipad/i.test(navigator.platform);
  const signs: Record<string, string> = { ...SIGNS, Mod: apple ? "⌘" : "Ctrl", Alt: apple ? "⌥" : "Alt" };
  return shortcuts[id].keys.map((keys) =>
    keys.split("+").map((key) => signs[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
  );
}
