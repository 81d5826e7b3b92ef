/** What is chosen in the booking form by now, for whoever shows it beside the form. Empty where it is not chosen. */
export interface VisitDraft {
  service: string;
  emergency: boolean;
  /** Dubai's. */
  date: string;
  time: string;
  /** In words. */
  price: string;
  /** Step on the technician's arrival, in words; empty while the price is unknown. */
  arrival: string;
  /** Whom they ask for again. */
  preferredTechnicianName: string;
}

export const emptyVisitDraft: VisitDraft = {
  service: "",
  emergency: false,
  date: "",
  time: "",
  price: "",
  arrival: "",
  preferredTechnicianName: "",
};

let soFar = emptyVisitDraft;
const listeners = new Set<() => void>();

export function publishVisitDraft(visit: VisitDraft): void {
  soFar = visit;
  for (const listener of listeners) listener();
}

export function readVisitDraft(): VisitDraft {
  return soFar;
}

export function subscribeToVisitDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
