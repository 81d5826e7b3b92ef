/** Reference of the booking that the customer repeats, whose technician can be preferred. */
let rebookedBooking: string | null = null;

export function rememberRebooking(reference: string): void {
  rebookedBooking = reference;
}

export function clearRebooking(): void {
  rebookedBooking = null;
}

export function getRebookedReference(): string | null {
  return rebookedBooking;
}
