/** Items that the sample office invoices manually: AED in fils including VAT; `max`: largest quantity. */
export const invoiceItems: readonly {
  description: string;
  unit: string;
  fils: number;
  service: string;
  max: number;
}[] = [
  { description: "AC service, split unit", unit: "unit", fils: 150_00, service: "hvac", max: 5 },
  { description: "AC duct cleaning", unit: "visit", fils: 850_00, service: "hvac", max: 1 },
  {
    description: "Water heater replaced, 50 litres",
    unit: "unit",
    fils: 780_00,
    service: "plumbing",
    max: 1,
  },
  { description: "Leak under the kitchen sink", unit: "h", fils: 150_00, service: "plumbing", max: 3 },
  {
    description: "Sockets and switches replaced",
    unit: "unit",
    fils: 45_00,
    service: "electrical",
    max: 12,
  },
  { description: "Distribution board checked", unit: "visit", fils: 250_00, service: "electrical", max: 1 },
  { description: "Room repainted, two coats", unit: "room", fils: 950_00, service: "painting", max: 3 },
  { description: "Shelves and curtain rails fixed", unit: "h", fils: 120_00, service: "handyman", max: 4 },
];

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
