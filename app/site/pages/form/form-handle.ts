/** Of a page's `handle`: the booking form is on it, as the part `#booking`. */
export const withBookingForm = { bookingForm: true } as const;

/** One match of the page's routes. A page that could not be made has no form. */
export function hasBookingForm({ handle, loaderData }: { handle: unknown; loaderData: unknown }): boolean {
  const { bookingForm = false } = (handle ?? {}) as Partial<typeof withBookingForm>;
  return bookingForm && loaderData !== undefined;
}
