/** A payment, credit note or opening credit that left customer credit. */
export interface CreditSource {
  id: string;
  fils: number;
}

/** Use of customer credit, for an invoice or as a refund (null). */
export interface CreditUse {
  invoice: string | null;
  fils: number;
}

export interface CreditPart {
  invoice: string;
  fils: number;
}

/**
 * Traces customer credit, which is one sum here, to documents: the oldest credit is used first. Both lists oldest first;
 * uses never exceed sources. Refunds use up credit without a part.
 */
export function allocateCredit(
  sources: readonly CreditSource[],
  uses: readonly CreditUse[],
): Map<string, CreditPart[]> {
  const parts = new Map<string, CreditPart[]>(sources.map(({ id }) => [id, []]));
  const left = sources.map((source) => ({ ...source }));
  for (const { invoice, fils } of uses) {
    let open = fils;
    for (const source of left) {
      if (open === 0) break;
      const taken = Math.min(open, source.fils);
      if (taken === 0) continue;
      source.fils -= taken;
      open -= taken;
      if (invoice) parts.get(source.id)!.push({ invoice, fils: taken });
    }
  }
  return parts;
}
