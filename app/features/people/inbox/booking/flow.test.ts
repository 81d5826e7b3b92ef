import { describe, expect, it } from "vitest";
import { type BookingFlow, type FlowOption, NEW_FLOW, readAnswer } from "./flow";
import { messageOfQuestion } from "./question";
import { isPersonWord, languageOf, namesEmergency, startWord } from "./words";

const ANSWERED: BookingFlow = {
  ...{ ...NEW_FLOW, step: "confirm", serviceId: "plumbing", item: "", area: "Dubai Marina" },
  ...{ day: "2026-11-24", time: "10:00", street: "Marina Diamond 4, 1203", name: "Aisha" },
};
const text = (typed: string) => ({ kind: "text", text: typed }) as const;
const tap = (step: string, value: string) => ({ kind: "option", step, value }) as const;
const place = (latitude: number, longitude: number) =>
  ({ kind: "location", location: { latitude, longitude, name: null, address: null } }) as const;

function answer(flow: BookingFlow, input: Parameters<typeof readAnswer>[1], options: FlowOption[] = []) {
  const result = readAnswer(flow, input, options);
  return result.kind === "next" ? result.flow : result.kind;
}

describe("readAnswer", () => {
  it("asks for the first answer that is missing", () => {
    expect(answer(NEW_FLOW, tap("service", "plumbing"))).toMatchObject({
      step: "item",
      serviceId: "plumbing",
    });
    const item: BookingFlow = { ...NEW_FLOW, step: "item", serviceId: "plumbing" };
    expect(answer(item, tap("item", "assessed"))).toMatchObject({ step: "area", item: "" });
    const day: BookingFlow = { ...ANSWERED, step: "day", day: null, time: null, street: null };
    expect(answer(day, tap("day", "2026-11-24"))).toMatchObject({ step: "time" });
    expect(answer({ ...day, step: "time", day: "2026-11-24" }, tap("time", "10:00"))).toMatchObject({
      step: "address",
    });
  });

  it("changes the answer of an earlier question and keeps the answers that do not depend on it", () => {
    expect(answer(ANSWERED, tap("day", "2026-11-25"))).toMatchObject({
      ...{ step: "time", day: "2026-11-25", time: null, street: ANSWERED.street },
    });
    expect(answer(ANSWERED, tap("service", "hvac"))).toMatchObject({
      ...{ step: "item", serviceId: "hvac", item: null, day: null, area: "Dubai Marina" },
    });
  });

  it("ignores a second tap on the same option, an unknown option and a page that was shown", () => {
    expect(answer(ANSWERED, tap("day", "2026-11-24"))).toBe("ignored");
    expect(answer(ANSWERED, tap("other", "x"))).toBe("ignored");
    expect(answer(NEW_FLOW, tap("item", "call-out"))).toBe("ignored");
    expect(answer({ ...NEW_FLOW, page: 1 }, tap("service", "more:1"))).toBe("ignored");
    expect(answer({ ...ANSWERED, step: "day" }, tap("day", "tomorrow"))).toBe("ignored");
    expect(answer({ ...ANSWERED, step: "time" }, tap("time", "03:17"))).toBe("ignored");
  });

  it("accepts an option that is typed, in any spelling", () => {
    const options = [{ value: "hvac", title: "AC & Cooling", names: ["aircon"] }];
    expect(answer(NEW_FLOW, text("ac & COOLING"), options)).toMatchObject({ serviceId: "hvac" });
    expect(answer(NEW_FLOW, text(" Aircon "), options)).toMatchObject({ serviceId: "hvac" });
  });

  it.each([
    ["JLT", "Jumeirah Lake Towers (JLT)"],
    ["dubai marina", "Dubai Marina"],
    ["القوز", "Al Quoz"],
  ])("finds the area %s", (typed, area) => {
    const flow: BookingFlow = { ...ANSWERED, step: "area", area: null };
    expect(answer(flow, text(typed))).toMatchObject({ area });
  });

  it("asks which area is meant if several match", () => {
    const flow: BookingFlow = { ...ANSWERED, step: "area", area: null };
    expect(answer(flow, text("ranches 3"))).toMatchObject({ area: "Arabian Ranches 3" });
    expect(answer(flow, text("suqei"))).toMatchObject({ step: "area", typedArea: "suqei", area: null });
  });

  it("takes the nearest area of a location, none outside Dubai", () => {
    const flow: BookingFlow = { ...ANSWERED, step: "area", area: null };
    expect(answer(flow, place(25.0801, 55.1399))).toMatchObject({
      ...{ area: "Dubai Marina", landmark: "25.08010, 55.13990" },
    });
    expect(answer(flow, place(24.4539, 54.3773))).toBe("hint");
  });

  it("gives one hint, then hands over to the office", () => {
    const hinted = readAnswer(NEW_FLOW, text("How much is it?"), []);
    expect(hinted).toMatchObject({ kind: "hint", flow: { isHinted: true } });
    if (hinted.kind !== "hint") throw new Error("Unexpected");
    expect(readAnswer(hinted.flow, text("Hm?"), [])).toEqual({ kind: "hand-over", reason: "not-understood" });
    expect(answer(hinted.flow, tap("service", "hvac"))).toMatchObject({ isHinted: false });
  });

  it("hands over on the button of every question", () => {
    for (const step of ["service", "area", "address", "confirm"] as const)
      expect(answer({ ...ANSWERED, step }, tap(step, "person"))).toBe("hand-over");
  });

  it("asks for another name and shows the summary again", () => {
    const asked = answer(ANSWERED, tap("confirm", "change-name"));
    expect(asked).toMatchObject({ step: "name", name: null });
    expect(answer(asked as BookingFlow, text("Omar Saleh"))).toMatchObject({
      step: "confirm",
      name: "Omar Saleh",
    });
    expect(answer(asked as BookingFlow, text("<b>"))).toBe("hint");
  });

  it("replaces a taken slot by a free one, or returns to the days", () => {
    const flow: BookingFlow = { ...ANSWERED, step: "alternative" };
    expect(answer(flow, tap("alternative", "2026-11-25 12:00"))).toMatchObject({
      ...{ step: "confirm", day: "2026-11-25", time: "12:00" },
    });
    expect(answer(flow, tap("alternative", "other-day"))).toMatchObject({
      step: "day",
      day: null,
      time: null,
    });
  });
});

describe("messageOfQuestion", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      value: `v${at}`,
      title: `Option ${at} with a rather long name`,
    }));

  it.each([
    [10, 0, 10],
    [11, 0, 10],
    [11, 1, 2],
    [30, 2, 10],
    [30, 3, 3],
  ])("shows of %i options on page %i %i rows", (count, page, shown) => {
    const { choices } = messageOfQuestion(
      { step: "day", text: "Day?", kind: "list", options: rows(count) },
      page,
    );
    expect(choices.options).toHaveLength(shown);
    const isLast = count - page * 9 <= 10;
    expect(choices.options.at(-1)!.id).toBe(isLast ? `day.v${count - 1}` : `day.more:${page + 1}`);
  });

  it("keeps Meta's limits, with the complete name in the description", () => {
    const { choices } = messageOfQuestion({ step: "day", text: "Day?", kind: "list", options: rows(3) });
    expect(choices.options[0]).toEqual({
      ...{ id: "day.v0", title: "Option 0 with a rather…", description: "Option 0 with a rather long name" },
    });
  });
});

describe("words", () => {
  it.each([
    ["Hello!", "greeting"],
    ["hi, I want to book a visit please", "booking"],
    ["السلام عليكم", "greeting"],
    ["أريد حجز موعد", "booking"],
    ["Hello, where is the technician?", null],
    ["please", null],
    ["", null],
  ])("reads %j as %s", (typed, word) => expect(startWord(typed)).toBe(word));

  it("finds dangers in a sentence, and none in words that contain theirs", () => {
    for (const typed of ["There is a FIRE in the kitchen", "gas leak!", "عندنا تسرب غاز", "EMERGENCY"])
      expect([typed, namesEmergency(typed)]).toEqual([typed, true]);
    for (const typed of ["Fireplace cleaning", "AC gas refill", "Floodlight", "مكيف"])
      expect([typed, namesEmergency(typed)]).toEqual([typed, false]);
  });

  it("finds the wish for a person and the language", () => {
    expect([isPersonWord("Person"), isPersonWord("موظف"), isPersonWord("a person came")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([languageOf("مرحبا AC"), languageOf("Hello"), languageOf("10:00")]).toEqual(["ar", "en", null]);
  });
});
