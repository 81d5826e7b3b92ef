const RESET_MS = 1_000;

/**
 * Typing starts again after one second without a key (docs/domain.md, "Screens"); a repeated letter moves to
 * the next match.
 */
export function createTypeAhead(resetMs = RESET_MS) {
  let typed = "";
  let lastAt = Number.NEGATIVE_INFINITY;

  /** `current`: index of the focused entry, or -1. Returns -1 without a match. */
  return function find(key: string, texts: readonly string[], current: number, now = Date.now()): number {
    typed = now - lastAt < resetMs ? typed + key.toLowerCase() : key.toLowerCase();
    lastAt = now;
    const isRepeated = [...typed].every((character) => character === typed[0]);
    const searchText = isRepeated ? typed.slice(0, 1) : typed;
    const first = isRepeated ? current + 1 : Math.max(current, 0);
    const order = texts.map((_, at) => (first + at) % texts.length);
    return order.find((at) => texts[at]?.toLowerCase().startsWith(searchText)) ?? -1;
  };
}
