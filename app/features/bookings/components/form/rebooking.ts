/** The booking that somebody books again, from its page on: whoever finished it can be asked for. */
let reference: string | null = null;

export function rememberRebooking(of: string): void {
  reference = of;
}

/** Once the form was accepted it is another booking. */
export function clearRebooking(): void {
  reference = null;
}

export function rebookedReference(): string | null {
  return reference;
}
