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
import type { Replica } from "./replica.server";

export interface ApiEnv {
  Variables: {
    ctx: Ctx;
    config: Config;
    auth: Auth;
    live: Live;
    /** Null without DATABASE_READ_URL. */
    replica: Replica | null;
    files: FileStore;
    personalData: readonly PersonalData[];
    posted: PostedFields | null;
    /** The endpoint accepts any number of addresses, which all share one cached response. */
    unboundedAddresses: boolean;
    /** Text of a refusal in batch responses, which have a result per item. */
    messageFor: (refusal: Refusal) => string;
  };
}

export function readInput<Schema extends z.ZodMiniType>(input: unknown, schema: Schema): z.output<Schema> {
  rejectUnstorable(input, [], { left: MAX_VALUES });
  // Schema rules keep their own messages.
  const parsed = z.safeParse(schema, input, {
    error: () => m.common_error_wrong_value(),
  });
  if (parsed.success) return parsed.data;
  const errors: Record<string, string> = {};
  for (const issue of parsed.error.issues) errors[issue.path.join(".") || "body"] ??= issue.message;
  throw new InvalidInput(errors, m.common_error_invalid());
}

/** Recursion over deeper JSON would overflow the stack. */
const MAX_DEPTH = 20;

/** A body within its byte limit could hold half a million values. */
const MAX_VALUES = 20_000;

/** PostgreSQL cannot store NUL and lone surrogates. */
function rejectUnstorable(value: unknown, path: string[], values: { left: number }): void {
  if (path.length > MAX_DEPTH) throw badJson();
  if (values.left-- === 0)
    throw new InvalidInput({ body: m.common_error_too_many() }, m.common_error_too_many());
  if (typeof value === "string" && !isStorable(value)) throw unstorable(path);
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw unstorable([...path, key]);
    rejectUnstorable(inner, [...path, key], values);
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
