/** Part of a page's `handle`: the page has the booking form at `#booking`. */
export const withBookingForm = { bookingForm: true } as const;

/** `handle` and `loaderData` of a route match. A page that failed to load has no form. */
export function hasBookingForm({ handle, loaderData }: { handle: unknown; loaderData: unknown }): boolean {
  const { bookingForm = false } = (handle ?? {}) as Partial<typeof withBookingForm>;
  return bookingForm && loaderData !== undefined;
}
