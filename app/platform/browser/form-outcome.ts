export interface FormOutcome {
  form: string;
  sent: boolean;
  service?: string;
  reason?: string;
}

const EVENT = "form-outcome";

export function publishFormOutcome(outcome: FormOutcome): void {
  window.dispatchEvent(new CustomEvent(EVENT, { detail: outcome }));
}

export function onFormOutcome(listener: (outcome: FormOutcome) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<FormOutcome>).detail);
  window.addEventListener(EVENT, listen);
  return () => window.removeEventListener(EVENT, listen);
}
