/** What a quote may become, and by which move: pure (docs/domain.md, "Quotes"). */

export const quoteStates = [
  "draft",
  "sent",
  "viewed",
  "approved",
  "changes_requested",
  "declined",
  "expired",
  "withdrawn",
  "converted",
] as const;
export type QuoteState = (typeof quoteStates)[number];
