/** Service chosen elsewhere on the page, kept until the form's deferred code has loaded. */
let chosenServiceId: string | null = null;
const listeners = new Set<() => void>();

export function chooseService(serviceId: string): void {
  chosenServiceId = serviceId;
  for (const listener of listeners) listener();
}

export function consumeChosenService(): string | null {
  const serviceId = chosenServiceId;
  chosenServiceId = null;
  return serviceId;
}

export function onServiceChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
