/** docs/domain.md, "Screens". */
const RESET_MS = 1_000;

/**
 * Finds the entry of a list that begins with what is typed; after a second without a key, typing starts over. The same
 * letter again goes on to the next entry that begins with it.
 */
export function createTypeAhead(resetMs = RESET_MS) {
  let typed = "";
  let lastAt = Number.NEGATIVE_INFINITY;

  /** The index of the entry that is meant, in view of the one that has the focus (-1: none has); -1 when there is none. */
  return function find(key: string, texts: readonly string[], current: number, now = Date.now()): number {
    typed = now - lastAt < resetMs ? typed + key.toLowerCase() : key.toLowerCase();
    lastAt = now;
    const again = [...typed].every((character) => character === typed[0]);
    const wanted = again ? typed.slice(0, 1) : typed;
    const first = again ? current + 1 : Math.max(current, 0);
    const order = texts.map((_, at) => (first + at) % texts.length);
    return order.find((at) => texts[at]?.toLowerCase().startsWith(wanted)) ?? -1;
  };
}
