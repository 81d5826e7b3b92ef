/** Reference of the booking that the customer repeats, whose technician can be preferred. */
let reference: string | null = null;

export function rememberRebooking(of: string): void {
  reference = of;
}

export function clearRebooking(): void {
  reference = null;
}

export function rebookedReference(): string | null {
  return reference;
}
