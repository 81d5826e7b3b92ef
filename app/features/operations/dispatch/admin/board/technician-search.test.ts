import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRandom } from "~/platform/random";
import { serviceTexts } from "../../../../../../db/seed/catalogue-arabic";
import { casesForRun, rounds, seedOfRun } from "../../../../../../test/faults/rounds";
import { dubaiCommunities } from "../../../../core/geography/dubai-communities";
import { tokensOf } from "./search-tokens";
import { changeCriteria, emptySearch, fillers, matchesName, parseSearch } from "./technician-search";

const services = [
  ["free-survey", "Free Assessment"],
  ["hvac", "HVAC Installation & Maintenance"],
  ["electrical", "Electrical"],
  ["plumbing", "Plumbing"],
  ["painting", "Painting & Decoration"],
  ["tiling", "Tiling & Flooring"],
  ["carpentry", "Carpentry"],
  ["general-maintenance", "General Maintenance"],
  ["handyman", "Handyman"],
  ["pool-cleaning", "Pool Cleaning"],
].map(([id, name]) => ({ id: id!, name: name! }));
const technicians = ["Samuel Okafor", "Sunil Kumar", "أحمد علي", "Mohammed Al-Rashid"].map((name) => ({
  name,
}));
/** A Friday, 13:20 in Dubai. */
const now = new Date("2026-11-27T09:20:00Z");
const parse = (text: string) => parseSearch(text, { services, technicians }, now);

describe("trades", () => {
  it.each([
    ["plumber", "plumbing"],
    ["plumbers", "plumbing"],
    ["plumb", "plumbing"],
    ["a leak", "plumbing"],
    ["leaking tap", "plumbing"],
    ["water heater", "plumbing"],
    ["electrician", "electrical"],
    ["sockets", "electrical"],
    ["no power", "electrical"],
    ["painter", "painting"],
    ["AC", "hvac"],
    ["A/C", "hvac"],
    ["a.c.", "hvac"],
    ["air con", "hvac"],
    ["air conditioning", "hvac"],
    ["tiler", "tiling"],
    ["carpenter", "carpentry"],
    ["door", "carpentry"],
    ["handyman", "handyman"],
    ["TV mounting", "handyman"],
    ["pool", "pool-cleaning"],
  ])("understands %s", (text, trade) => {
    expect(parse(text)).toMatchObject({ trades: [trade], unknown: [] });
  });

  it.each([
    ["سباكة", "plumbing"],
    ["تكييف", "hvac"],
    ["دهان", "painting"],
    ["دهان وديكور", "painting"],
    ["الكهرباء", "electrical"],
    ["نجارة", "carpentry"],
    ["صيانة منزلية", "general-maintenance"],
  ])("understands %s for an office that reads Arabic", (text, trade) => {
    const arabicServices = services.map(({ id, name }) => ({ id, name: serviceTexts[id]?.nameAr ?? name }));
    const found = parseSearch(text, { services: arabicServices, technicians }, now);
    expect(found).toMatchObject({ trades: [trade], unknown: [] });
  });

  it("shows one term for all words of a trade", () => {
    const { terms } = parse("water leaking from AC and a plumber for the tap");
    expect(terms).toEqual([
      { kind: "trade", trade: "hvac", words: "water leaking ac" },
      { kind: "trade", trade: "plumbing", words: "plumber tap" },
    ]);
  });

  it("requires all named trades", () => {
    expect(parse("plumber and electrician").trades).toEqual(["plumbing", "electrical"]);
  });
});

describe("areas", () => {
  it.each([
    ["near JLT", "Jumeirah Lake Towers (JLT)"],
    ["jvc", "Jumeirah Village Circle (JVC)"],
    ["difc", "Dubai International Financial Centre (DIFC)"],
    ["JBR", "Jumeirah Beach Residence (JBR)"],
    ["marina", "Dubai Marina"],
    ["close to the palm", "Palm Jumeirah"],
    ["downtown", "Downtown Dubai"],
    ["barsha", "Al Barsha 1"],
    ["al barsha 2", "Al Barsha 2"],
    ["springs", "The Springs"],
    ["dubai hills", "Dubai Hills Estate"],
    ["silicon oasis", "Dubai Silicon Oasis"],
    ["zabeel", "Za'abeel"],
    ["mirdi", "Mirdif"],
  ])("understands %s", (text, area) => {
    expect(parse(text)).toMatchObject({ area, unknown: [] });
  });

  it("understands the complete name of every community", () => {
    const random = createRandom(seedOfRun());
    for (const area of casesForRun(dubaiCommunities, random, 60))
      expect(parse(area)).toMatchObject({ area, unknown: [] });
  });
});

describe("times", () => {
  const today = "2026-11-27";
  const tomorrow = "2026-11-28";
  const any = { day: "", at: "", until: "", minutes: 60 };
  it.each([
    ["now", { day: today, at: "now" }],
    ["asap", { day: today, at: "now" }],
    ["today", { day: today }],
    ["tonight", { day: today, at: "18:00", until: "24:00" }],
    ["tonight at 8", { day: today, at: "20:00" }],
    ["tomorrow", { day: tomorrow }],
    ["day after tomorrow", { day: "2026-11-29" }],
    ["tomorrow morning", { day: tomorrow, at: "08:00", until: "11:45" }],
    ["sunday", { day: "2026-11-29" }],
    ["friday", { day: today }],
    ["next friday", { day: "2026-12-04" }],
    ["on mon", { day: "2026-11-30" }],
    ["28/11", { day: tomorrow }],
    ["1st december", { day: "2026-12-01" }],
    ["jan 5", { day: "2027-01-05" }],
    ["2026-12-24", { day: "2026-12-24" }],
    ["3pm", { at: "15:00" }],
    ["3 PM", { at: "15:00" }],
    ["3 p.m.", { at: "15:00" }],
    ["15:00", { at: "15:00" }],
    ["١٥:٠٠", { at: "15:00" }],
    ["3.30 pm", { at: "15:30" }],
    ["at 3", { at: "15:00" }],
    ["at 9", { at: "09:00" }],
    ["3:30", { at: "15:30" }],
    ["03:30", { at: "03:30" }],
    ["12 am", { at: "00:00" }],
    ["12 pm", { at: "12:00" }],
    ["3 o'clock", { at: "15:00" }],
    ["half past 3", { at: "15:30" }],
    ["noon", { at: "12:00" }],
    ["afternoon", { at: "12:00", until: "16:45" }],
    ["this evening", { day: today, at: "17:00", until: "21:00" }],
    ["after 4", { at: "16:00", until: "24:00" }],
    ["before noon", { at: "00:00", until: "12:00" }],
    ["2-4pm", { at: "14:00", until: "16:00" }],
    ["between 9 and 11", { at: "09:00", until: "11:00" }],
    ["from 11 to 1 pm", { at: "11:00", until: "13:00" }],
    ["in 2 hours", { day: today, at: "15:30" }],
    ["in half an hour", { day: today, at: "14:00" }],
    ["in 11 hours", { day: tomorrow, at: "00:30" }],
    ["within 90 minutes", { day: today, at: "now", until: "15:00" }],
    ["for 2 hours", { minutes: 120 }],
    ["90 min", { minutes: 90 }],
  ])("understands %s", (text, expected) => {
    const { day, at, until, minutes, unknown } = parse(text);
    expect({ day, at, until, minutes, unknown }).toEqual({ ...any, ...expected, unknown: [] });
  });
});

/** Time, day and duration as "day at–until for minutes". */
const whenOf = ({ day, at, until, minutes }: ReturnType<typeof parse>) =>
  [day, until ? `${at}–${until}` : at, minutes === 60 ? "" : `for ${minutes}`].filter(Boolean).join(" ");

describe("phrases of dispatchers", () => {
  const JLT = "Jumeirah Lake Towers (JLT)";
  const DIFC = "Dubai International Financial Centre (DIFC)";
  it.each([
    ["plumer tmrw morning", ["plumbing"], "", "2026-11-28 08:00–11:45"],
    ["electrition now jlt", ["electrical"], JLT, "2026-11-27 now"],
    ["ac guy this evening marina", ["hvac"], "Dubai Marina", "2026-11-27 17:00–21:00"],
    ["handiman 2moro 9am", ["handyman"], "", "2026-11-28 09:00"],
    ["carpinter monday a.m.", ["carpentry"], "", "2026-11-30 08:00–11:45"],
    ["paintor saterday", ["painting"], "", "2026-11-28"],
    ["elektrician wendesday", ["electrical"], "", "2026-12-02"],
    ["maintainance", ["general-maintenance"], "", ""],
    ["air conditoner", ["hvac"], "", ""],
    ["plumber in 2 hrs", ["plumbing"], "", "2026-11-27 15:30"],
    ["in an hr", [], "", "2026-11-27 14:30"],
    ["Sat 10-12 painter", ["painting"], "", "2026-11-28 10:00–12:00"],
    ["after lunch plumber", ["plumbing"], "", "13:00–24:00"],
    ["before lunch", [], "", "00:00–12:00"],
    ["after work", [], "", "17:00–24:00"],
    ["first thing tomorrow", [], "", "2026-11-28 08:00–09:00"],
    ["tomorrow pm", [], "", "2026-11-28 12:00–24:00"],
    ["end of day plumber", ["plumbing"], "", "15:00–17:45"],
    ["later today", [], "", "2026-11-27 13:30–24:00"],
    ["anyone for AC b4 noon", ["hvac"], "", "00:00–12:00"],
    ["elec tomorrow 2pm for 2 hrs", ["electrical"], "", "2026-11-28 14:00 for 120"],
    ["1.5 hrs", [], "", "for 90"],
    ["1h30", [], "", "for 90"],
    ["2 hrs 30 mins", [], "", "for 150"],
    ["couple of hours", [], "", "for 120"],
    ["half a day", [], "", "for 240"],
    ["plumber 8ish", ["plumbing"], "", "08:00"],
    ["17h30", [], "", "17:30"],
    ["half 3", [], "", "15:30"],
    ["b/w 3 & 5 pm", [], "", "15:00–17:00"],
    ["from 2pm onwards", [], "", "14:00–24:00"],
    ["no later than 5", [], "", "00:00–17:00"],
    ["sunday morning b4 11", [], "", "2026-11-29 08:00–11:00"],
    ["the 5th", [], "", "2026-12-05"],
    ["1/12/26", [], "", "2026-12-01"],
    ["D.I.F.C. plumber", ["plumbing"], DIFC, ""],
    ["Al Qouz AC", ["hvac"], "Al Quoz", ""],
    ["albarsha", [], "Al Barsha 1", ""],
    ["Al‑Quoz ٣pm", [], "Al Quoz", "15:00"],
    ["silicn oasis", [], "Dubai Silicon Oasis", ""],
    ["سباك بكرة", ["plumbing"], "", "2026-11-28"],
    ["فني تكييف الآن", ["hvac"], "", "2026-11-27 now"],
    ["كهربائي الساعة 3 العصر", ["electrical"], "", "15:00"],
    ["دهان الخميس", ["painting"], "", "2026-12-03"],
    ["نجار في دبي مارينا", ["carpentry"], "Dubai Marina", ""],
    ["التكييف بالبرشاء بعد ساعتين", ["hvac"], "Al Barsha 1", "2026-11-27 15:30"],
    ["الیکٹریشن", ["electrical"], "", ""],
    ["AC not working in Jebel Ali", ["hvac"], "Jebel Ali Village", ""],
    ["AC isn’t working", ["hvac"], "", ""],
    ["geyser not heating @ 3", ["plumbing"], "", "15:00"],
    ["leak in kitchen ceiling", ["plumbing"], "", ""],
    ["false ceiling", ["general-maintenance"], "", ""],
    ["gas leak AC", ["hvac"], "", ""],
    ["light fitting broken", ["electrical"], "", ""],
    ["fuse blown", ["electrical"], "", ""],
    ["flush tank day after 0930", ["plumbing"], "", "2026-11-29 09:30"],
    ["plumber 1500hrs", ["plumbing"], "", "15:00"],
    ["plumber 15h", ["plumbing"], "", "15:00"],
    ["next available painter in 30", ["painting"], "", "2026-11-27 14:00"],
    ["palm jebel ali", [], "Palm Jebel Ali", ""],
    ["30-11-2026", [], "", "2026-11-30"],
    ["30/11", [], "", "2026-11-30"],
    ["30.11.2026", [], "", "2026-11-30"],
    ["30.11.26 plumber", ["plumbing"], "", "2026-11-30"],
    ["28-11", [], "", "2026-11-28"],
    ["2026/11/30", [], "", "2026-11-30"],
    ["30-Nov-2026", [], "", "2026-11-30"],
    ["30Nov", [], "", "2026-11-30"],
    ["30 nov 2026 plumber", ["plumbing"], "", "2026-11-30"],
    ["November 30, 2026", [], "", "2026-11-30"],
    ["12th of december", [], "", "2026-12-12"],
    ["Mon 7 Dec", [], "", "2026-12-07"],
    ["7 Dec Mon 9am", [], "", "2026-12-07 09:00"],
    ["Mon 30", [], "", "2026-11-30"],
    ["in 4 days", [], "", "2026-12-01"],
    ["2 weeks from now", [], "", "2026-12-11"],
    ["8 in the morning", [], "", "08:00"],
    ["6 in the morning", [], "", "06:00"],
    ["8 at night", [], "", "20:00"],
    ["2:30 in the afternoon plumber", ["plumbing"], "", "14:30"],
    ["5 this evening", [], "", "2026-11-27 17:00"],
    ["between 8 and 10 in the morning", [], "", "08:00–10:00"],
    ["tomorrow 8", [], "", "2026-11-28 08:00"],
    ["8 tomorrow", [], "", "2026-11-28 08:00"],
    ["tomorrow at 8 near Marina", [], "Dubai Marina", "2026-11-28 08:00"],
    ["tomorrow 8 near springs", [], "The Springs", "2026-11-28 08:00"],
    ["tonight 8", [], "", "2026-11-27 20:00"],
    ["monday 9 30", [], "", "2026-11-30 09:30"],
    ["friday 4 plumber", ["plumbing"], "", "2026-11-27 16:00"],
    ["3 o clock", [], "", "15:00"],
    ["8pm-10", [], "", "20:00–22:00"],
    ["2 hours from now", [], "", "2026-11-27 15:30"],
    ["free in the next hour", [], "", "2026-11-27 now–14:30"],
    ["emergency electrician", ["electrical"], "", "2026-11-27 now"],
    ["water leaking from AC", ["hvac"], "", ""],
    ["bathroom light", ["electrical"], "", ""],
    ["light in bathroom", ["electrical"], "", ""],
    ["bathroom and kitchen lights", ["electrical"], "", ""],
    ["AC tripping", ["hvac"], "", ""],
    ["AC maintenance", ["hvac"], "", ""],
    ["AC inspection tomorrow", ["hvac"], "", "2026-11-28"],
    ["AC, plumbing", ["hvac", "plumbing"], "", ""],
    ["light and tap", ["electrical", "plumbing"], "", ""],
    ["toilet door", ["carpentry"], "", ""],
    ["socket behind TV", ["electrical"], "", ""],
    ["shower tiles leaking", ["tiling"], "", ""],
    ["electric water heater", ["plumbing"], "", ""],
    ["wood floor", ["tiling"], "", ""],
    ["door not closing", ["carpentry"], "", ""],
    ["door won't lock", ["carpentry"], "", ""],
    ["wardrobe door stuck", ["carpentry"], "", ""],
    ["water not draining", ["plumbing"], "", ""],
    ["gate motor", ["electrical"], "", ""],
    ["motor city plumber", ["plumbing"], "Motor City", ""],
    ["burning smell from socket", ["electrical"], "", ""],
    ["AC in villa", ["hvac"], "", ""],
    ["paint studio apartment", ["painting"], "", ""],
    ["studio city painter", ["painting"], "Dubai Studio City", ""],
    ["باب الحمام", ["carpentry"], "", ""],
    ["صيانة مكيف", ["hvac"], "", ""],
    ["8:00 am - 10:00 am", [], "", "08:00–10:00"],
    ["10 onwards", [], "", "10:00–24:00"],
    ["garden lights", ["electrical"], "", ""],
    ["leak in Marina Gate", ["plumbing"], "Dubai Marina", ""],
    ["IKEA wardrobe assembly", ["handyman"], "", ""],
    ["doorbell not ringing", ["electrical"], "", ""],
    ["any slot tomorrow for AC", ["hvac"], "", "2026-11-28"],
    ["plumber for bathroom leak", ["plumbing"], "", ""],
  ] as const)("understands %s", (text, trades, area, when) => {
    const found = parse(text);
    expect({ ...found, when: whenOf(found) }).toMatchObject({ trades, area, when, unknown: [] });
  });

  it.each([
    ["paintor next week", ["next", "week"]],
    ["2 painters tomorrow", ["2"]],
    ["leak in tower 3 JLT", ["tower", "3"]],
    ["not marina", ["not"]],
    ["mon or tue", ["or", "tue"]],
    ["washing machine", ["washing", "machine"]],
    ["in 3", ["3"]],
    ["tomorrow 2 painters", ["2"]],
    ["tower 3 tomorrow", ["tower", "3"]],
    ["Tue 7 Dec", ["7", "dec"]],
    ["Marina 8", ["8"]],
    ["plumber or electrician", ["or"]],
    ["sat or sun", ["or", "sun"]],
    ["senior electrician in Ajman", ["senior", "ajman"]],
    ["door 99-99-2026", ["99/99/2026"]],
  ])("lists the words of %s that it did not understand", (text, unknown) => {
    expect(parse(text).unknown).toEqual(unknown);
  });

  it.each([
    ["احمد فاضي", ["احمد"]],
    ["mohammed alrashid", ["mohammed", "alrashid"]],
    ["al-rashid", ["al", "rashid"]],
  ])("finds names in %s", (text, names) => {
    const found = parse(text);
    expect(found).toMatchObject({ names, unknown: [], area: "" });
    expect(technicians.filter((technician) => matchesName(technician, names))).toHaveLength(1);
  });
});

describe("parseSearch", () => {
  it("finds trade, area, time and name in any order", () => {
    const expected = { trades: ["hvac"], area: "Dubai Marina", at: "15:00", names: [], unknown: [] };
    expect(parse("AC Dubai Marina 15:00")).toMatchObject(expected);
    expect(parse("who is free near marina with ac skill at 3 pm")).toMatchObject(expected);
    expect(parse("3pm hvac marina")).toMatchObject(expected);
    expect(parse("samu")).toMatchObject({ names: ["samu"], trades: [], area: "" });
    expect(parse("on call electrician tonight")).toMatchObject({ onCall: true, trades: ["electrical"] });
  });

  it("lists the words that it did not understand", () => {
    expect(parse("25:00 xyz 12 plumber").unknown).toEqual(["25:00", "xyz", "12"]);
    expect(parse("jlt or marina")).toMatchObject({ unknown: ["or", "marina"] });
    expect(parse("3pm 5pm")).toMatchObject({ at: "15:00", unknown: ["5pm"] });
    expect(parse("without ac")).toMatchObject({ unknown: ["without"] });
  });

  it("property: each word is part of a term, a filler or unknown, and no text throws", () => {
    const vocabulary = fc.constantFrom(
      ...[
        "plumber",
        "ac",
        "near",
        "jlt",
        "now",
        "tomorrow",
        "3pm",
        "3",
        "at",
        "to",
        "half",
        "past",
        "in",
        "an",
      ],
      ...[
        "2",
        "hours",
        "for",
        "between",
        "and",
        "who",
        "is",
        "free",
        "xyz",
        "28",
        "nov",
        "next",
        "fri",
        "after",
      ],
      ...[
        "samuel",
        "on",
        "call",
        "the",
        "palm",
        "99:99",
        "31/02",
        "٣",
        "a/c",
        "-",
        "quarter",
        "within",
        "this",
      ],
    );
    const texts = fc.oneof(
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.array(vocabulary, { maxLength: 12 }).map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { terms, unknown } = parse(text);
        const found = [...new Set(terms.map(({ words }) => words))].flatMap((words) => words.split(" "));
        const listed = new Set([...found, ...unknown]);
        expect(tokensOf(text).filter((token) => !listed.has(token) && !fillers.has(token))).toEqual([]);
      }),
      { numRuns: rounds({ short: 50, long: 2_000 }) },
    );
  });
});

describe("changeCriteria", () => {
  it("replaces the text and keeps all criteria as terms", () => {
    const search = { ...emptySearch, ...parse("plumber near jlt xyz"), text: "plumber near jlt xyz" };
    const changed = changeCriteria(search, { at: "15:00" });
    expect(changed).toMatchObject({ text: "", unknown: [], trades: ["plumbing"], at: "15:00" });
    expect(changed.terms.map(({ kind }) => kind)).toEqual(["trade", "area", "time"]);
  });
});

it("matches names by the start of each word", () => {
  expect(matchesName({ name: "Samuel Okafor" }, ["okaf"])).toBe(true);
  expect(matchesName({ name: "Omar Said" }, ["okaf"])).toBe(false);
});
