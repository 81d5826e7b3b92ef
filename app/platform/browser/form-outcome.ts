/** Outcome of a sent form, published for listeners such as web tracking. */
export interface FormOutcome {
  /** Path or id of the form. */
  form: string;
  sent: boolean;
  /** Booked service. */
  service?: string;
  /** "invalid", "rate-limited" or "failed". */
  reason?: string;
}

const EVENT = "form-outcome";

export function publishFormOutcome(outcome: FormOutcome): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: outcome }));
}

/** Returns the unsubscribe function. */
export function onFormOutcome(listener: (outcome: FormOutcome) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<FormOutcome>).detail);
  window.addEventListener(EVENT, listen);
  return () => window.removeEventListener(EVENT, listen);
}
