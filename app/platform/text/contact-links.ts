/** The address of a call: everything but digits and + is taken out (docs/domain.md, "Screens"). */
export function callHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+]/g, "")}`;
}

/** A WhatsApp chat with the message already written (docs/domain.md, "Screens"). */
export function whatsappHref(phone: string, message: string): string {
  return `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(message)}`;
}

/** The way to a place, for the map app of whoever follows it. */
export function routeHref(place: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(place)}`;
}

/** A map with the place in it, for the browser or the app of whoever follows it. */
export function mapHref(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}
