export interface Random {
  next(): number;
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates a deterministic random generator (mulberry32), not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (items) => items[below(items.length)]! };
}
