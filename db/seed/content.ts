/** First content of the public pages; an admin edits all of it. */

/** Sample voices: nobody has said this. They are seeded with the sample data only. */
export const testimonials = [
  {
    quote:
      "The AC died at eleven at night, in August. At half past twelve it was cold again, and I had the readings on paper.",
    client_name: "Aisha Al Marri",
    role: "Villa owner, Arabian Ranches",
  },
  {
    quote:
      "Forty apartments, one number to call. They write down what they find, with the price, before they touch it.",
    client_name: "Daniel Weber",
    role: "Property manager, Business Bay",
  },
  {
    quote:
      "Painted, patched and handed over in two days. My landlord could not find anything to keep the deposit for.",
    client_name: "Priya Nair",
    role: "Tenant, Jumeirah Village Circle",
  },
];

/** Sample work, seeded with the sample data only. `drawing` names a scene of app/site/house/scenes.ts. */
export const portfolio = [
  {
    service_id: "painting",
    title: "A living room back to calm",
    area: "The Springs",
    summary:
      "Damp had lifted the paint beside the window. Dried, filled and primed, then two coats of lagoon.",
    duration: "2 days",
    drawing: "painted-room",
  },
  {
    service_id: "hvac",
    title: "An old unit makes way",
    area: "Dubai Marina",
    summary:
      "Fifteen years old, loud and dripping. Replaced by an inverter split unit, drain laid with a fall.",
    duration: "5 hours",
    drawing: "cooled-bedroom",
  },
  {
    service_id: "electrical",
    title: "A board that tells what is what",
    area: "Al Barsha 2",
    summary:
      "Joints wrapped in tape and no earth leakage protection. A new board, each circuit tested and labelled.",
    duration: "1 day",
    drawing: "distribution-board",
  },
  {
    service_id: "plumbing",
    title: "Dry under the sink",
    area: "Jumeirah Lakes Towers",
    summary:
      "A slow leak had swollen the cabinet. New trap and valves, new base, dried before it was closed.",
    duration: "4 hours",
    drawing: "washbasin",
  },
  {
    service_id: "tiling",
    title: "Balcony, laid anew",
    area: "Jumeirah Beach Residence",
    summary:
      "Half of the tiles sounded hollow. Waterproofed, tested under water, laid with a pattern to match the sea.",
    duration: "4 days",
    drawing: "tiled-floor",
  },
  {
    service_id: "carpentry",
    title: "A wall that holds everything",
    area: "Mirdif",
    summary:
      "A leaning shelf and boxes on the floor. Now oak from wall to wall, drawn and built to the millimetre.",
    duration: "12 days",
    drawing: "built-in-shelves",
  },
  {
    service_id: "general-maintenance",
    title: "Eleven things, one morning",
    area: "Downtown Dubai",
    summary: "The blind, the lamp, the door, the skirting and seven more, done between nine and one.",
    duration: "4 hours",
    drawing: "repaired-room",
  },
  {
    service_id: "handyman",
    title: "Moved in by the evening",
    area: "Business Bay",
    summary:
      "A television on the floor, two flat packs and a bag of screws. Mounted, built, levelled, tidied.",
    duration: "6 hours",
    drawing: "mounted-screen",
  },
];
