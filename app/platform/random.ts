export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  of<Item>(items: readonly Item[]): Item;
}

/** The same numbers again for the same seed (mulberry32): for samples and tests, never for secrets. */
export function randomFrom(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, of: (items) => items[below(items.length)]! };
}
