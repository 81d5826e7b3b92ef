/**
 * Services named by the client (docs/domain.md, "Services and technicians"), and handyman, which has a page
 * and a price.
 */
export const services = [
  service(
    "free-survey",
    "Free Assessment",
    "clipboard-check",
    45,
    15,
    "An engineer inspects everything that needs doing and tells you what it will cost. Free, without obligation.",
    { page: false },
  ),
  service(
    "hvac",
    "HVAC Installation & Maintenance",
    "air-vent",
    90,
    30,
    "Air conditioners serviced, repaired and installed: cold again the same day.",
  ),
  service(
    "electrical",
    "Electrical",
    "zap",
    60,
    30,
    "Faults found, boards upgraded, lights and sockets fitted by licensed electricians.",
  ),
  service(
    "plumbing",
    "Plumbing",
    "droplets",
    60,
    30,
    "Leaks stopped, drains cleared, heaters and bathrooms fitted.",
  ),
  service(
    "painting",
    "Painting & Decoration",
    "paint-roller",
    60,
    30,
    "Rooms, apartments and villas painted cleanly, furniture covered, finished on the agreed day.",
  ),
  service(
    "tiling",
    "Tiling & Flooring",
    "grid-2x2",
    60,
    30,
    "Tiles, marble, parquet and vinyl laid level and grouted to last.",
  ),
  service(
    "carpentry",
    "Carpentry",
    "hammer",
    60,
    30,
    "Doors, kitchens and wardrobes repaired or made to measure.",
  ),
  service(
    "general-maintenance",
    "General Maintenance",
    "wrench",
    60,
    30,
    "Your to-do list, done in one visit.",
  ),
  service(
    "handyman",
    "Handyman",
    "drill",
    60,
    30,
    "Shelves, curtains, TVs and furniture: fitted straight and left tidy.",
  ),
  service(
    "emergency",
    "Emergency Service",
    "siren",
    120,
    0,
    "No water, power or cooling: we are with you within two hours, day and night.",
    { emergency: true },
  ),
];

function service(
  id: string,
  name: string,
  icon: string,
  durationMin: number,
  bufferMin: number,
  summary: string,
  more: { page?: boolean; emergency?: boolean } = {},
) {
  return {
    id,
    name,
    summary,
    icon,
    durationMin,
    bufferMin,
    page: true,
    outdoor: false,
    emergency: false,
    ...more,
  };
}

const HOURLY = { mode: "hourly" as const, unit: "hour", durationMin: 60 };
const FIXED = { mode: "fixed" as const };
/** A survey takes as long as the free assessment. */
const SURVEY = { mode: "survey" as const, unit: "", priceFils: null, durationMin: 45 };
/** Minutes of a working day; longer work takes several. */
const DAY = 480;

/**
 * Initial price book (docs/domain.md, "Prices"): AED including VAT, in fils. `is_headline`: the price shown for the
 * service.
 */
export const prices = [
  {
    serviceId: "free-survey",
    item: "assessment",
    name: "Free assessment",
    ...FIXED,
    unit: "visit",
    priceFils: 0,
    durationMin: 45,
    isHeadline: true,
  },
  {
    serviceId: "hvac",
    item: "call-out",
    name: "AC call-out",
    ...HOURLY,
    priceFils: 150_00,
    nextHourFils: 150_00,
    isHeadline: true,
  },
  fixed("hvac", "service", "AC service", "unit", 250_00, 60),
  fixed("hvac", "deep-clean", "AC deep cleaning", "unit", 380_00, 90),
  fixed("hvac", "deep-1br", "Deep service, 1-bedroom apartment", "home", 700_00, 180),
  fixed("hvac", "deep-2br", "Deep service, 2-bedroom apartment", "home", 1_000_00, 270),
  fixed("hvac", "deep-3br", "Deep service, 3-bedroom apartment", "home", 1_350_00, 360),
  fixed("hvac", "thermostat", "Thermostat fitted", "piece", 220_00, 45),
  {
    serviceId: "electrical",
    item: "call-out",
    name: "Electrical call-out",
    ...HOURLY,
    priceFils: 150_00,
    nextHourFils: 150_00,
    isHeadline: true,
  },
  fixed("electrical", "light", "Light fitted", "piece", 90_00, 30),
  fixed("electrical", "socket", "Socket or switch replaced", "piece", 70_00, 20),
  fixed("electrical", "fan", "Ceiling fan fitted", "piece", 190_00, 60),
  fixed("electrical", "check", "Safety check of the board", "home", 350_00, 90),
  {
    serviceId: "plumbing",
    item: "call-out",
    name: "Plumbing call-out",
    ...HOURLY,
    priceFils: 150_00,
    nextHourFils: 150_00,
    isHeadline: true,
  },
  fixed("plumbing", "mixer", "Mixer or tap replaced", "piece", 180_00, 45),
  fixed("plumbing", "drain", "Drain cleared", "drain", 250_00, 60),
  fixed("plumbing", "heater", "Water heater replaced", "piece", 450_00, 120),
  fixed("plumbing", "tank", "Water tank cleaned", "tank", 400_00, 120),
  {
    serviceId: "painting",
    item: "studio",
    name: "Studio",
    ...FIXED,
    unit: "home",
    priceFils: 800_00,
    durationMin: DAY,
    isHeadline: true,
  },
  {
    serviceId: "painting",
    item: "1br",
    name: "1-bedroom apartment",
    ...FIXED,
    unit: "home",
    priceFils: 1_100_00,
    durationMin: 2 * DAY,
  },
  {
    serviceId: "painting",
    item: "2br",
    name: "2-bedroom apartment",
    ...FIXED,
    unit: "home",
    priceFils: 1_500_00,
    durationMin: 3 * DAY,
  },
  {
    serviceId: "painting",
    item: "villa-3br",
    name: "3-bedroom villa",
    ...FIXED,
    unit: "home",
    priceFils: 4_800_00,
    durationMin: 5 * DAY,
  },
  fixed("painting", "room", "One room", "room", 450_00, 360),
  fixed("painting", "wall", "One wall", "wall", 250_00, 180),
  { serviceId: "tiling", item: "survey", name: "Tiling and flooring", ...SURVEY, isHeadline: true },
  { serviceId: "carpentry", item: "survey", name: "Carpentry", ...SURVEY, isHeadline: true },
  {
    serviceId: "general-maintenance",
    item: "hour",
    name: "General maintenance",
    ...HOURLY,
    priceFils: 130_00,
    nextHourFils: 130_00,
    isHeadline: true,
  },
  {
    serviceId: "handyman",
    item: "hour",
    name: "Handyman",
    ...HOURLY,
    priceFils: 120_00,
    nextHourFils: 120_00,
    isHeadline: true,
  },
  fixed("handyman", "half-day", "Handyman half day", "half day", 420_00, 240),
  fixed("handyman", "tv", "TV on the wall", "television", 160_00, 60),
  fixed("handyman", "curtains", "Curtain rail or blind fitted", "window", 110_00, 30),
  fixed("handyman", "flat-pack", "Furniture put together", "piece", 140_00, 60),
  {
    serviceId: "emergency",
    item: "call-out",
    name: "Emergency call-out",
    ...HOURLY,
    priceFils: 150_00,
    nextHourFils: 150_00,
    isHeadline: true,
  },
];

function fixed(
  serviceId: string,
  item: string,
  name: string,
  unit: string,
  priceFils: number,
  durationMin: number,
) {
  return { serviceId, item, name, ...FIXED, unit, priceFils, durationMin };
}

/**
 * Public holidays of the UAE (Cabinet Resolution 27 of 2024). Those of the Islamic calendar depend on the moon and
 * are tentative until announced.
 */
export const publicHolidays = [
  { day: "2026-01-01", name: "New Year's Day", tentative: false },
  { day: "2026-03-20", name: "Eid Al Fitr", tentative: true },
  { day: "2026-03-21", name: "Eid Al Fitr", tentative: true },
  { day: "2026-03-22", name: "Eid Al Fitr", tentative: true },
  { day: "2026-05-26", name: "Arafah Day", tentative: true },
  { day: "2026-05-27", name: "Eid Al Adha", tentative: true },
  { day: "2026-05-28", name: "Eid Al Adha", tentative: true },
  { day: "2026-05-29", name: "Eid Al Adha", tentative: true },
  { day: "2026-06-16", name: "Islamic New Year", tentative: true },
  { day: "2026-08-25", name: "Prophet Muhammad's Birthday", tentative: true },
  { day: "2026-12-02", name: "National Day", tentative: false },
  { day: "2026-12-03", name: "National Day", tentative: false },
  { day: "2027-01-01", name: "New Year's Day", tentative: false },
  { day: "2027-03-09", name: "Eid Al Fitr", tentative: true },
  { day: "2027-03-10", name: "Eid Al Fitr", tentative: true },
  { day: "2027-03-11", name: "Eid Al Fitr", tentative: true },
  { day: "2027-05-15", name: "Arafah Day", tentative: true },
  { day: "2027-05-16", name: "Eid Al Adha", tentative: true },
  { day: "2027-05-17", name: "Eid Al Adha", tentative: true },
  { day: "2027-05-18", name: "Eid Al Adha", tentative: true },
  { day: "2027-06-06", name: "Islamic New Year", tentative: true },
  { day: "2027-08-14", name: "Prophet Muhammad's Birthday", tentative: true },
  { day: "2027-12-02", name: "National Day", tentative: false },
  { day: "2027-12-03", name: "National Day", tentative: false },
];

/** Monday is 1, Sunday is 7 (ISO). The office is closed on Sunday; the emergency line is always open. */
export const openingHours = [
  ...[1, 2, 3, 4, 5].map((weekday) => ({ weekday, opensAt: "08:00", closesAt: "20:00" })),
  { weekday: 6, opensAt: "09:00", closesAt: "18:00" },
];
