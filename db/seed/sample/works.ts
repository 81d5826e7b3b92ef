import { prices } from "../catalogue";

/** Price book items that the sample office invoices manually; `max`: largest quantity. */
export const invoiceItems = [
  invoiced("hvac", "service", 5),
  invoiced("hvac", "deep-clean", 1),
  invoiced("plumbing", "heater", 1),
  invoiced("plumbing", "call-out", 3),
  invoiced("electrical", "socket", 12),
  invoiced("electrical", "check", 1),
  invoiced("painting", "room", 3),
  invoiced("handyman", "hour", 4),
];

function invoiced(service: string, item: string, max: number) {
  const price = prices.find((price) => price.serviceId === service && price.item === item);
  if (!price?.priceFils) throw new Error(`The price book has no price of ${service}/${item}`);
  return { description: price.name, unit: price.unit, fils: price.priceFils, service, max };
}

/** Companies among the customers. The first books online like other customers. */
export const gulfPalms = {
  company: "Gulf Palms Trading LLC",
  billingAddress: "Office 804, Bay Square 3, Business Bay, Dubai",
  trn: "100000000001003",
};

/** Customers without bookings: a tower billed quarterly, a community billed on call. */
export const companies = [
  {
    name: "Saeed Al Mansoori",
    email: "saeed.almansoori@example.com",
    phone: "+971500000331",
    company: "شركة برج المرسى لإدارة العقارات ذ.م.م",
    billingAddress: "برج المرسى، شارع المرسى، مرسى دبي، دبي",
    trn: "100000000002003",
    place: { street: "Al Marsa Street", building: "Al Marsa Tower", unit: "", area: "Dubai Marina" },
  },
  {
    name: "Meera Krishnan",
    email: "meera.krishnan@example.com",
    phone: "+971500000332",
    company: "Al Noor Community Owners Association Management & Facilities Services LLC",
    billingAddress: "Management office, gate 2, Al Noor Gardens, Al Furjan, Dubai",
    trn: "100000000003003",
    place: { street: "Al Furjan Street", building: "Al Noor Gardens", unit: "", area: "Al Furjan" },
  },
] as const;

/** Dates of the tower's quarterly cheques, in days from today. All cheques are received at the start. */
export const quarters = [
  { dated: -34, number: "000471", became: "cleared" },
  { dated: -2, number: "000472", became: "deposited" },
  { dated: 0, number: "000473", became: "received" },
  { dated: 58, number: "000474", became: "received" },
] as const;
