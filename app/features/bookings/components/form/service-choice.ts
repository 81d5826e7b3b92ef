/**
 * A service chosen elsewhere on the page (as by the quick booking) before or after the form's code is there: kept until
 * the form takes it over.
 */
let chosen: string | null = null;
const listeners = new Set<() => void>();

export function chooseService(serviceId: string): void {
  chosen = serviceId;
  for (const listener of listeners) listener();
}

/** Hands the choice over, once. */
export function consumeChosenService(): string | null {
  const taken = chosen;
  chosen = null;
  return taken;
}

export function onServiceChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
