import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Auth } from "./auth.server";
import type { Config } from "./config.server";
import type { Ctx } from "./context";
import { InvalidInput } from "./errors";
import type { FileStore } from "./file-store.server";
import type { Refusal } from "./http/refusal";
import type { Live } from "./live.server";
import type { PersonalData } from "./personal-data.server";
import { withoutUnseen } from "./typed-text";

/** What every API handler finds in its context: `c.get("ctx")`, `c.get("config")`, `c.get("auth")` … */
export interface ApiEnv {
  Variables: {
    ctx: Ctx;
    config: Config;
    auth: Auth;
    live: Live;
    files: FileStore;
    personalData: readonly PersonalData[];
    /** What a row says of a refusal, where its answer tells of several things, each done or refused for itself. */
    wordsFor: (refusal: Refusal) => string;
  };
}

/** Checks any input by a schema. Throws `InvalidInput` (400) with a message beside each field. */
export function readInput<Schema extends z.ZodMiniType>(input: unknown, schema: Schema): z.output<Schema> {
  // A rule with words of its own keeps them; a value of the wrong kind gets ours, not the library's.
  const parsed = z.safeParse(schema, storable(input, [], { left: MOST_VALUES }), {
    error: () => m.common_error_wrong_value(),
  });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[issue.path.join(".") || "body"] ??= issue.message;
  throw new InvalidInput(errors, m.common_error_invalid());
}

/** Deeper than any form; what walks a body by recursion would run out of stack far below what JSON can nest. */
const MOST_LEVELS = 20;

/** Several times what the longest list has that a screen of ours sends; a body within its limit of bytes has room for half a million. */
const MOST_VALUES = 20_000;

/**
 * The same without what nobody sees in its texts. Refuses text that PostgreSQL cannot store, which is NUL and half of a
 * surrogate pair, and more than anything of ours sends: no schema has to think of it.
 */
function storable(value: unknown, path: string[], values: { left: number }): unknown {
  if (path.length > MOST_LEVELS) throw badJson();
  if (values.left-- === 0)
    throw new InvalidInput({ body: m.common_error_too_many() }, m.common_error_too_many());
  if (typeof value === "string") {
    if (!isStorable(value)) throw unstorable(path);
    // A password is what was typed.
    return /password/i.test(path.at(-1) ?? "") ? value : withoutUnseen(value);
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((inner, at) => storable(inner, [...path, String(at)], values));
  // One named __proto__ stays what it is: a field that no schema knows.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (!isStorable(key)) throw unstorable([...path, key]);
      return [key, storable(inner, [...path, key], values)];
    }),
  );
}

function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function unstorable(path: string[]): InvalidInput {
  return new InvalidInput(
    { [path.join(".") || "body"]: m.common_error_unstorable() },
    m.common_error_invalid(),
  );
}

function badJson(): InvalidInput {
  return new InvalidInput({ body: m.common_error_bad_json() }, m.common_error_bad_json());
}
