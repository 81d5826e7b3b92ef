/** Three months of sample quotes, in every state. Days are counted back from the first start. */

export interface SampleQuote {
  /** Days between the quote and today. */
  ago: number;
  /** The quote is for the example customer. */
  forExample?: true;
  service: string;
  title: string;
  introduction: string;
  /**
   * Description, quantity, unit, AED per unit, and whether the line is optional for the customer; a line with
   * a description only is a heading.
   */
  lines: (
    | string
    | [description: string, quantity: number, unit: string, aed: number, optional?: "optional"]
  )[];
  discount?: { percent: number } | { aed: number };
  depositPercent?: number;
  outcome:
    | { became: "draft" | "sent" | "viewed" | "withdrawn" | "expired" }
    | { became: "approved" | "converted"; ticked?: number[] }
    | { became: "changes_requested" | "declined"; words: string };
}

const TERMS =
  "Materials and labour are included. Workmanship is guaranteed for twelve months. Paint, tiles and fittings are chosen with you before we order.";
export const sampleTerms = TERMS;

export const sampleQuotes: SampleQuote[] = [
  {
    ago: 88,
    service: "painting",
    title: "Repaint a two-bedroom apartment",
    introduction: "Walls are sound. Two damp marks in the master bathroom have to be sealed before painting.",
    lines: [
      "Rooms",
      ["Living room and corridor, two coats", 1, "", 950],
      ["Bedroom, two coats", 2, "room", 450],
      "Preparation",
      ["Seal damp marks and fill cracks", 1, "", 280],
      ["Ceilings, one coat", 1, "", 640, "optional"],
    ],
    depositPercent: 30,
    outcome: { became: "converted", ticked: [4] },
  },
  {
    ago: 81,
    service: "hvac",
    title: "Replace the compressor of the living room unit",
    introduction: "The compressor draws too much current and trips. The rest of the unit is in good order.",
    lines: [
      ["Compressor, 2 tons, with gas", 1, "", 2350],
      ["Labour and test", 4, "h", 150],
      ["Deep clean of the other two units", 2, "unit", 380, "optional"],
    ],
    outcome: { became: "converted" },
  },
  {
    ago: 74,
    service: "tiling",
    title: "New tiles for the guest bathroom",
    introduction: "18 square metres, walls and floor. Old tiles come off, waterproofing is renewed.",
    lines: [
      ["Remove old tiles and dispose of them", 18, "m²", 35],
      ["Waterproofing", 18, "m²", 42.5],
      ["Lay tiles and grout", 18, "m²", 95],
    ],
    depositPercent: 50,
    outcome: { became: "declined", words: "We are moving out in spring, so we leave it as it is." },
  },
  {
    ago: 66,
    service: "electrical",
    title: "New distribution board",
    introduction: "The board has no residual-current breaker, and two circuits are overloaded in summer.",
    lines: [
      ["Distribution board, 18 ways, with RCD", 1, "", 1450],
      ["Rewire two circuits", 2, "circuit", 380],
      ["Surge protection", 1, "", 420, "optional"],
    ],
    outcome: { became: "converted", ticked: [3] },
  },
  {
    ago: 59,
    service: "carpentry",
    title: "Fitted wardrobe for the second bedroom",
    introduction: "240 × 260 cm, two sliding doors, five shelves and a rail.",
    lines: [
      ["Wardrobe, made to measure", 1, "", 4200],
      ["Mirror on one door", 1, "", 480, "optional"],
      ["Lights inside", 1, "", 350, "optional"],
    ],
    depositPercent: 50,
    outcome: { became: "expired" },
  },
  {
    ago: 52,
    service: "plumbing",
    title: "Renew the kitchen's pipes",
    introduction: "Galvanised pipes from 1998 are rusted through in two places.",
    lines: [
      ["PPR pipes, supply and fit", 14, "m", 85],
      ["Shut-off valves", 3, "pc", 110],
      ["Open and close the wall, without tiles", 1, "", 650],
    ],
    discount: { percent: 5 },
    outcome: { became: "converted" },
  },
  {
    ago: 44,
    service: "painting",
    title: "Paint the villa's outer walls",
    introduction: "Around 310 square metres. Scaffolding is needed on the street side.",
    lines: [
      ["Scaffolding, one week", 1, "", 2800],
      ["Weatherproof paint, two coats", 310, "m²", 22],
    ],
    discount: { aed: 500 },
    depositPercent: 40,
    outcome: { became: "declined", words: "Another company offered it for 7,900." },
  },
  {
    ago: 38,
    service: "hvac",
    title: "Clean and seal the ducts",
    introduction: "Dust in all six outlets; the return duct leaks at one joint.",
    lines: [
      ["Duct cleaning", 6, "outlet", 120],
      ["Seal the return duct", 1, "", 340],
    ],
    outcome: { became: "expired" },
  },
  {
    ago: 34,
    service: "carpentry",
    title: "Pergola over the terrace",
    introduction: "Treated pine, 4 by 3 metres, fixed to the wall and two posts.",
    lines: [
      ["Pergola, 4 × 3 m, fitted", 1, "", 4200],
      ["Oil, two coats", 12, "m²", 35],
    ],
    depositPercent: 30,
    // Cancelled after the deposit was paid.
    outcome: { became: "approved" },
  },
  {
    ago: 30,
    service: "general-maintenance",
    title: "Handover repairs of an apartment",
    introduction: "What the landlord's list asks for, item by item.",
    lines: [
      ["Fill holes and touch up paint", 1, "", 450],
      ["Replace silicone in two bathrooms", 2, "bathroom", 180],
      ["Door handles", 3, "pc", 95],
    ],
    outcome: { became: "withdrawn" },
  },
  {
    ago: 23,
    service: "electrical",
    title: "Lights for the terrace",
    introduction: "Eight fittings on two switches, cable under the decking.",
    lines: [
      ["Outdoor fitting, IP65, fitted", 8, "pc", 210],
      ["Cable and switches", 1, "", 560],
      ["Timer", 1, "", 190, "optional"],
    ],
    outcome: { became: "converted", ticked: [3] },
  },
  {
    ago: 15,
    service: "tiling",
    title: "Repair the pool's edge",
    introduction: "Twelve broken tiles along the edge; the same series is still on sale.",
    lines: [
      ["Replace edge tiles", 12, "pc", 75],
      ["Regrout the edge", 26, "m", 28, "optional"],
    ],
    outcome: { became: "declined", words: "The community takes care of it, thank you." },
  },
  {
    ago: 11,
    service: "carpentry",
    title: "Kitchen doors, refinished",
    introduction: "Fourteen doors, sanded and lacquered in the workshop, with new hinges.",
    lines: [
      ["Refinish a door", 14, "pc", 165],
      ["Soft-close hinges", 28, "pc", 24],
    ],
    depositPercent: 30,
    outcome: { became: "approved" },
  },
  {
    ago: 8,
    service: "plumbing",
    title: "New water heaters",
    introduction: "Both 50 litre heaters are from 2011; one leaks at the flange.",
    lines: [
      ["Water heater, 50 litres, fitted", 2, "pc", 890],
      ["Take away the old ones", 1, "", 120],
      ["Descale the shower mixers", 2, "pc", 90, "optional"],
    ],
    outcome: { became: "approved", ticked: [3] },
  },
  {
    ago: 6,
    service: "painting",
    title: "Children's room in two colours",
    introduction: "Walls sage green to 120 cm, white above, washable paint.",
    lines: [
      ["Paint in two colours, two coats", 1, "", 1180],
      ["Skirting boards", 16, "m", 18],
    ],
    outcome: { became: "changes_requested", words: "Could you leave the ceiling out and use our own paint?" },
  },
  {
    ago: 4,
    forExample: true,
    service: "hvac",
    title: "Three split units, service and repair",
    introduction: "Filters are blocked in all three. The bedroom unit needs a new drain pump.",
    lines: [
      ["AC service per unit", 3, "unit", 250],
      ["Drain pump, fitted", 1, "", 465],
      ["Antibacterial treatment", 3, "unit", 60, "optional"],
    ],
    outcome: { became: "viewed" },
  },
  {
    ago: 3,
    service: "general-maintenance",
    title: "Majlis: ceiling, lights and paint",
    introduction: "Gypsum ceiling repaired where the leak was, twelve downlights renewed, all walls painted.",
    lines: [
      "Ceiling",
      ["Repair gypsum ceiling", 9, "m²", 140],
      "Lights",
      ["LED downlight, fitted", 12, "pc", 90],
      "Walls",
      ["Paint, two coats", 64, "m²", 19.5],
      ["Wallpaper on the end wall", 12, "m²", 110, "optional"],
    ],
    discount: { percent: 7.5 },
    depositPercent: 30,
    outcome: { became: "viewed" },
  },
  {
    ago: 2,
    service: "electrical",
    title: "Charging point for an electric car",
    introduction: "11 kW wall box in the garage, 14 metres of cable, DEWA approval included.",
    lines: [
      ["Wall box, 11 kW", 1, "", 2900],
      ["Cable and protection", 14, "m", 95],
      ["DEWA approval", 1, "", 750],
    ],
    depositPercent: 50,
    outcome: { became: "sent" },
  },
  {
    ago: 1,
    service: "plumbing",
    title: "Water filter for the whole house",
    introduction: "Two-stage filter behind the tank, with a bypass.",
    lines: [
      ["Filter, fitted", 1, "", 1650],
      ["Cartridges for a year", 1, "set", 320, "optional"],
    ],
    outcome: { became: "sent" },
  },
  {
    ago: 0,
    service: "tiling",
    title: "Marble in the hall, polished",
    introduction: "34 square metres, scratched near the door.",
    lines: [
      ["Polish marble", 34, "m²", 45],
      ["Seal", 34, "m²", 12, "optional"],
    ],
    outcome: { became: "draft" },
  },
  {
    ago: 0,
    service: "carpentry",
    title: "Garden gate",
    introduction: "",
    lines: [["Gate in teak, made to measure", 1, "", 3600]],
    depositPercent: 50,
    outcome: { became: "draft" },
  },
];
