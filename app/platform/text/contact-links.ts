/** Empty without a phone, so that its link is not shown by ButtonAnchor. */
export function callHref(phone: string): string {
  return phone && `tel:${phone.replace(/[^\d+]/g, "")}`;
}

export function whatsappHref(phone: string, message: string): string {
  return phone && `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(message)}`;
}

export function directionsHref(address: string): string {
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`;
}

export function mapHref(address: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(address)}`;
}
