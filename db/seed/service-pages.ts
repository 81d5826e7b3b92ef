/**
 * What each service's page tells: an admin edits all of it. Prices are not here: a job names an item of the price book
 * and how many of it, and the page counts with today's price.
 */
interface ServicePageSeed {
  service_id: string;
  category: "systems" | "finishes" | "upkeep" | "emergency";
  headline: string;
  lead: string;
  description: string;
  duration: string;
  warranty: string;
  included: string[];
  not_included: string[];
  package_id: string | null;
  jobs: { title: string; price_item: string; quantity: number }[];
  steps: { title: string; body: string }[];
  faqs: { question: string; answer: string }[];
}

const SMALL_WORK = "90 days on our work, 12 months on parts we supply";
const FINISHING_WORK = "12 months on our work and the materials we supply";

export const servicePages: ServicePageSeed[] = [
  {
    service_id: "hvac",
    category: "systems",
    headline: "Cold air again, the same day",
    lead: "Split units, ducted systems and central plant: serviced, repaired, replaced. We measure before we promise, and you see the readings before and after.",
    description:
      "AC service, repair and installation in Dubai at fixed prices. Coils cleaned, gas checked, readings before and after. Book a time online.",
    duration: "60 to 90 minutes a unit",
    warranty: SMALL_WORK,
    included: [
      "Filters, coil and drain cleaned, and the drain flushed until it runs clear",
      "Gas pressure, current and air temperature measured before and after",
      "Thermostat and controls tested in every mode",
      "Indoor unit wiped down, floor and furniture covered",
      "A short report with the readings and what to watch",
    ],
    not_included: [
      "Refrigerant and spare parts: priced and agreed with you first",
      "Work in a plant room that the building locks",
    ],
    package_id: "essential",
    jobs: [
      {
        title: "Unit not cooling: find the fault, fix it if it is small",
        price_item: "call-out",
        quantity: 1,
      },
      { title: "Water dripping from the indoor unit", price_item: "call-out", quantity: 1 },
      { title: "Full service, one unit", price_item: "service", quantity: 1 },
      { title: "Full service, apartment with three units", price_item: "service", quantity: 3 },
      { title: "Fan motor or capacitor replaced, labour", price_item: "call-out", quantity: 2 },
    ],
    steps: [
      {
        title: "Tell us the signs",
        body: "Warm air, water, a noise, a code on the thermostat: one line is enough. You choose a free hour.",
      },
      {
        title: "We measure first",
        body: "The technician reads pressure, current and temperature, and tells you what is wrong and what it costs.",
      },
      {
        title: "Repair or service",
        body: "Common parts are in the van, so most faults end at the first visit.",
      },
      {
        title: "Readings to keep",
        body: "You get the figures before and after. They are what the next technician needs.",
      },
    ],
    faqs: [
      {
        question: "How often should an AC be serviced in Dubai?",
        answer:
          "Every three to four months where it runs all summer. Dust and humidity clog the coil, and a clogged coil uses more power and drips. Twice a year is the least we recommend.",
      },
      {
        question: "Do you refill gas at every service?",
        answer:
          "No. A sealed system does not use gas up. If the pressure is low there is a leak, and we look for it before we fill anything.",
      },
      {
        question: "My building has district cooling. Can you help?",
        answer:
          "Yes, with everything inside your apartment: fan coil unit, thermostat, filters, drain and ducts. The building's side stays with its operator.",
      },
      {
        question: "What happens if the unit needs a part?",
        answer:
          "You get its price and we order it once you agree. The call-out you paid for counts as the first hour of the repair.",
      },
    ],
  },
  {
    service_id: "electrical",
    category: "systems",
    headline: "Power you need not think about",
    lead: "Trips, dead sockets, new lights and full boards. Licensed electricians who test every circuit they touch and leave it labelled.",
    description:
      "Licensed electricians in Dubai for tripping breakers, sockets, lights and distribution boards. Clear hourly price incl. VAT, tested and labelled.",
    duration: "1 to 2 hours for most jobs",
    warranty: SMALL_WORK,
    included: [
      "Fault finding with the right instruments, not by guessing",
      "Isolation and proof of dead before any cover is opened",
      "Earth leakage test of the circuits we worked on",
      "Circuits labelled on the board",
      "Dust and cut-offs taken away",
    ],
    not_included: [
      "Fittings and breakers: bring your own or choose from ours",
      "Work that needs a DEWA approval: quoted after a visit",
    ],
    package_id: "plus",
    jobs: [
      { title: "Breaker trips: trace the circuit and make it safe", price_item: "call-out", quantity: 1 },
      { title: "Two sockets or switches replaced", price_item: "call-out", quantity: 1 },
      { title: "Ceiling light or fan fitted", price_item: "call-out", quantity: 1 },
      { title: "Six downlights changed to LED", price_item: "call-out", quantity: 2 },
      { title: "Water heater switch and thermostat renewed", price_item: "call-out", quantity: 2 },
    ],
    steps: [
      {
        title: "Say what happens, and when",
        body: "Which breaker, which room, since when. A photo of the board helps and is optional.",
      },
      {
        title: "Safe before anything",
        body: "The circuit is isolated and proven dead. Nobody works on live parts in your home.",
      },
      {
        title: "The price before the work",
        body: "Once the fault is found you hear what it takes. You decide.",
      },
      {
        title: "Tested and labelled",
        body: "We test the circuit and the earth leakage protection, and write on the board what is what.",
      },
    ],
    faqs: [
      {
        question: "A breaker keeps tripping. Is it dangerous to switch it on again?",
        answer:
          "Once is fine. If it trips again, leave it off: it is doing its job. Unplug what hangs on that circuit and book a visit, or call the emergency line if you smell burning.",
      },
      {
        question: "Are your electricians licensed?",
        answer:
          "Yes. Every electrician we send holds a valid certificate, and we track the expiry dates. You can ask to see it at the door.",
      },
      {
        question: "Can you fit a light that I bought myself?",
        answer:
          "Yes. We check that it suits the circuit and the ceiling, then fit it. Our warranty covers the fitting, the shop's covers the light.",
      },
      {
        question: "Do you work in offices and shops?",
        answer:
          "Yes, also after hours. Tell us the times in the form and we agree on access with the building.",
      },
    ],
  },
  {
    service_id: "plumbing",
    category: "systems",
    headline: "The leak stops today",
    lead: "Leaks, blockages, heaters and bathrooms. We find where the water comes from before we open anything, and close what we opened.",
    description:
      "Plumbers in Dubai for leaks, blocked drains, water heaters and bathrooms. Leak found before walls are opened. Hourly price incl. VAT, book online.",
    duration: "1 to 2 hours for most jobs",
    warranty: SMALL_WORK,
    included: [
      "Water isolated at the right valve, and the valve checked",
      "Leak located by pressure and moisture readings",
      "Seals, washers and joints of the repaired part renewed",
      "A run under full pressure before we leave",
      "The floor dried and the place left as we found it",
    ],
    not_included: [
      "Mixers, heaters and sanitary ware: priced with you first",
      "Risers and pipes that belong to the building",
    ],
    package_id: "plus",
    jobs: [
      { title: "Dripping tap or running cistern repaired", price_item: "call-out", quantity: 1 },
      { title: "Kitchen or shower drain cleared", price_item: "call-out", quantity: 1 },
      { title: "Mixer replaced with yours", price_item: "call-out", quantity: 1 },
      { title: "Water heater replaced with yours, up to 80 litres", price_item: "call-out", quantity: 2 },
      { title: "Hidden leak located", price_item: "call-out", quantity: 2 },
    ],
    steps: [
      {
        title: "Close the valve if you can",
        body: "It is usually above the ceiling of the bathroom or beside the heater. If not, call: we tell you where to look.",
      },
      {
        title: "We find the source",
        body: "Pressure and moisture readings first. Tiles come off only where the water really is, and only with your yes.",
      },
      {
        title: "Repair",
        body: "Seals, joints and small parts are in the van. Larger parts are priced before they are ordered.",
      },
      {
        title: "Under pressure",
        body: "We run everything for as long as it takes to be sure, dry the floor, and show you.",
      },
    ],
    faqs: [
      {
        question: "Water comes through my ceiling. What do I do now?",
        answer:
          "Switch off the lights in that room, put a bucket below, tell the neighbour above or the building's security to close their valve, and call the emergency line. We are with you within two hours.",
      },
      {
        question: "Will you have to break tiles?",
        answer:
          "Seldom. We locate the leak from outside first. If a tile must come off, you hear the price of opening and of closing before we start.",
      },
      {
        question: "Do you clean water tanks?",
        answer:
          "Yes, for villas and small buildings, with disinfection and a certificate. It is quoted after a visit, as tanks differ a lot.",
      },
      {
        question: "Who pays when the leak comes from the building's pipe?",
        answer:
          "Risers and shared pipes are the building's. We write down what we found with pictures, so that you can pass it on.",
      },
    ],
  },
  {
    service_id: "painting",
    category: "finishes",
    headline: "Straight edges, finished on the day agreed",
    lead: "Rooms, apartments and villas. Filled, sanded and primed first, because a good wall is mostly preparation.",
    description:
      "Apartment and villa painting in Dubai at fixed prices incl. VAT: furniture covered, walls filled, two coats, cleaned up. From a studio to a villa.",
    duration: "1 day for a studio, 4 to 5 for a villa",
    warranty: FINISHING_WORK,
    included: [
      "Furniture moved to the middle and covered, floors and frames taped",
      "Holes and hairline cracks filled, sanded and primed",
      "Two coats of washable, low-odour emulsion",
      "Walls and skirting; ceilings in white on request",
      "Tape off, floors wiped, rubbish gone",
    ],
    not_included: ["Wallpaper removal and damp repair: quoted after a look", "More than two colours a room"],
    package_id: null,
    jobs: [
      { title: "Studio, one colour", price_item: "studio", quantity: 1 },
      { title: "1-bedroom apartment, one colour", price_item: "1br", quantity: 1 },
      { title: "2-bedroom apartment, one colour", price_item: "2br", quantity: 1 },
      { title: "3-bedroom villa, interior", price_item: "villa-3br", quantity: 1 },
    ],
    steps: [
      {
        title: "Choose the size and the day",
        body: "The price is fixed by the size of the home. Moving out? Tell us the date of the handover.",
      },
      {
        title: "Colours",
        body: "We bring the fan, or match a chip of your wall. The landlord's white is in the van.",
      },
      {
        title: "Preparation",
        body: "Cover, fill, sand, prime. It takes half of the time and makes all of the difference.",
      },
      {
        title: "Two coats and a walk",
        body: "You walk through with the painter in daylight. What you see, we touch up at once.",
      },
    ],
    faqs: [
      {
        question: "Can I stay in the apartment meanwhile?",
        answer: "Yes. We paint room by room with low-odour paint, and a room can be slept in the next night.",
      },
      {
        question: "Is the paint in the price?",
        answer:
          "Yes: washable emulsion of a known brand, fillers, primer and cover sheets. A special finish costs the difference, told before.",
      },
      {
        question: "Do you paint for a move-out?",
        answer:
          "It is what we do most. Back to white, holes filled, finished before the inspection. We can do the small repairs of the list as well.",
      },
      {
        question: "And outside walls?",
        answer:
          "Yes, for villas. Facades are quoted after a visit, and from 15 June to 15 September nobody works in the sun between 12:30 and 15:00.",
      },
    ],
  },
  {
    service_id: "tiling",
    category: "finishes",
    headline: "Level, tight, and quiet underfoot",
    lead: "Porcelain, marble, parquet and vinyl. From six cracked balcony tiles to the floors of a villa.",
    description:
      "Tiling and flooring in Dubai: cracked tiles replaced, bathrooms, marble, parquet and vinyl laid level. Free survey, written price before we start.",
    duration: "Half a day for a repair, 2 to 6 days for a floor",
    warranty: FINISHING_WORK,
    included: [
      "The old floor sounded for hollow places",
      "A level drawn by laser, thresholds and doors checked",
      "Waterproofing under every wet area, tested before it is covered",
      "Joints in the width and colour that you chose",
      "Dust kept in the room, rubble taken away",
    ],
    not_included: [
      "The tiles or boards themselves, unless the quote says so",
      "Permits of the community, where it asks for them",
    ],
    package_id: null,
    jobs: [
      { title: "Cracked or hollow tiles replaced", price_item: "survey", quantity: 1 },
      { title: "Bathroom floor and walls", price_item: "survey", quantity: 1 },
      { title: "Parquet or vinyl, whole apartment", price_item: "survey", quantity: 1 },
      { title: "Marble polished and joints renewed", price_item: "survey", quantity: 1 },
    ],
    steps: [
      {
        title: "A free survey",
        body: "We measure, sound the floor and look at what is below. It takes about 45 minutes and costs nothing.",
      },
      {
        title: "A written price",
        body: "Labour, materials and days in one quote, valid for 30 days. Nothing is added later without your yes.",
      },
      {
        title: "Laid to the laser",
        body: "Waterproofing first where it gets wet, and 24 hours under water before it disappears.",
      },
      {
        title: "Joints and handover",
        body: "Grouted, sealed, cleaned. You get what is left of the tiles: keep them.",
      },
    ],
    faqs: [
      {
        question: "Why is there no price per square metre here?",
        answer:
          "Because the floor below decides. A level screed is quick, a broken one is not. The survey is free and the quote is binding.",
      },
      {
        question: "My tiles are no longer sold. Can you still repair?",
        answer: "Often. We take one from under a cupboard, or set a border so that the new ones look meant.",
      },
      {
        question: "How loud is it?",
        answer:
          "Cutting and breaking are loud. We do them between 9:00 and 17:00 on working days, as communities ask, and tell the neighbours the day before.",
      },
      {
        question: "Do I need a permit?",
        answer:
          "Most communities want a no-objection certificate for wet areas. We prepare the papers; you sign as owner or with the owner's letter.",
      },
    ],
  },
  {
    service_id: "carpentry",
    category: "finishes",
    headline: "Doors that close, wardrobes that fit",
    lead: "Repairs at home and joinery from our bench: doors, kitchens, wardrobes and shelves made to the millimetre of your wall.",
    description:
      "Carpenters in Dubai for doors, kitchens, wardrobes and shelves, repaired at home or made to measure. Free survey and a written price.",
    duration: "1 to 3 hours for a repair, 1 to 3 weeks made to measure",
    warranty: FINISHING_WORK,
    included: [
      "Hinges, runners, locks and handles adjusted or renewed",
      "Doors planed and rehung so that they close with one finger",
      "Joinery measured by laser and drawn before it is cut",
      "Edges sealed against humidity",
      "Fitting, cleaning, and the old piece taken away",
    ],
    not_included: [
      "Fire-rated doors: only with the maker's certificate",
      "Hardware of your choice, unless the quote says so",
    ],
    package_id: null,
    jobs: [
      { title: "Door that sticks or does not lock", price_item: "survey", quantity: 1 },
      { title: "Kitchen doors and drawers put right", price_item: "survey", quantity: 1 },
      { title: "Wardrobe made to measure", price_item: "survey", quantity: 1 },
      { title: "Wall of shelves", price_item: "survey", quantity: 1 },
    ],
    steps: [
      {
        title: "Look and measure",
        body: "Free, about 45 minutes. Repairs that are small are done there and then, at the price of the visit you agree to.",
      },
      {
        title: "A drawing with a price",
        body: "You see the piece with its sizes, wood and hardware before anything is cut.",
      },
      { title: "Built at the bench", body: "The noise and the dust stay in our workshop." },
      {
        title: "Fitted in a day",
        body: "Levelled, scribed to the wall, adjusted. You try every door before we go.",
      },
    ],
    faqs: [
      {
        question: "Which wood lasts in Dubai?",
        answer:
          "Where air conditioning comes and goes, boards with sealed edges and plywood move less than solid wood. We say what suits the room, and why.",
      },
      {
        question: "Can you match my kitchen?",
        answer:
          "Usually. We take a door along, match colour and edge, and show you a sample in your own light.",
      },
      {
        question: "Do you repair what another company built?",
        answer: "Yes. Runners and hinges are standard parts far more often than one thinks.",
      },
      {
        question: "When do I pay for something made to measure?",
        answer:
          "A deposit when you approve the drawing, the rest when it stands and you have tried it. The quote says how much.",
      },
    ],
  },
  {
    service_id: "general-maintenance",
    category: "upkeep",
    headline: "The whole list, one visit",
    lead: "A handle, a hinge, a blind, a seal: the things that are too small for a specialist and too many for a Friday.",
    description:
      "General home maintenance in Dubai by the hour: handles, hinges, blinds, seals and small repairs in one visit. AED price incl. VAT, book online.",
    duration: "2 to 4 hours for a usual list",
    warranty: SMALL_WORK,
    included: [
      "One technician with tools for wood, water and walls",
      "Your list walked through at the start, the order agreed",
      "Screws, plugs, silicone and other small material",
      "A note of what needs a specialist, with a price",
      "Everything tried before we leave",
    ],
    not_included: [
      "Spare parts that belong to a make: priced first",
      "Work inside the distribution board or on gas",
    ],
    package_id: "premium",
    jobs: [
      { title: "A short list: three small repairs", price_item: "hour", quantity: 2 },
      { title: "A long list: half a day", price_item: "hour", quantity: 4 },
      { title: "Bathroom sealed anew", price_item: "hour", quantity: 2 },
      { title: "Check before you move in or out", price_item: "hour", quantity: 3 },
    ],
    steps: [
      {
        title: "Write the list",
        body: "In the form, as it comes to mind. Photos help, a floor plan is not needed.",
      },
      {
        title: "We order it",
        body: "What belongs together is done together, so that you pay for work and not for walking.",
      },
      {
        title: "Worked through",
        body: "Each item is ticked off with you. Something new on the way? Say so, it joins the list.",
      },
      { title: "What is left", body: "You get a note of what a specialist should see, with the price." },
    ],
    faqs: [
      {
        question: "What is the difference to the handyman?",
        answer:
          "The handyman puts things up: shelves, curtains, TVs. General maintenance keeps what is there working. If you are not sure, choose either: we send the right person.",
      },
      { question: "Is there a minimum time?", answer: "One hour. After that we count in half hours." },
      {
        question: "Can somebody come every month?",
        answer:
          "Yes: a contract plans the visits over the year and costs less than single ones. See the AMC packages.",
      },
      {
        question: "Do you look after a home while I travel?",
        answer:
          "Yes. With your written consent we keep a key, run the water, look at the AC and send you pictures.",
      },
    ],
  },
  {
    service_id: "handyman",
    category: "upkeep",
    headline: "Up, straight and tidy",
    lead: "TVs, shelves, curtains, mirrors and flat packs. Drilled where no pipe runs, levelled, and vacuumed after.",
    description:
      "Handyman in Dubai by the hour or half day: TV mounting, shelves, curtains, furniture assembly. Price incl. VAT, tools and fixings included.",
    duration: "1 hour, or a half day of 4",
    warranty: SMALL_WORK,
    included: [
      "Wall scanned for pipes and cables before the first hole",
      "Fixings for concrete, block and plasterboard",
      "Everything hung by laser level",
      "Furniture put together and fixed to the wall where children live",
      "Packaging taken away, dust vacuumed",
    ],
    not_included: [
      "Brackets, rails and poles: bring them or ask for ours",
      "New sockets: that is an electrician's",
    ],
    package_id: "premium",
    jobs: [
      { title: "TV mounted on your bracket", price_item: "hour", quantity: 1 },
      { title: "Two curtain rails in concrete", price_item: "hour", quantity: 2 },
      { title: "Wardrobe or bed from a flat pack", price_item: "hour", quantity: 3 },
      { title: "Half a day, whatever comes up", price_item: "half-day", quantity: 1 },
    ],
    steps: [
      {
        title: "Say what goes where",
        body: "Sizes and the kind of wall, if you know it. If not, we find out.",
      },
      {
        title: "Scan, mark, agree",
        body: "We look for pipes and cables, hold the piece up, and you say yes to the height.",
      },
      { title: "Drill without dust", body: "A vacuum runs at the hole. Floors and sofas are covered." },
      { title: "Try it", body: "It is loaded, levelled and tried. Then the packaging goes." },
    ],
    faqs: [
      {
        question: "Hour or half day?",
        answer:
          "Up to three things: by the hour. From about three and a half hours on, the half day costs less, and we count it for you.",
      },
      {
        question: "Do you bring the screws?",
        answer: "Yes: plugs, screws, hooks and tape for usual walls are included.",
      },
      {
        question: "May I drill in a rented apartment?",
        answer:
          "Usually, if you fill the holes when you leave. Ask your landlord first; we fill and paint for move-outs as well.",
      },
      {
        question: "Can one person carry a 75-inch TV?",
        answer: "No, and nobody should. Tell us the size and two technicians come.",
      },
    ],
  },
  {
    service_id: "emergency",
    category: "emergency",
    headline: "Somebody is with you within two hours",
    lead: "Water where it should not be, no power, no cooling in August. Day and night, on holidays as well. Call first: it is faster than any form.",
    description:
      "24/7 emergency maintenance in Dubai: burst pipes, power failure, AC breakdown. On site within 2 hours, day and night. Call, or start the clock online.",
    duration: "On site within 2 hours",
    warranty: SMALL_WORK,
    included: [
      "A technician on call for water, power and cooling at any hour",
      "First aid on the phone: which valve, which breaker",
      "Made safe first, repaired in the same visit where parts allow",
      "A written note for your insurer or landlord",
    ],
    not_included: [
      "Fire, gas and danger to life: call 997 or 999 first",
      "Spare parts: priced before they are fitted",
    ],
    package_id: "premium",
    jobs: [
      { title: "Burst pipe or heavy leak: stopped and made safe", price_item: "call-out", quantity: 1 },
      { title: "No power in the home", price_item: "call-out", quantity: 1 },
      { title: "AC failure at night", price_item: "call-out", quantity: 2 },
      { title: "Blocked drain that overflows", price_item: "call-out", quantity: 2 },
    ],
    steps: [
      {
        title: "The clock starts",
        body: "With your call, or the moment the form arrives. From then on we have two hours.",
      },
      {
        title: "Acknowledged",
        body: "The technician on call confirms and rings you with what to do until they are there.",
      },
      { title: "Dispatched", body: "They leave. You can follow it on the page of your booking." },
      {
        title: "Arrived",
        body: "They are at your door. The time is written down: it is how we measure ourselves.",
      },
    ],
    faqs: [
      {
        question: "What counts as an emergency?",
        answer:
          "What gets worse by the hour or leaves you without water, power or cooling: a burst pipe, a burning smell, a dead AC in summer, sewage coming up, a door that locks a child in.",
      },
      {
        question: "What does it cost?",
        answer:
          "The price above per hour, day and night, with the first hour in full. It is told on the phone before anybody leaves. With the Premium package there is no emergency fee.",
      },
      {
        question: "What if you are late?",
        answer:
          "Then you hear it from the technician before you ask, with the new time. Every arrival is timed, you can see yours, and the office looks into each one that was late.",
      },
      {
        question: "Should I book online or call?",
        answer: "Call. The form starts the same clock, and is there for when you cannot speak.",
      },
    ],
  },
];
