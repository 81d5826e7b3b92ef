import { m } from "~/paraglide/messages";
import type { MessageChoices } from "~/platform/messaging/channel";
import { type FlowOption, type FlowStep, MORE, PERSON } from "./flow";

/** Meta's limits (developers.facebook.com, Cloud API, interactive messages). */
const MAX_BUTTONS = 3;
const MAX_ROWS = 10;
const MAX_BUTTON_LENGTH = 20;
const MAX_TITLE_LENGTH = 24;
const MAX_DESCRIPTION_LENGTH = 72;
const MAX_BODY_LENGTH = 1024;

/** Question of the flow. Without options the customer types the answer. `kind`: of its options. */
export interface FlowQuestion {
  step: FlowStep;
  text: string;
  kind: "buttons" | "list";
  options: FlowOption[];
}

/** Message of a question. A list of more than ten rows has "More" as the tenth. */
export function messageOfQuestion(
  { step, text, kind, options }: FlowQuestion,
  page = 0,
): { text: string; choices: MessageChoices } {
  const body = cut(text, MAX_BODY_LENGTH);
  const idOf = (value: string) => `${step}.${value}`;
  if (kind === "list" && options.length > 0) {
    return {
      text: body,
      choices: {
        ...{ kind, button: m.whatsapp_button_list(), footer: m.whatsapp_footer() },
        options: pageOf(options, page).map(({ value, title, description }) => {
          // A cut title is repeated in full.
          const details = [title.length > MAX_TITLE_LENGTH ? title : "", description ?? ""].filter(Boolean);
          return {
            id: idOf(value),
            title: cut(title, MAX_TITLE_LENGTH),
            ...(details.length > 0 && { description: cut(details.join(" · "), MAX_DESCRIPTION_LENGTH) }),
          };
        }),
      },
    };
  }
  const person = { value: PERSON, title: m.whatsapp_button_person() };
  return {
    text: body,
    choices: {
      ...{ kind: "buttons", button: "", footer: "" },
      options: [...options.slice(0, MAX_BUTTONS - 1), person].map(({ value, title }) => ({
        id: idOf(value),
        title: cut(title, MAX_BUTTON_LENGTH),
      })),
    },
  };
}

function pageOf(options: readonly FlowOption[], page: number): FlowOption[] {
  const start = page * (MAX_ROWS - 1);
  const rest = options.slice(start);
  if (rest.length <= MAX_ROWS) return rest;
  return [...rest.slice(0, MAX_ROWS - 1), { value: `${MORE}:${page + 1}`, title: m.whatsapp_more() }];
}

function cut(text: string, max: number): string {
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .trimEnd()
        .toWellFormed()}…`;
}
