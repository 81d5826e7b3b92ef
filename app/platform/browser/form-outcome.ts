/** What became of a form that somebody sent. Forms tell it; who wants to know listens, unknown to them. */
export interface FormOutcome {
  /** Where it is sent. */
  form: string;
  sent: boolean;
  /** Of what a booking is about. */
  service?: string;
  /** Why not: "invalid", "rate-limited", "failed". */
  reason?: string;
}

const EVENT = "form-outcome";

export function tellFormOutcome(outcome: FormOutcome): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: outcome }));
}

/** Returns the way to stop. */
export function onFormOutcome(listener: (outcome: FormOutcome) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<FormOutcome>).detail);
  window.addEventListener(EVENT, listen);
  return () => window.removeEventListener(EVENT, listen);
}
