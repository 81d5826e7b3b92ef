/** Work and customers of the sample's past year and coming weeks (past-work.server.ts). */

/** Days of work before today: a business in its second year. */
export const DAYS_OF_WORK_BEHIND = 395;
/** Last day with planned work, in days after today. */
export const DAYS_OF_WORK_AHEAD = 13;

interface SampleJob {
  service: string;
  /** Null for work that is assessed on site. */
  item: string | null;
  quantity: number;
  message: string;
  /** Trade of an emergency. */
  trade?: string;
}

/** Each technician takes the jobs of their skills equally often. */
export const jobs: readonly SampleJob[] = [
  job("hvac", "service", 1, "The unit in the bedroom drips on the floor and does not cool."),
  job("hvac", "service", 3, "Yearly service for three split units, please."),
  job("hvac", "deep-clean", 2, "Two units smell when they start. Please clean them thoroughly."),
  job("hvac", "deep-1br", 1, "Deep service of the apartment before the summer."),
  job("hvac", "deep-2br", 1, "Deep service of the apartment, we have not had one since we moved in."),
  job("electrical", "call-out", 2, "The breaker of the kitchen trips when the oven is on."),
  job("electrical", "light", 6, "Six downlights to be replaced with LED."),
  job("electrical", "check", 1, "Please check the board, we bought the flat last month."),
  job("electrical", "fan", 2, "Two ceiling fans to be fitted, both are here."),
  job("plumbing", "call-out", 2, "Water under the sink, the cabinet is already swollen."),
  job("plumbing", "drain", 1, "The shower drain is slow, please bring a snake."),
  job("plumbing", "heater", 1, "Water heater leaks from the bottom."),
  job("plumbing", "tank", 1, "The tank on the roof has not been cleaned for a year."),
  job("plumbing", "mixer", 3, "Three mixers drip, one in the kitchen and two in the bathrooms."),
  job("painting", "room", 1, "One bedroom to white before the new tenant comes."),
  job("painting", "wall", 2, "Two walls in the living room, the colour is chosen."),
  job("tiling", null, 1, "Six cracked tiles on the balcony."),
  job("carpentry", null, 1, "Wardrobe door has come off its rail."),
  job("general-maintenance", "hour", 3, "Door handle, a squeaking hinge and a blind that does not roll up."),
  job("general-maintenance", "hour", 4, "A list of eleven small things, I will leave it on the table."),
  job("handyman", "half-day", 1, "Shelves, two mirrors and a shoe cabinet, all flat-packed."),
  job("handyman", "tv", 1, "A 65 inch TV to be mounted, bracket is here."),
  job("handyman", "curtains", 6, "Six curtain rails, concrete wall."),
  job("handyman", "flat-pack", 4, "A bed and three wardrobes to be put together."),
  job(
    "free-survey",
    "assessment",
    1,
    "Villa bought last month, please look at everything before we move in.",
  ),
  emergency("hvac", "No cooling since last night and a newborn at home."),
  emergency("plumbing", "A pipe burst behind the washing machine, the water does not stop."),
  emergency("electrical", "Half of the flat has no power, and the board smells burnt."),
];

function job(service: string, item: string | null, quantity: number, message: string): SampleJob {
  return { service, item, quantity, message };
}

function emergency(trade: string, message: string): SampleJob {
  return { service: "emergency", item: "call-out", quantity: 1, message, trade };
}

/** Demand per month in percent of a month in autumn: summer is the season of air conditioning. */
export const demandByMonth = [88, 88, 94, 102, 110, 114, 106, 100, 108, 104, 98, 92] as const;

/** Names by origin, so that first and last names match. */
export const names: readonly { first: readonly string[]; last: readonly string[] }[] = [
  {
    first: ["Ahmed", "Mariam", "Saif", "Hessa", "Rashid", "Latifa", "Sultan", "Shamma", "Hamad", "Moza"],
    last: ["Al Hammadi", "Al Nuaimi", "Al Shamsi", "Al Mazrouei", "Al Dhaheri", "Al Romaithi", "Al Kaabi"],
  },
  {
    first: ["Arjun", "Divya", "Karthik", "Neha", "Vivek", "Lakshmi", "Anil", "Pooja", "Suresh", "Kavya"],
    last: ["Menon", "Iyer", "Sharma", "Kapoor", "Pillai", "Reddy", "Joshi", "Varghese", "Das"],
  },
  {
    first: ["Oliver", "Hannah", "Lukas", "Sophie", "Andrew", "Emma", "Pierre", "Julia", "Stefan", "Laura"],
    last: ["Hughes", "Schneider", "Moreau", "Jansen", "Clarke", "Rossi", "Novak", "Lindgren", "Fischer"],
  },
  {
    first: ["Bilal", "Ayesha", "Usman", "Hira", "Kamran", "Zainab", "Tariq", "Nadia"],
    last: ["Ahmed", "Malik", "Siddiqui", "Butt", "Sheikh", "Raza", "Chaudhry"],
  },
  {
    first: ["Ramon", "Cristina", "Jose", "Maricel", "Paolo", "Jasmine"],
    last: ["Reyes", "Dela Cruz", "Garcia", "Mendoza", "Bautista", "Villanueva"],
  },
  {
    first: ["Karim", "Rania", "Tamer", "Dina", "Walid", "Lina", "Sami", "Yara"],
    last: ["Mansour", "Saleh", "Khoury", "Haddad", "Nasser", "Aziz", "Barakat"],
  },
];

/** Reviews by rating, from one star. */
export const comments: readonly (readonly string[])[] = [
  ["Nobody came in the agreed two hours, and I had taken the morning off."],
  ["The leak was back after three days.", "Had to clean up after them."],
  ["Good work. The part took two days.", "Fine, but an hour late.", ""],
  [
    "Came ten minutes late, but called before.",
    "Careful work, a little slower than I thought.",
    "Good price and tidy.",
    "",
  ],
  [
    "On time, polite, and everything works.",
    "Explained what was wrong before starting. I will call again.",
    "Covered the floor, cleaned up, done in an hour.",
    "Second time with them, same good technician.",
    "Fair price, told to me before they began.",
    "Found the cause that two others had missed.",
    "",
  ],
];

/** Messages of the contact form, oldest first. The last ones are not answered yet. */
export const contactMessages: readonly { daysAgo: number; message: string }[] = [
  { daysAgo: 41, message: "Do you also clean the ducts of a villa with five units?" },
  { daysAgo: 33, message: "My invoice has the old address, can it be changed?" },
  { daysAgo: 26, message: "Which days do you have for painting two bedrooms?" },
  { daysAgo: 19, message: "We are a tower in Business Bay and look for a yearly contract." },
  { daysAgo: 12, message: "Thank you for sending Dinesh on Friday evening. Please pass it on." },
  { daysAgo: 6, message: "Can I add a second apartment to my contract?" },
  { daysAgo: 1, message: "We move in on the first. Can you check the water heater and the AC on one visit?" },
  { daysAgo: 0, message: "Please send me the offer for the balcony tiles again, the link has expired." },
];
