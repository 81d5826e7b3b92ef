import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, dubaiDate, formatClock, formatDay } from "~/platform/time";
import { getBusiness } from "../../../core/business/queries.server";
import { findService, listServices } from "../../../core/catalogue/queries.server";
import { tradeWords } from "../../../core/catalogue/trade-words";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { arabicNameOf } from "../../../core/geography/dubai-communities";
import { shortAreaName } from "../../../core/geography/short-area";
import { suggestCommunities } from "../../../core/geography/suggest-communities";
import { type BookingPrice, hasFixedPrice } from "../../../core/pricing/booking-price";
import { headlinePriceText, priceWithVatText, totalText } from "../../../core/pricing/price-text";
import { workDays } from "../../../core/pricing/work-time";
import {
  isChargeable,
  jobForPrice,
  type Menu,
  priceItems,
  requiredSkillsFor,
} from "../../../operations/bookings/lines/booking-lines";
import { labelForWork } from "../../../operations/bookings/lines/labels";
import { loadPriceMenu } from "../../../operations/bookings/lines/menu.server";
import { findNearestSlots, listOfferedDays } from "../../../operations/scheduling/queries.server";
import type { Job } from "../../../operations/scheduling/slots";
import { ASSESSED, type BookingFlow, CHANGE_NAME, firstOpenStep, OTHER_DAY, YES } from "./flow";
import type { FlowQuestion } from "./question";

/** Days that are offered, from today. */
const DAYS = 31;

/** `flow`: with steps skipped that leave no choice. `person`: only the office can go on. */
export type NextQuestion =
  | { kind: "question"; flow: BookingFlow; question: FlowQuestion }
  | { kind: "person"; text: string }
  | { kind: "emergency" };

/** The question of the current step, by the same prices and free times as the booking form. */
export async function buildQuestion(ctx: Ctx, flow: BookingFlow): Promise<NextQuestion> {
  if (flow.step === "service") return ask(flow, await serviceQuestion(ctx));
  const service = flow.serviceId ? await findService(ctx, flow.serviceId) : null;
  if (!service) return restart(ctx, flow);
  if (service.emergency) return { kind: "emergency" };
  const menu = await loadPriceMenu(ctx);
  if (flow.step === "item") {
    const question = itemQuestion(menu, service);
    if (question.options.length > 1) return ask(flow, question);
    const skipped = { ...flow, item: "" };
    return buildQuestion(ctx, { ...skipped, step: firstOpenStep(skipped) });
  }
  if (flow.step === "area") return ask(flow, areaQuestion(flow.typedArea));
  const work = workOf(menu, service, flow);
  if (!work) return restart(ctx, flow);
  if (workDays(work.job.durationMin) > 1) return { kind: "person", text: m.whatsapp_several_days() };
  switch (flow.step) {
    case "day": {
      const question = await dayQuestion(ctx, work);
      if (question.options.length === 0) return { kind: "person", text: m.whatsapp_no_days() };
      return ask(flow, question);
    }
    case "time": {
      const question = await timeQuestion(ctx, work, flow.day!);
      if (question.options.length > 0) return ask(flow, question);
      return buildQuestion(ctx, { ...flow, step: "day", day: null });
    }
    case "alternative": {
      const options = await alternativeOptions(ctx, work, { day: flow.day!, time: flow.time! });
      if (options.length <= 1) return buildQuestion(ctx, { ...flow, step: "day", day: null, time: null });
      return ask(flow, { step: "alternative", text: m.whatsapp_alternative(), kind: "list", options });
    }
    case "address":
      return ask(flow, typed("address", m.whatsapp_address()));
    case "name":
      return ask(flow, typed("name", m.whatsapp_name()));
    default:
      return ask(flow, confirmQuestion(flow, service.name, work.price));
  }
}

function ask(flow: BookingFlow, question: FlowQuestion): NextQuestion {
  return { kind: "question", flow, question };
}

/** The service or item was archived meanwhile. */
function restart(ctx: Ctx, flow: BookingFlow): Promise<NextQuestion> {
  return buildQuestion(ctx, { ...flow, step: "service", serviceId: null, item: null, day: null, time: null });
}

function typed(step: FlowQuestion["step"], text: string): FlowQuestion {
  return { step, text, kind: "buttons", options: [] };
}

async function serviceQuestion(ctx: Ctx): Promise<FlowQuestion> {
  const [services, business] = await Promise.all([listServices(ctx), getBusiness(ctx)]);
  return {
    ...{ step: "service", kind: "list" },
    text: m.whatsapp_service({ business: bidiIsolate(business.name) }),
    options: services
      // Emergencies first, because they must not be on a second page.
      .toSorted((a, b) => Number(b.emergency) - Number(a.emergency))
      .map(({ id, name, price }) => ({
        ...{ value: id, title: name, names: tradeWords[id] ?? [] },
        description: headlinePriceText(price),
      })),
  };
}

function itemQuestion({ items }: Menu, service: { id: string; name: string }): FlowQuestion {
  const offered = items.filter(
    (item) => item.serviceId === service.id && !item.emergency && isChargeable(item),
  );
  return {
    ...{ step: "item", kind: "list" },
    text: m.whatsapp_item({ service: bidiIsolate(service.name) }),
    options: [
      ...offered.map((item) => ({ value: item.item, title: item.name, description: priceWithVatText(item) })),
      { value: ASSESSED, title: m.price_open(), description: m.whatsapp_assessed_hint() },
    ],
  };
}

function areaQuestion(typedArea: string | null): FlowQuestion {
  if (!typedArea) return typed("area", m.whatsapp_area());
  return {
    ...{ step: "area", kind: "list", text: m.whatsapp_area_several() },
    options: suggestCommunities(typedArea).map((area) => ({
      ...{ value: area, title: shortAreaName(area), names: [area, arabicNameOf(area)] },
      description: arabicNameOf(area),
    })),
  };
}

interface Work {
  job: Job;
  skills: string[];
  price: BookingPrice;
}

/** Null if an item left the price book. */
export function workOf(
  menu: Menu,
  service: Job & { id: string; emergency: boolean },
  { item, day, time }: Pick<BookingFlow, "item" | "day" | "time">,
): Work | null {
  const price = priceItems(menu, { service, items: chosenItems(service.id, item), day, time });
  return (
    price && { price, job: jobForPrice(service, price), skills: requiredSkillsFor(service.id, price.lines) }
  );
}

export function chosenItems(service: string, item: string | null) {
  return item ? [{ service, item, quantity: 1 }] : [];
}

async function dayQuestion(ctx: Ctx, { job, skills }: Work): Promise<FlowQuestion> {
  const from = dubaiDate(ctx.now);
  const days = await listOfferedDays(ctx, { job, skills }, { from, to: addDays(from, DAYS - 1) });
  return {
    ...{ step: "day", kind: "list", text: m.whatsapp_day() },
    options: days
      .filter(({ slots }) => slots.some(({ free }) => free > 0))
      .map(({ date }) => ({ value: date, title: formatDay(date, "weekdayDate") })),
  };
}

async function timeQuestion(ctx: Ctx, { job, skills }: Work, day: string): Promise<FlowQuestion> {
  const [offered] = await listOfferedDays(ctx, { job, skills }, { from: day, to: day });
  return {
    ...{ step: "time", kind: "list", text: m.whatsapp_time({ day: formatDay(day) }) },
    options: (offered?.slots ?? [])
      .filter(({ free }) => free > 0)
      .map(({ time }) => ({ value: time, title: formatClock(time), names: [time] })),
  };
}

async function alternativeOptions(ctx: Ctx, { job, skills }: Work, slot: { day: string; time: string }) {
  const nearest = await findNearestSlots(ctx, { job, skills, ...slot });
  return [
    ...nearest.map(({ date, time }) => ({
      value: `${date} ${time}`,
      title: m.whatsapp_slot({ day: formatDay(date, "weekdayDate"), time: formatClock(time) }),
    })),
    { value: OTHER_DAY, title: m.whatsapp_other_day() },
  ];
}

function confirmQuestion(flow: BookingFlow, serviceName: string, price: BookingPrice): FlowQuestion {
  const { name, day, time, street, area } = flow;
  const [line] = price.lines;
  const work = line
    ? m.whatsapp_work({ service: bidiIsolate(serviceName), work: labelForWork(line) })
    : serviceName;
  const isFinal = price.totalFils !== null && price.totalFils > 0 && hasFixedPrice(price.lines);
  return {
    ...{ step: "confirm", kind: "buttons" },
    text: [
      m.whatsapp_confirm({
        ...{ work, day: formatDay(day!), time: formatClock(time!), price: totalText(price) },
        address: bidiIsolate(placeInReaderLanguage(`${street}, ${area}`)),
        name: bidiIsolate(name!),
      }),
      ...(isFinal ? [m.lines_final()] : []),
    ].join("\n\n"),
    options: [
      {
        value: YES,
        title: m.whatsapp_button_confirm(),
        names: ["yes", "ok", "confirm", "نعم", "تمام", "أكد"],
      },
      { value: CHANGE_NAME, title: m.whatsapp_button_name() },
    ],
  };
}
