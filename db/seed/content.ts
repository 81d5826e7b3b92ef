/** First content of the public pages; an admin edits all of it. */

/** Invented testimonials, seeded with the sample data only. */
export const testimonials = [
  {
    quote:
      "The AC died at eleven at night, in August. By half past twelve it was cold again, and I had the readings in writing.",
    clientName: "Aisha Al Marri",
    role: "Villa owner, Arabian Ranches",
  },
  {
    quote: "Forty apartments, one number to call. They send me the findings and the price before they start.",
    clientName: "Daniel Weber",
    role: "Property manager, Business Bay",
  },
  {
    quote: "Painted, patched and handed over in two days. My landlord returned the deposit in full.",
    clientName: "Priya Nair",
    role: "Tenant, Jumeirah Village Circle",
  },
];

/** Sample work, seeded with the sample data only. `drawing` names a scene of app/site/house/scenes.ts. */
export const portfolio = [
  {
    serviceId: "painting",
    title: "A living room repainted",
    area: "The Springs",
    summary: "Damp had lifted the paint beside the window. Dried, filled and primed, then two coats of teal.",
    duration: "2 days",
    drawing: "painted-room",
  },
  {
    serviceId: "hvac",
    title: "An old AC unit replaced",
    area: "Dubai Marina",
    summary:
      "Fifteen years old, loud and dripping. Replaced with an inverter split unit, drain sloped correctly.",
    duration: "5 hours",
    drawing: "cooled-bedroom",
  },
  {
    serviceId: "electrical",
    title: "A safe, labelled distribution board",
    area: "Al Barsha 2",
    summary:
      "Taped joints and no earth leakage protection. Now a new board, with every circuit tested and labelled.",
    duration: "1 day",
    drawing: "distribution-board",
  },
  {
    serviceId: "plumbing",
    title: "Dry under the sink",
    area: "Jumeirah Lakes Towers",
    summary:
      "A slow leak had swollen the cabinet. New trap and valves, a new base, everything dried before closing.",
    duration: "4 hours",
    drawing: "washbasin",
  },
  {
    serviceId: "tiling",
    title: "A balcony retiled",
    area: "Jumeirah Beach Residence",
    summary: "Half the tiles were hollow. Waterproofed, water-tested and laid in a sea-coloured pattern.",
    duration: "4 days",
    drawing: "tiled-floor",
  },
  {
    serviceId: "carpentry",
    title: "A wall that holds everything",
    area: "Mirdif",
    summary: "A leaning shelf and boxes on the floor. Now oak shelving from wall to wall, made to measure.",
    duration: "12 days",
    drawing: "built-in-shelves",
  },
  {
    serviceId: "general-maintenance",
    title: "Eleven jobs, one morning",
    area: "Downtown Dubai",
    summary: "The blind, the lamp, the door, the skirting and seven more, done between nine and one.",
    duration: "4 hours",
    drawing: "repaired-room",
  },
  {
    serviceId: "handyman",
    title: "Moved in by the evening",
    area: "Business Bay",
    summary:
      "A TV on the floor, two flat packs and a bag of screws. Mounted, assembled, levelled and tidied.",
    duration: "6 hours",
    drawing: "mounted-screen",
  },
];
