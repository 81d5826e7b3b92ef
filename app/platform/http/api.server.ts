import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import type { Auth } from "../auth/auth.server";
import type { Config } from "../config.server";
import type { Ctx } from "../context";
import { InvalidInput } from "../errors";
import type { FileStore } from "../files/file-store.server";
import type { Live } from "../live/live.server";
import type { PostedFields } from "../pages/plain-page.server";
import type { PersonalData } from "../personal-data.server";
import type { Refusal } from "./refusal";

/** What every API handler finds in its context: `c.get("ctx")`, `c.get("config")`, `c.get("auth")` … */
export interface ApiEnv {
  Variables: {
    ctx: Ctx;
    config: Config;
    auth: Auth;
    live: Live;
    files: FileStore;
    personalData: readonly PersonalData[];
    /** Of a form posted to a page without our code. */
    posted: PostedFields | null;
    /** Answered from memory under addresses without end. */
    endless: boolean;
    /** What a row says of a refusal, where its answer tells of several things, each done or refused for itself. */
    wordsFor: (refusal: Refusal) => string;
  };
}

/** Checks any input by a schema. Throws `InvalidInput` (400) with a message beside each field. */
export function readInput<Schema extends z.ZodMiniType>(input: unknown, schema: Schema): z.output<Schema> {
  refuseUnstorable(input, [], { left: MAX_VALUES });
  // A rule with words of its own keeps them; a value of the wrong kind gets ours, not the library's.
  const parsed = z.safeParse(schema, input, {
    error: () => m.common_error_wrong_value(),
  });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[issue.path.join(".") || "body"] ??= issue.message;
  throw new InvalidInput(errors, m.common_error_invalid());
}

/** Deeper than any form; what walks a body by recursion would run out of stack far below what JSON can nest. */
const MAX_DEPTH = 20;

/** Several times what the longest list has that a screen of ours sends; a body within its limit of bytes has room for half a million. */
const MAX_VALUES = 20_000;

/**
 * Refuses text that PostgreSQL cannot store, which is NUL and half of a surrogate pair, and more than anything of ours sends:
 * no schema has to think of it.
 */
function refuseUnstorable(value: unknown, path: string[], values: { left: number }): void {
  if (path.length > MAX_DEPTH) throw badJson();
  if (values.left-- === 0)
    throw new InvalidInput({ body: m.common_error_too_many() }, m.common_error_too_many());
  if (typeof value === "string" && !isStorable(value)) throw unstorable(path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable([...path, key]);
    refuseUnstorable(inner, [...path, key], values);
  }
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
