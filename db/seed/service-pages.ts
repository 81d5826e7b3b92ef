/**
 * Content of each service page; an admin can edit all of it. Prices and durations come from the price book: a job
 * names an item and quantity, a text has `{service/item}` for its price and `{service/item:time}` for its duration.
 */
interface ServicePageSeed {
  serviceId: string;
  category: "systems" | "finishes" | "upkeep" | "emergency";
  headline: string;
  introduction: string;
  description: string;
  duration: string;
  warranty: string;
  included: string[];
  notIncluded: string[];
  packageId: string | null;
  jobs: { title: string; priceItem: string; quantity: number }[];
  steps: { title: string; body: string }[];
  faqs: { question: string; answer: string }[];
}

const SMALL_WORK = "90 days on our work, 12 months on parts we supply";
const FINISHING_WORK = "12 months on our work and the materials we supply";

export const servicePages: ServicePageSeed[] = [
  {
    serviceId: "hvac",
    category: "systems",
    headline: "Cold air again, the same day",
    introduction:
      "Split units, ducted systems and central plant: serviced, repaired, replaced. We take readings before and after and show you both.",
    description:
      "AC service, repair and installation in Dubai at fixed prices. Coils cleaned, gas checked, readings before and after. Book a time online.",
    duration: "{hvac/service:time} a unit, {hvac/deep-clean:time} for deep cleaning",
    warranty: SMALL_WORK,
    included: [
      "Filters, coil and drain cleaned; drain flushed until it runs clear",
      "Gas pressure, current and air temperature measured before and after",
      "Thermostat and controls tested in every mode",
      "Floor and furniture covered, indoor unit wiped down",
      "A short report with the readings and what to look out for",
    ],
    notIncluded: [
      "Refrigerant and spare parts: priced and agreed with you first",
      "Work in plant rooms kept locked by the building",
    ],
    packageId: "essential",
    jobs: [
      {
        title: "Unit not cooling: fault found, small repairs included",
        priceItem: "call-out",
        quantity: 1,
      },
      { title: "Water dripping from the indoor unit", priceItem: "call-out", quantity: 1 },
      { title: "Full service, one unit", priceItem: "service", quantity: 1 },
      { title: "Full service, apartment with three units", priceItem: "service", quantity: 3 },
      { title: "Fan motor or capacitor replaced, labour", priceItem: "call-out", quantity: 2 },
    ],
    steps: [
      {
        title: "Tell us the symptoms",
        body: "Warm air, water, a noise, a code on the thermostat: one line is enough. You choose a free time.",
      },
      {
        title: "We measure first",
        body: "The technician checks pressure, current and temperature, and tells you what is wrong and what the repair costs.",
      },
      {
        title: "Repair or service",
        body: "Common parts are in the van, so most faults are fixed on the first visit.",
      },
      {
        title: "Readings for your records",
        body: "You get the readings from before and after, which help at the next service.",
      },
    ],
    faqs: [
      {
        question: "How often should an AC be serviced in Dubai?",
        answer:
          "Every three to four months if it runs all summer. Dust and humidity clog the coil, and a clogged coil uses more power and leaks water. We recommend at least twice a year.",
      },
      {
        question: "Do you refill gas at every service?",
        answer:
          "No. A sealed system does not lose gas. If the pressure is low, there is a leak, and we find it before we refill.",
      },
      {
        question: "My building has district cooling. Can you help?",
        answer:
          "Yes, with everything inside your apartment: fan coil unit, thermostat, filters, drain and ducts. The building's equipment is the operator's responsibility.",
      },
      {
        question: "What happens if the unit needs a part?",
        answer:
          "We give you the price and order it once you agree. The call-out you paid for counts as the first hour of the repair.",
      },
    ],
  },
  {
    serviceId: "electrical",
    category: "systems",
    headline: "Safe, reliable power",
    introduction:
      "Tripping breakers, dead sockets, new lights and distribution boards. Licensed electricians who test and label every circuit they work on.",
    description:
      "Licensed electricians in Dubai for tripping breakers, sockets, lights and distribution boards. Clear hourly price incl. VAT, every circuit tested and labelled.",
    duration: "{electrical/call-out:time} for most jobs",
    warranty: SMALL_WORK,
    included: [
      "Fault finding with proper instruments, no guesswork",
      "Circuits isolated and tested dead before we open anything",
      "Earth leakage test of the circuits we work on",
      "Circuits labelled on the board",
      "Dust and offcuts removed",
    ],
    notIncluded: [
      "Fittings and breakers: bring your own or choose from ours",
      "Work that needs DEWA approval: quoted after a visit",
    ],
    packageId: "plus",
    jobs: [
      { title: "Tripping breaker: circuit traced and made safe", priceItem: "call-out", quantity: 1 },
      { title: "Two sockets or switches replaced", priceItem: "socket", quantity: 2 },
      { title: "Ceiling fan fitted", priceItem: "fan", quantity: 1 },
      { title: "Three ceiling lights fitted", priceItem: "light", quantity: 3 },
      { title: "Safety check of the distribution board", priceItem: "check", quantity: 1 },
    ],
    steps: [
      {
        title: "Tell us what happens, and when",
        body: "Which breaker, which room, since when. A photo of the board helps but is optional.",
      },
      {
        title: "Safety first",
        body: "We isolate the circuit and test that it is dead. We never work on live parts in your home.",
      },
      {
        title: "The price before the work",
        body: "Once we have found the fault, we tell you what the repair costs. You decide.",
      },
      {
        title: "Tested and labelled",
        body: "We test the circuit and the earth leakage protection, and label the board.",
      },
    ],
    faqs: [
      {
        question: "A breaker keeps tripping. Is it dangerous to switch it on again?",
        answer:
          "Once is fine. If it trips again, leave it off: it is doing its job. Unplug everything on that circuit and book a visit, or call the emergency line if you smell burning.",
      },
      {
        question: "Are your electricians licensed?",
        answer:
          "Yes. Every electrician we send holds a valid certificate, and we track the expiry dates. You can ask to see it at the door.",
      },
      {
        question: "Can you fit a light that I bought myself?",
        answer:
          "Yes. We check that it suits the circuit and the ceiling, then fit it. Our warranty covers the fitting; the shop's covers the light.",
      },
      {
        question: "Do you work in offices and shops?",
        answer:
          "Yes, also after hours. Tell us the times in the form and we will arrange access with the building.",
      },
    ],
  },
  {
    serviceId: "plumbing",
    category: "systems",
    headline: "The leak stops today",
    introduction:
      "Leaks, blockages, heaters and bathrooms. We find the source of the water before we open anything, and close up afterwards.",
    description:
      "Plumbers in Dubai for leaks, blocked drains, water heaters and bathrooms. We find the leak before we open walls. Hourly price incl. VAT, book online.",
    duration: "{plumbing/call-out:time} for most jobs",
    warranty: SMALL_WORK,
    included: [
      "Water isolated at the right valve, and the valve checked",
      "Leak located with pressure and moisture readings",
      "Seals, washers and joints of the repaired part replaced",
      "Tested at full pressure before we leave",
      "Floor dried and everything left as we found it",
    ],
    notIncluded: [
      "Mixers, heaters and sanitary ware: priced and agreed with you first",
      "Risers and pipes that belong to the building",
    ],
    packageId: "plus",
    jobs: [
      { title: "Leaking joint or running cistern repaired", priceItem: "call-out", quantity: 1 },
      { title: "Kitchen or shower drain cleared", priceItem: "drain", quantity: 1 },
      { title: "Your own mixer fitted", priceItem: "mixer", quantity: 1 },
      { title: "Your own water heater fitted, up to 80 litres", priceItem: "heater", quantity: 1 },
      { title: "Hidden leak located", priceItem: "call-out", quantity: 2 },
    ],
    steps: [
      {
        title: "Close the valve if you can",
        body: "It is usually above the bathroom ceiling or beside the heater. If you cannot find it, call us and we will tell you where to look.",
      },
      {
        title: "We find the source",
        body: "Pressure and moisture readings first. We only remove tiles over the leak, and only if you agree.",
      },
      {
        title: "Repair",
        body: "Seals, joints and small parts are in the van. We give you the price of larger parts before we order them.",
      },
      {
        title: "Pressure test",
        body: "We run everything until we are sure, dry the floor and show you the result.",
      },
    ],
    faqs: [
      {
        question: "Water comes through my ceiling. What do I do now?",
        answer:
          "Switch off the lights in that room, put a bucket underneath, ask the neighbour above or building security to close the valve, and call the emergency line. We will be with you within two hours.",
      },
      {
        question: "Will you have to break tiles?",
        answer:
          "Rarely. We locate the leak from outside first. If a tile has to come off, we tell you the price of opening and closing before we start.",
      },
      {
        question: "Do you clean water tanks?",
        answer:
          "Yes, for villas and small buildings, with disinfection and a certificate, for {plumbing/tank} a tank.",
      },
      {
        question: "Who pays when the leak comes from the building's pipe?",
        answer:
          "Risers and shared pipes belong to the building. We give you a written report with photos to pass on.",
      },
    ],
  },
  {
    serviceId: "painting",
    category: "finishes",
    headline: "Straight edges, finished on the day agreed",
    introduction:
      "Rooms, apartments and villas. Filled, sanded and primed first, because a good finish is mostly preparation.",
    description:
      "Apartment and villa painting in Dubai at fixed prices incl. VAT: furniture covered, walls filled, two coats, cleaned up. From a studio to a villa.",
    duration: "Studio: {painting/studio:time}, 3-bedroom villa: {painting/villa-3br:time}",
    warranty: FINISHING_WORK,
    included: [
      "Furniture moved to the middle and covered, floors and frames taped",
      "Holes and hairline cracks filled, sanded and primed",
      "Two coats of washable, low-odour emulsion",
      "Walls and skirting; ceilings in white on request",
      "Tape removed, floors wiped, rubbish taken away",
    ],
    notIncluded: [
      "Wallpaper removal and damp repair: quoted after a visit",
      "More than two colours per room",
    ],
    packageId: null,
    jobs: [
      { title: "Studio, one colour", priceItem: "studio", quantity: 1 },
      { title: "1-bedroom apartment, one colour", priceItem: "1br", quantity: 1 },
      { title: "2-bedroom apartment, one colour", priceItem: "2br", quantity: 1 },
      { title: "3-bedroom villa, interior", priceItem: "villa-3br", quantity: 1 },
    ],
    steps: [
      {
        title: "Choose the size and the day",
        body: "The price depends only on the size of your home. Moving out? Tell us the handover date.",
      },
      {
        title: "Colours",
        body: "We bring a colour fan or match a sample. Landlord white is always in stock.",
      },
      {
        title: "Preparation",
        body: "Cover, fill, sand, prime. It takes half the time and makes all the difference.",
      },
      {
        title: "Two coats and a walk-through",
        body: "You walk through with the painter in daylight, and we touch up anything you notice at once.",
      },
    ],
    faqs: [
      {
        question: "Can I stay in the apartment during the work?",
        answer:
          "Yes. We paint room by room with low-odour paint, and you can sleep in a room the following night.",
      },
      {
        question: "Is paint included in the price?",
        answer:
          "Yes: washable emulsion of a well-known brand, filler, primer and dust sheets. Special finishes cost extra; we tell you beforehand.",
      },
      {
        question: "Do you paint for a move-out?",
        answer:
          "Yes, it is our most common job. Back to white, holes filled, finished before the inspection. We can do the small repairs on the list as well.",
      },
      {
        question: "Do you paint outside walls?",
        answer:
          "Yes, for villas. Facades are quoted after a visit, and from 15 June to 15 September there is no work in direct sun between 12:30 and 15:00.",
      },
    ],
  },
  {
    serviceId: "tiling",
    category: "finishes",
    headline: "Level floors that last",
    introduction:
      "Porcelain, marble, parquet and vinyl. From six cracked balcony tiles to all the floors of a villa.",
    description:
      "Tiling and flooring in Dubai: cracked tiles replaced, bathrooms, marble, parquet and vinyl laid level. Free survey, written price before we start.",
    duration: "{tiling/survey:time} for the survey; the work as in your quote",
    warranty: FINISHING_WORK,
    included: [
      "Old floor checked for hollow tiles",
      "Levels set by laser, thresholds and doors checked",
      "Waterproofing under every wet area, tested before it is covered",
      "Joints in the width and colour of your choice",
      "Dust contained in the room, rubble removed",
    ],
    notIncluded: ["Tiles or boards, unless the quote includes them", "Community permits, where required"],
    packageId: null,
    jobs: [
      { title: "Cracked or hollow tiles replaced", priceItem: "survey", quantity: 1 },
      { title: "Bathroom floor and walls", priceItem: "survey", quantity: 1 },
      { title: "Parquet or vinyl, whole apartment", priceItem: "survey", quantity: 1 },
      { title: "Marble polished and joints renewed", priceItem: "survey", quantity: 1 },
    ],
    steps: [
      {
        title: "A free survey",
        body: "We measure, check the floor for hollow areas and inspect the screed. It takes about {tiling/survey:time} and costs nothing.",
      },
      {
        title: "A written price",
        body: "Labour, materials and duration in one quote, valid until the date it states. Nothing is added later without your agreement.",
      },
      {
        title: "Laid by laser level",
        body: "Waterproofing first in wet areas, tested under water for 24 hours before we tile over it.",
      },
      {
        title: "Joints and handover",
        body: "Grouted, sealed, cleaned. We leave the spare tiles with you for later repairs.",
      },
    ],
    faqs: [
      {
        question: "Why is there no price per square metre here?",
        answer:
          "Because the price depends on the floor underneath. A level screed is quick, a damaged one is not. The survey is free and the quote is binding.",
      },
      {
        question: "My tiles are no longer sold. Can you still repair the floor?",
        answer:
          "Often. We take a tile from under a cupboard, or add a border so that the new tiles look intended.",
      },
      {
        question: "How loud is it?",
        answer:
          "Cutting and breaking are loud. We do both between 9:00 and 17:00 on working days, as communities require, and inform the neighbours the day before.",
      },
      {
        question: "Do I need a permit?",
        answer:
          "Most communities require a no-objection certificate (NOC) for wet areas. We prepare the documents; you sign as owner or with a letter from the owner.",
      },
    ],
  },
  {
    serviceId: "carpentry",
    category: "finishes",
    headline: "Doors that close, wardrobes that fit",
    introduction:
      "Repairs at home and joinery from our workshop: doors, kitchens, wardrobes and shelves made to measure.",
    description:
      "Carpenters in Dubai for doors, kitchens, wardrobes and shelves, repaired at home or made to measure. Free survey and a written price.",
    duration: "{carpentry/survey:time} for the survey; the work as in your quote",
    warranty: FINISHING_WORK,
    included: [
      "Hinges, runners, locks and handles adjusted or replaced",
      "Doors planed and rehung so that they close easily",
      "Joinery measured by laser and drawn before it is cut",
      "Edges sealed against humidity",
      "Fitting, cleaning and removal of the old piece",
    ],
    notIncluded: [
      "Fire-rated doors: only with the manufacturer's certificate",
      "Hardware of your choice, unless the quote includes it",
    ],
    packageId: null,
    jobs: [
      { title: "Door that sticks or does not lock", priceItem: "survey", quantity: 1 },
      { title: "Kitchen doors and drawers adjusted", priceItem: "survey", quantity: 1 },
      { title: "Wardrobe made to measure", priceItem: "survey", quantity: 1 },
      { title: "Wall shelving", priceItem: "survey", quantity: 1 },
    ],
    steps: [
      {
        title: "Inspect and measure",
        body: "Free, about {carpentry/survey:time}. Small repairs can be done on the spot at a price you agree.",
      },
      {
        title: "A drawing with a price",
        body: "You see the piece with its dimensions, wood and hardware before anything is cut.",
      },
      { title: "Built in our workshop", body: "The noise and dust stay with us." },
      {
        title: "Fitted in your home",
        body: "Levelled, fitted to the wall and adjusted. You try every door before we leave.",
      },
    ],
    faqs: [
      {
        question: "Which wood lasts in Dubai?",
        answer:
          "Where air conditioning is switched on and off, plywood and boards with sealed edges move less than solid wood. We advise what suits the room, and why.",
      },
      {
        question: "Can you match my kitchen?",
        answer:
          "Usually. We take a door with us, match colour and edge, and show you a sample in your own kitchen.",
      },
      {
        question: "Do you repair what another company built?",
        answer: "Yes. Most runners and hinges are standard parts.",
      },
      {
        question: "When do I pay for made-to-measure work?",
        answer:
          "A deposit when you approve the drawing, the balance once it is fitted. The quote states both amounts.",
      },
    ],
  },
  {
    serviceId: "general-maintenance",
    category: "upkeep",
    headline: "Your to-do list, done in one visit",
    introduction:
      "A handle, a hinge, a blind, a seal: jobs that are too small for a specialist, too many for your weekend.",
    description:
      "General home maintenance in Dubai by the hour: handles, hinges, blinds, seals and small repairs in one visit. AED price incl. VAT, book online.",
    duration: "{general-maintenance/hour:time}, or the length of your list",
    warranty: SMALL_WORK,
    included: [
      "One technician with tools for woodwork, plumbing and walls",
      "Your list reviewed at the start and the order agreed",
      "Screws, plugs, silicone and other small materials",
      "A note of anything that needs a specialist, with a price",
      "Everything tested before we leave",
    ],
    notIncluded: ["Brand-specific spare parts: priced first", "Work inside the distribution board or on gas"],
    packageId: "premium",
    jobs: [
      { title: "A short list: three small repairs", priceItem: "hour", quantity: 2 },
      { title: "A long list: half a day", priceItem: "hour", quantity: 4 },
      { title: "Bathroom resealed", priceItem: "hour", quantity: 2 },
      { title: "Check before you move in or out", priceItem: "hour", quantity: 3 },
    ],
    steps: [
      {
        title: "Write the list",
        body: "In the form, in any order. Photos help; a floor plan is not needed.",
      },
      {
        title: "We plan it",
        body: "We group jobs so that you pay for work, not waiting.",
      },
      {
        title: "We work through it",
        body: "We tick off each item with you. Thought of something else? We add it to the list.",
      },
      {
        title: "Anything left over",
        body: "You get a note of anything a specialist should look at, with the price.",
      },
    ],
    faqs: [
      {
        question: "How is this different from the handyman?",
        answer:
          "The handyman puts things up: shelves, curtains, TVs. General maintenance keeps existing things working. Not sure? Choose either and we will send the right person.",
      },
      {
        question: "Is there a minimum time?",
        answer: "{general-maintenance/hour:time}. Each further hour costs {general-maintenance/hour:next}.",
      },
      {
        question: "Can you come every month?",
        answer:
          "Yes. We can repeat a visit every month, or an annual contract plans visits over the year for less than single ones. See the AMC packages.",
      },
      {
        question: "Do you look after a home while I travel?",
        answer:
          "Yes. With your written consent we keep a key, run the water, check the AC and send you photos.",
      },
    ],
  },
  {
    serviceId: "handyman",
    category: "upkeep",
    headline: "Fitted straight and left tidy",
    introduction:
      "TVs, shelves, curtains, mirrors and flat-pack furniture. Drilled clear of pipes, levelled, and vacuumed afterwards.",
    description:
      "Handyman in Dubai by the hour or half day: TV mounting, shelves, curtains, furniture assembly. Price incl. VAT, tools and fixings included.",
    duration: "{handyman/hour:time}, or a half day of {handyman/half-day:time}",
    warranty: SMALL_WORK,
    included: [
      "Wall scanned for pipes and cables before the first hole",
      "Fixings for concrete, block and plasterboard",
      "Everything hung by laser level",
      "Furniture assembled, and fixed to the wall in homes with children",
      "Packaging removed, dust vacuumed",
    ],
    notIncluded: [
      "Brackets, rails and poles: bring your own or choose from ours",
      "New sockets: please book an electrician",
    ],
    packageId: "premium",
    jobs: [
      { title: "TV mounted on your bracket", priceItem: "tv", quantity: 1 },
      { title: "Two curtain rails in concrete", priceItem: "curtains", quantity: 2 },
      { title: "Flat-pack wardrobe or bed assembled", priceItem: "flat-pack", quantity: 1 },
      { title: "Half a day of mixed jobs", priceItem: "half-day", quantity: 1 },
    ],
    steps: [
      {
        title: "Tell us what goes where",
        body: "Sizes and the type of wall, if you know it. If not, we will find out.",
      },
      {
        title: "Scan, mark, agree",
        body: "We check for pipes and cables, hold the piece up, and you approve the height.",
      },
      { title: "Drilling without dust", body: "We vacuum while we drill. Floors and sofas are covered." },
      { title: "Test", body: "We load it, level it and test it. Then we take the packaging away." },
    ],
    faqs: [
      {
        question: "Hour or half day?",
        answer:
          "Up to three items: by the hour. For four hours, the half day costs less: {handyman/half-day}.",
      },
      {
        question: "Do you bring screws?",
        answer: "Yes: plugs, screws, hooks and tape for common walls are included.",
      },
      {
        question: "May I drill in a rented apartment?",
        answer:
          "Usually, if you fill the holes when you leave. Ask your landlord first; we also fill and paint for move-outs.",
      },
      {
        question: "Can one person carry a 75-inch TV?",
        answer: "No. Tell us the size and we will send two technicians.",
      },
    ],
  },
  {
    serviceId: "emergency",
    category: "emergency",
    headline: "With you within two hours",
    introduction:
      "A burst pipe, no power, or no AC in August. Day and night, public holidays included. Call first: it is faster than the form.",
    description:
      "24/7 emergency maintenance in Dubai: burst pipes, power failure, AC breakdown. On site within 2 hours, day and night. Call us, or request help online.",
    duration: "On site within 2 hours",
    warranty: SMALL_WORK,
    included: [
      "A technician on call for water, power and cooling at any hour",
      "First help on the phone: which valve, which breaker",
      "Made safe first, repaired in the same visit if parts are available",
      "A written report for your insurer or landlord",
    ],
    notIncluded: [
      "Fire, gas and danger to life: call 997 or 999 first",
      "Spare parts: priced before they are fitted",
    ],
    packageId: "premium",
    jobs: [
      { title: "Burst pipe or heavy leak: stopped and made safe", priceItem: "call-out", quantity: 1 },
      { title: "No power in the home", priceItem: "call-out", quantity: 1 },
      { title: "AC failure at night", priceItem: "call-out", quantity: 2 },
      { title: "Overflowing drain", priceItem: "call-out", quantity: 2 },
    ],
    steps: [
      {
        title: "The clock starts",
        body: "When you call, or when your form reaches us. From then on we have two hours.",
      },
      {
        title: "Acknowledged",
        body: "The on-call technician confirms and calls you with advice until they arrive.",
      },
      { title: "Dispatched", body: "The technician sets off. You can follow them on your booking page." },
      {
        title: "Arrived",
        body: "The technician arrives. We record the time.",
      },
    ],
    faqs: [
      {
        question: "What counts as an emergency?",
        answer:
          "Anything that gets worse by the hour or leaves you without water, power or cooling: a burst pipe, a burning smell, AC failure in summer, sewage backing up, a child locked in a room.",
      },
      {
        question: "What does it cost?",
        answer:
          "{emergency/call-out} for the first hour, then {emergency/call-out:next} an hour, whatever the trade, day and night. We confirm the price on the phone before we set off. With the Premium package there is no emergency fee.",
      },
      {
        question: "What if you are late?",
        answer:
          "We will call you with a new time before you have to ask. Every arrival is timed, you can see yours, and our office reviews each late one.",
      },
      {
        question: "Should I book online or call?",
        answer: "Call. The form starts the same two hours and is there for when you cannot talk.",
      },
    ],
  },
];
