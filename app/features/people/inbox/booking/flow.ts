import type { SharedLocation } from "~/platform/messaging/channel";
import { stripInvisible } from "~/platform/text/sanitize-text";
import { foldSearchText } from "~/platform/text/search-folding";
import { isDay } from "~/platform/time";
import { customerName } from "../../../core/forms/schema";
import { communityByName } from "../../../core/geography/area-words";
import { nearestCommunity } from "../../../core/geography/nearest-community";
import { suggestCommunities } from "../../../core/geography/suggest-communities";
import { addressSchema } from "../../../core/properties/schema";
import { slotTimes } from "../../../operations/scheduling/slots";

/* Booking inside WhatsApp (docs/domain.md, "Booking in WhatsApp"). Pure: each answer of the customer leads to the next step. */

/** `alternative`: other times instead of one that was taken. `booked`: the slot is held. */
export const flowSteps = [
  "service",
  "item",
  "area",
  "day",
  "time",
  "alternative",
  "address",
  "name",
  "confirm",
  "booked",
] as const;
export type FlowStep = (typeof flowSteps)[number];

/** Answers; null: not answered yet. */
export interface FlowAnswers {
  serviceId: string | null;
  /** Price book item; empty: to be assessed. */
  item: string | null;
  area: string | null;
  /** Dubai day and time. */
  day: string | null;
  time: string | null;
  street: string | null;
  landmark: string | null;
  /** Proposed from the customer or the WhatsApp profile. */
  name: string | null;
}

export interface BookingFlow extends FlowAnswers {
  step: FlowStep;
  /** Page of the list, from 0. */
  page: number;
  /** Area as the customer typed it, of which several are possible. */
  typedArea: string | null;
  /** True after an answer that was not understood. */
  isHinted: boolean;
}

export const NEW_FLOW: BookingFlow = {
  ...{ step: "service", page: 0, typedArea: null, isHinted: false },
  ...{
    serviceId: null,
    item: null,
    area: null,
    day: null,
    time: null,
    street: null,
    landmark: null,
    name: null,
  },
};

export interface FlowOption {
  /** Names the answer together with the step. */
  value: string;
  title: string;
  description?: string;
  /** Further texts that name the answer when a customer types it. */
  names?: readonly string[];
}

/** Answer of a customer: a tapped option, a text or a location. */
export type FlowInput =
  | { kind: "option"; step: string; value: string }
  | { kind: "text"; text: string }
  | { kind: "location"; location: SharedLocation };

export type FlowResult =
  | { kind: "next"; flow: BookingFlow }
  /** Repeats the question with a hint. */
  | { kind: "hint"; flow: BookingFlow }
  | { kind: "confirmed" }
  | { kind: "hand-over"; reason: "person" | "not-understood" }
  /** A repeated tap. */
  | { kind: "ignored" };

const ORDER: readonly FlowStep[] = ["service", "item", "area", "day", "time", "address", "name", "confirm"];

/** Value of the option that hands over to the office, and of the one that shows the next page. */
export const PERSON = "person";
export const MORE = "more";
/** Values of further options. */
export const ASSESSED = "assessed";
export const OTHER_DAY = "other-day";
export const YES = "yes";
export const CHANGE_NAME = "change-name";

/** `options`: those of the question that the customer was asked. */
export function readAnswer(flow: BookingFlow, input: FlowInput, options: readonly FlowOption[]): FlowResult {
  if (input.kind === "location") return readLocation(flow, input.location) ?? notUnderstood(flow);
  if (input.kind === "option") return readOption(flow, input);
  const typed = foldSearchText(input.text);
  const option = options.find(({ title, names = [] }) =>
    [title, ...names].some((name) => typed !== "" && foldSearchText(name) === typed),
  );
  if (option) return readOption(flow, { step: flow.step, value: option.value });
  return readText(flow, stripInvisible(input.text).replace(/\s+/g, " ").trim()) ?? notUnderstood(flow);
}

function readOption(flow: BookingFlow, { step, value }: { step: string; value: string }): FlowResult {
  if (value === PERSON) return { kind: "hand-over", reason: "person" };
  const [more, page] = value.split(":");
  if (more === MORE) {
    return step === flow.step && Number(page) > flow.page
      ? { kind: "next", flow: { ...flow, page: Number(page), isHinted: false } }
      : { kind: "ignored" };
  }
  if (step === flow.step) return choose(flow, value);
  const isEarlier = flow.step === "alternative" ? step === "time" : isBefore(step as FlowStep, flow.step);
  // A second tap on the same option, while a tap on another option of an earlier question changes the answer.
  if (!isEarlier || answerOf(flow, step as FlowStep) === value) return { kind: "ignored" };
  return choose({ ...flow, step: step as FlowStep }, value);
}

function isBefore(step: FlowStep, other: FlowStep): boolean {
  return ORDER.includes(step) && ORDER.indexOf(step) < ORDER.indexOf(other);
}

function answerOf(flow: BookingFlow, step: FlowStep): string | null {
  switch (step) {
    case "service":
      return flow.serviceId;
    case "item":
      return flow.item === "" ? ASSESSED : flow.item;
    case "area":
      return flow.area;
    case "day":
      return flow.day;
    case "time":
      return flow.time;
    default:
      return null;
  }
}

function choose(flow: BookingFlow, value: string): FlowResult {
  switch (flow.step) {
    case "service":
      return next(flow, { serviceId: value, item: null, day: null, time: null });
    case "item":
      return next(flow, { item: value === ASSESSED ? "" : value, day: null, time: null });
    case "area":
      return next(flow, { area: value });
    case "day":
      return isDay(value) ? next(flow, { day: value, time: null }) : { kind: "ignored" };
    case "time":
      return slotTimes.includes(value) ? next(flow, { time: value }) : { kind: "ignored" };
    case "alternative": {
      if (value === OTHER_DAY) return next(flow, { day: null, time: null });
      const [day = "", time = ""] = value.split(" ");
      return isDay(day) && slotTimes.includes(time) ? next(flow, { day, time }) : { kind: "ignored" };
    }
    case "name":
      return next(flow, { name: value });
    case "confirm":
      if (value === YES) return { kind: "confirmed" };
      if (value === CHANGE_NAME) return next(flow, { name: null });
      return { kind: "ignored" };
    default:
      return { kind: "ignored" };
  }
}

function readText(flow: BookingFlow, text: string): FlowResult | null {
  switch (flow.step) {
    case "area":
      return readArea(flow, text);
    case "address": {
      const address = addressSchema.safeParse({ street: text });
      return address.success ? next(flow, { street: address.data.street }) : null;
    }
    case "name": {
      const name = customerName.safeParse(text);
      return name.success ? next(flow, { name: name.data }) : null;
    }
    default:
      return null;
  }
}

function readArea(flow: BookingFlow, text: string): FlowResult | null {
  const known = communityByName.get(foldSearchText(text).replaceAll(" ", ""));
  const areas = known ? [known] : suggestCommunities(text);
  if (areas.length === 1) return next(flow, { area: areas[0]! });
  if (areas.length === 0) return null;
  return { kind: "next", flow: { ...flow, typedArea: text.slice(0, 100), page: 0, isHinted: false } };
}

function readLocation(flow: BookingFlow, location: SharedLocation): FlowResult | null {
  const { latitude, longitude, name, address } = location;
  const point = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  if (flow.step === "area") {
    const area = nearestCommunity(latitude, longitude);
    return area === null ? null : next(flow, { area, landmark: point });
  }
  if (flow.step !== "address") return null;
  const written = [name, address].filter(Boolean).join(", ").slice(0, 100);
  const street = addressSchema.safeParse({ street: written || point });
  return street.success ? next(flow, { street: street.data.street, landmark: point }) : null;
}

/** The first step without an answer. A proposed name is shown with the summary instead of asked for. */
function next(flow: BookingFlow, answers: Partial<FlowAnswers>): FlowResult {
  const answered = { ...flow, ...answers, page: 0, typedArea: null, isHinted: false };
  return { kind: "next", flow: { ...answered, step: firstOpenStep(answered) } };
}

export function firstOpenStep(flow: FlowAnswers): FlowStep {
  if (flow.serviceId === null) return "service";
  if (flow.item === null) return "item";
  if (flow.area === null) return "area";
  if (flow.day === null) return "day";
  if (flow.time === null) return "time";
  if (flow.street === null) return "address";
  return flow.name === null ? "name" : "confirm";
}

/** One hint, then the office. */
function notUnderstood(flow: BookingFlow): FlowResult {
  return flow.isHinted
    ? { kind: "hand-over", reason: "not-understood" }
    : { kind: "hint", flow: { ...flow, isHinted: true } };
}

/** Null if no valid name is known, which is asked for then. */
export function proposedName(...names: (string | null)[]): string | null {
  for (const name of names) {
    const valid = customerName.safeParse(name);
    if (valid.success) return valid.data;
  }
  return null;
}
