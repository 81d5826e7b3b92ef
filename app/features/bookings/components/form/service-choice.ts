/**
 * Service chosen elsewhere on the page, such as in the quick booking. Kept until the form's deferred code has
 * loaded.
 */
let chosen: string | null = null;
const listeners = new Set<() => void>();

export function chooseService(serviceId: string): void {
  chosen = serviceId;
  for (const listener of listeners) listener();
}

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
