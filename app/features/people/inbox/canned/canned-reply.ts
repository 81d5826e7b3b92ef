import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Silent } from "~/platform/events/events";
import { arabicTextField } from "~/platform/text/arabic-text";
import { multiLine, singleLine } from "~/platform/text/sanitize-text";
import { MAX_REPLY_LENGTH } from "../conversation";

/** Variables of canned replies, written in braces. */
export const replyVariables = ["customer", "reference", "visit time", "link", "business", "phone"] as const;
export type ReplyVariable = (typeof replyVariables)[number];
/** Null: the conversation has no value. */
export type ReplyValues = Readonly<Record<ReplyVariable, string | null>>;

const VARIABLE = /\{([^{}]*)\}/g;
const MAX_TITLE_LENGTH = 60;

const isVariable = (name: string): name is ReplyVariable =>
  (replyVariables as readonly string[]).includes(name);

/** Returns unknown variables as written, such as "{visit time}". */
export function listUnknownVariables(text: string): string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([written, name]) => (isVariable(name!) ? [] : [written]));
}

/** Variables that still need a value, as written, in order. */
export function listUnfilledVariables(text: string): string[] {
  return [...text.matchAll(VARIABLE)].flatMap(([written, name]) => (isVariable(name!) ? [written] : []));
}

/** A variable without a value stays as written. */
export function fillVariables(text: string, values: ReplyValues): string {
  return text.replace(VARIABLE, (written, name: string) =>
    isVariable(name) ? (values[name] ?? written) : written,
  );
}

const required = { error: () => m.inbox_canned_required() };

const hasKnownVariables = () =>
  z.refine<string | null | undefined>((text) => listUnknownVariables(text ?? "").length === 0, {
    error: ({ input }) =>
      m.inbox_canned_unknown({ variables: listUnknownVariables(String(input)).join(" ") }),
  });

export const cannedReplySchema = z.object({
  title: z
    .string(required)
    .check(singleLine(), z.minLength(1, { ...required, abort: true }), z.maxLength(MAX_TITLE_LENGTH)),
  text: z
    .string(required)
    .check(
      multiLine(),
      z.minLength(1, { ...required, abort: true }),
      z.maxLength(MAX_REPLY_LENGTH),
      hasKnownVariables(),
    ),
  textAr: arabicTextField(MAX_REPLY_LENGTH).check(hasKnownVariables()),
});
export type CannedReplyInput = z.output<typeof cannedReplySchema>;

export const cannedReplyView = z.object({
  id: z.uuid(),
  title: z.string(),
  text: z.string(),
  textAr: z.nullable(z.string()),
  version: z.int32(),
});
export type CannedReplyView = z.output<typeof cannedReplyView>;

declare module "~/platform/events/events" {
  interface Events {
    "inbox.canned-reply-added": Silent;
    "inbox.canned-reply-edited": Silent;
    "inbox.canned-reply-removed": Silent;
  }
}
