/**
 * Sample people of Dubai. Phone numbers and email addresses are reserved for examples: +971 50 000 0…,
 * example domains.
 */

const DAY_SHIFT = { weekdays: [1, 2, 3, 4, 5, 6], fromHour: 8, toHour: 18 };
const LATE_SHIFT = { weekdays: [1, 2, 3, 4, 6, 7], fromHour: 11, toHour: 21 };
const EARLY_SHIFT = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 6, toHour: 15 };
const EVENING_SHIFT = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 13, toHour: 22 };
const LONG_SHIFT = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromHour: 8, toHour: 20 };

/** Office staff in addition to the admin. */
export const colleagues = [
  { name: "Layla Hassan", email: "layla.hassan@rukn.example", role: "dispatcher" },
  { name: "Peter D'Souza", email: "peter.dsouza@rukn.example", role: "accountant" },
] as const;

/** `since`: first working day, in days before the first start. */
export const technicians = [
  technician("Imran Qureshi", 201, ["hvac", "emergency"], DAY_SHIFT, { onCall: true }),
  technician("Joseph Mathew", 202, ["hvac", "electrical", "general-maintenance"], LATE_SHIFT),
  technician("Rashid Al Balushi", 203, ["electrical", "emergency", "free-survey"], DAY_SHIFT),
  technician("Dinesh Thapa", 204, ["plumbing", "emergency", "general-maintenance"], LONG_SHIFT, {
    onCall: true,
  }),
  technician("Samuel Okafor", 205, ["plumbing", "handyman", "general-maintenance"], LONG_SHIFT),
  technician("Arnel Santos", 206, ["painting", "tiling", "handyman"], DAY_SHIFT),
  technician("Farid Haddad", 207, ["carpentry", "tiling", "handyman"], DAY_SHIFT),
  technician("Vikram Rana", 209, ["plumbing", "hvac", "emergency"], LONG_SHIFT),
  technician("Mariam Yousef", 208, ["free-survey", "painting", "carpentry"], LONG_SHIFT),
  technician("Sunil Perera", 210, ["hvac", "plumbing"], EARLY_SHIFT, { since: 302 }),
  technician("Ahmed Rezk", 211, ["hvac", "electrical"], EVENING_SHIFT, { since: 214 }),
  technician("Rogelio Aquino", 212, ["handyman", "general-maintenance"], DAY_SHIFT, { since: 96 }),
];

/** Technicians who have agreed to appear on the website. */
export const onWebsite = [
  "Imran Qureshi",
  "Rashid Al Balushi",
  "Dinesh Thapa",
  "Arnel Santos",
  "Mariam Yousef",
  "Sunil Perera",
];

/** Preferred areas of technicians, by name. */
export const zones: Record<string, string[]> = {
  "Imran Qureshi": ["Dubai Marina", "Jumeirah Beach Residence", "Jumeirah Lakes Towers", "Palm Jumeirah"],
  "Joseph Mathew": ["Business Bay", "Downtown Dubai"],
  "Dinesh Thapa": ["Mirdif", "Dubai Silicon Oasis"],
  "Vikram Rana": ["Arabian Ranches", "The Springs", "Jumeirah Village Circle"],
};

export const certificates = [
  { technician: "Rashid Al Balushi", name: "DEWA wireman licence", number: "W-40281", expiresIn: 19 },
  { technician: "Imran Qureshi", name: "AC technician certificate", number: "AC-1187", expiresIn: 210 },
  { technician: "Farid Haddad", name: "Working at height", number: "WAH-302", expiresIn: -6 },
];

function technician(
  name: string,
  number: number,
  skills: string[],
  shift: typeof DAY_SHIFT,
  { onCall = false, since = 425 } = {},
) {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@rukn.example`;
  return { name, email, phone: `+971500000${number}`, skills, shift, onCall, since };
}

export const people = [
  person("Aisha Al Marri", 301),
  person("Daniel Weber", 302),
  person("Priya Nair", 303),
  person("Omar Farouk", 304),
  person("Elena Petrova", 305),
  person("Hassan Al Suwaidi", 306),
  person("Claire O'Brien", 307),
  person("Rohan Mehta", 308),
  person("Fatima Zahra", 309),
  person("James Whitfield", 310),
  person("Noura Al Ketbi", 311),
  person("Marco Bianchi", 312),
  person("Sana Iqbal", 313),
  person("Yusuf Demir", 314),
  person("Grace Mwangi", 315),
  person("Khalid Al Falasi", 316),
];

/** Customer whose account README.md names: with work ahead, past work and every kind of document. */
export const exampleCustomer = people[0]!;

function person(name: string, number: number) {
  const email = `${name
    .toLowerCase()
    .replace(/[^a-z ]/g, "")
    .replaceAll(" ", ".")}@example.com`;
  return { name, email, phone: `+971500000${number}` };
}

export const homes = [
  home("Al Marsa Street", "Marina Diamond 4", "1203", "Dubai Marina", "Near the tram stop"),
  home("Sheikh Mohammed bin Rashid Boulevard", "Burj Views B", "2107", "Downtown Dubai", ""),
  home("Street 14", "Villa 22", "", "Arabian Ranches", "Gate 2"),
  home("Al Khail Road", "Binghatti Stars", "508", "Dubai Silicon Oasis", ""),
  home("Street 4B", "Villa 9", "", "Al Barsha 2", "Opposite the mosque"),
  home("Cluster N", "Lake Point Tower", "3402", "Jumeirah Lakes Towers", "Metro exit 2"),
  home("The Walk", "Sadaf 6", "1806", "Jumeirah Beach Residence", ""),
  home("Street 10", "Villa 131", "", "Mirdif", "Behind the park"),
  home("Al Asayel Street", "Executive Towers D", "1911", "Business Bay", ""),
  home("Street 3", "Villa 47", "", "The Springs", "Springs 7 gate"),
  home("Al Furjan Street", "Villa 12", "", "Al Furjan", ""),
  home("Palm Jumeirah Road", "Shoreline 10", "604", "Palm Jumeirah", "Beach side"),
  home("Hessa Street", "Villa 88", "", "Jumeirah Village Circle", "District 12"),
  home("Al Wasl Road", "Villa 301", "", "Jumeirah 1", ""),
];

/** Parts of the city: at most half an hour from one home to another, so that a day's visits need no longer way. */
const districts = [
  ["Dubai Marina", "Jumeirah Beach Residence", "Jumeirah Lakes Towers", "Palm Jumeirah", "Al Furjan"],
  ["Downtown Dubai", "Business Bay", "Jumeirah 1"],
  ["Al Barsha 2", "The Springs", "Jumeirah Village Circle", "Arabian Ranches"],
  ["Mirdif"],
  ["Dubai Silicon Oasis"],
];

/**
 * Homes that a technician visits on one day, by their place in `homes`: those near each home of their zones, one
 * list for each day in turn.
 */
export function dayRoutes(technician: string): number[][] {
  const zone = zones[technician];
  const reachable = [...homes.keys()].filter((at) => !zone || zone.includes(homes[at]!.area));
  const districtOf = (at: number) => districts.findIndex((areas) => areas.includes(homes[at]!.area));
  return reachable.map((first) => reachable.filter((at) => districtOf(at) === districtOf(first)));
}

function home(street: string, buildingName: string, unitNumber: string, area: string, landmark: string) {
  return { street, buildingName, unitNumber, area, landmark };
}

export const requests = [
  { service: "hvac", message: "The unit in the bedroom drips on the floor and does not cool." },
  { service: "hvac", message: "Yearly service for three split units, please." },
  { service: "hvac", message: "Thermostat shows E4 and the fan has stopped." },
  { service: "electrical", message: "The breaker of the kitchen trips when the oven is on." },
  { service: "electrical", message: "Four downlights to be replaced with LED." },
  { service: "plumbing", message: "Water under the sink, the cabinet is already swollen." },
  { service: "plumbing", message: "The shower drain is slow, please bring a snake." },
  { service: "plumbing", message: "Water heater leaks from the bottom." },
  { service: "painting", message: "We move out at the end of the month, two bedrooms to white." },
  { service: "tiling", message: "Six cracked tiles on the balcony." },
  { service: "carpentry", message: "Wardrobe door has come off its rail." },
  {
    service: "general-maintenance",
    message: "Door handle, a squeaking hinge and a blind that does not roll up.",
  },
  { service: "handyman", message: "A 65 inch TV to be mounted, bracket is here." },
  { service: "handyman", message: "Two curtain rails, concrete wall." },
  {
    service: "free-survey",
    message: "Villa bought last month, please look at everything before we move in.",
  },
];

/** The emergency under way at the first start. */
export const currentEmergency = {
  /** Keeps the time for it free. */
  technician: "dinesh.thapa@rukn.example",
  trade: "plumbing",
  message: "Water comes through the ceiling of the bathroom, and we cannot reach the neighbours above.",
};

/** Unassigned requests at the start of the morning, with the minutes between request and first start. */
export const unassignedRequests = [
  {
    service: "plumbing",
    message: "The guest toilet keeps running, and the stop valve behind it does not close.",
    requestedMinAgo: 12,
    inDays: 0,
    confirmed: false,
  },
  {
    service: "hvac",
    message: "Living room at 29 degrees, the outdoor unit hums but the fan does not turn.",
    requestedMinAgo: 34,
    inDays: 0,
    confirmed: false,
  },
  {
    service: "electrical",
    message: "Half of the flat has no power since the rain, the breaker does not stay up.",
    requestedMinAgo: 150,
    inDays: 0,
    confirmed: true,
  },
  {
    service: "handyman",
    message: "Baby gate at the stairs and two bookshelves to be fixed to the wall.",
    requestedMinAgo: 55,
    inDays: 1,
    confirmed: false,
  },
  {
    service: "carpentry",
    message: "Kitchen drawer fronts, three of them, have come loose.",
    requestedMinAgo: 300,
    inDays: 1,
    confirmed: true,
  },
  {
    service: "painting",
    message: "Touch up after movers scratched the corridor. The building gives permits from 9 to 5.",
    requestedMinAgo: 1_500,
    inDays: 3,
    confirmed: true,
  },
  {
    service: "free-survey",
    message: "Handover snagging of a new two-bedroom, keys are at the concierge.",
    requestedMinAgo: 90,
    inDays: null,
    confirmed: false,
  },
];

/** Reviews of the latest completed work of a service; the office has published most of them. */
export const reviews: {
  service: string;
  rating: number;
  comment: string;
  published: boolean;
  answer?: string;
}[] = [
  {
    service: "hvac",
    rating: 5,
    comment: "Cold again within the hour, and they showed me the filter.",
    published: true,
  },
  {
    service: "hvac",
    rating: 4,
    comment: "Came ten minutes late, but called before.",
    published: true,
    answer: "Thank you for telling us. We now leave a quarter of an hour earlier.",
  },
  { service: "hvac", rating: 5, comment: "", published: false },
  { service: "plumbing", rating: 5, comment: "Found the leak without opening the wall.", published: true },
  { service: "plumbing", rating: 3, comment: "Good work. The part took two days.", published: false },
  {
    service: "electrical",
    rating: 5,
    comment: "Explained what trips and why. The board is labelled now.",
    published: true,
  },
  { service: "handyman", rating: 5, comment: "TV on the wall, level, no dust left.", published: true },
];
