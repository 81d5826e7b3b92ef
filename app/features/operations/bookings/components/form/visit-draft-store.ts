/** Current choices of the booking form, shared with the overview beside it. Empty if not chosen. */
export interface VisitDraft {
  service: string;
  emergency: boolean;
  /** Calendar day in Dubai. */
  date: string;
  time: string;
  /** The time of a guest's request would not be held. */
  isNotHeld: boolean;
  price: string;
  arrival: string;
  preferredTechnicianName: string;
}

export const emptyVisitDraft: VisitDraft = {
  service: "",
  emergency: false,
  date: "",
  time: "",
  isNotHeld: false,
  price: "",
  arrival: "",
  preferredTechnicianName: "",
};

let current = emptyVisitDraft;
const listeners = new Set<() => void>();

export function publishVisitDraft(visit: VisitDraft): void {
  current = visit;
  for (const listener of listeners) listener();
}

export function readVisitDraft(): VisitDraft {
  return current;
}

export function subscribeToVisitDraft(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
