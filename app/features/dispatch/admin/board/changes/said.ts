/** What was said of one visit last. */
export interface Said {
  bookingId: string;
  text: string;
  refused: boolean;
}

/** What is to be read on the board. */
export interface Heard {
  /** What was done since the last refusal. */
  done: Said | null;
  /** Each stays until that visit is changed, or it is closed. */
  refusals: readonly Said[];
}

export const nothingHeard: Heard = { done: null, refusals: [] };

/** What was said last is always to be read: a refusal that stays must not pass for the answer to what was done after it. */
export function withSaid({ refusals }: Heard, said: Said): Heard {
  const others = refusals.filter(({ bookingId }) => bookingId !== said.bookingId);
  return said.refused ? { done: null, refusals: [...others, said] } : { done: said, refusals: others };
}
