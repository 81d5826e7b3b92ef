import * as z from "zod/mini";
import type { Silent } from "~/platform/events/events";

/*
 * What looks like an attack and what goes wrong in browsers, as the office sees it (docs/domain.md, "Activity"). Instants are
 * ISO 8601 in UTC.
 */

const instant = z.iso.datetime();
const page = { nextCursor: z.nullable(z.string()) };

/** What the office has said of one, as the trail has it, the latest first. */
const history = z.array(
  z.object({
    id: z.int(),
    type: z.string(),
    /** Null: whoever it was is deleted. */
    by: z.nullable(z.string()),
    at: instant,
    /** What was done about it. */
    words: z.nullable(z.string()),
  }),
);
export type History = z.output<typeof history>;

export const caseStates = ["open", "suspicious", "dealt-with"] as const;
export const suspicions = ["many-failures", "many-limits"] as const;

/** All that came from one account or address until somebody dealt with it. */
export const securityCase = z.object({
  id: z.uuid(),
  /** Null: no account is known. */
  account: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /** Where the last of it came from. */
  address: z.nullable(z.string()),
  /** Browsers told of it: anybody could. */
  told: z.boolean(),
  authFailures: z.int(),
  rateLimits: z.int(),
  /** The rules of suspicion that were met. */
  met: z.array(z.enum(suspicions)),
  firstAt: instant,
  lastAt: instant,
  open: z.boolean(),
});
export type SecurityCase = z.output<typeof securityCase>;
export const securityCases = z.object({ cases: z.array(securityCase), ...page });

export const securityCaseDetail = z.object({
  ...securityCase.shape,
  /** The latest of what happened. */
  events: z.array(
    z.object({
      id: z.int(),
      type: z.enum(["auth_failure", "rate_limit", "suspicious_activity"]),
      message: z.string(),
      at: instant,
      address: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
    }),
  ),
  history,
});
export type SecurityCaseDetail = z.output<typeof securityCaseDetail>;

export const errorStates = ["open", "mended"] as const;

/** The same message from the same place in the code. */
export const clientErrorGroup = z.object({
  id: z.uuid(),
  message: z.string(),
  place: z.string(),
  /** Of the last one. */
  path: z.string(),
  userAgent: z.nullable(z.string()),
  severity: z.enum(["low", "medium", "high"]),
  times: z.int(),
  firstAt: instant,
  lastAt: instant,
  /** `back`: it was mended, and happened again. */
  state: z.enum(["open", "back", "mended"]),
});
export type ClientErrorGroup = z.output<typeof clientErrorGroup>;
export const clientErrorGroups = z.object({ errors: z.array(clientErrorGroup), ...page });

export const clientErrorDetail = z.object({
  ...clientErrorGroup.shape,
  /** The stack of the last one. */
  stack: z.string(),
  /** How often on which of the latest days, with the page and the browser of the first of that day. */
  days: z.array(
    z.object({ day: z.string(), times: z.int(), path: z.string(), userAgent: z.nullable(z.string()) }),
  ),
  history,
});
export type ClientErrorDetail = z.output<typeof clientErrorDetail>;

export const MAX_TEXT_LENGTH = 1_000;

/** What was done about it. */
export const answerBody = z.object({
  words: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TEXT_LENGTH)),
});

declare module "~/platform/events/events" {
  interface Events {
    "security.dealt-with": Silent<object>;
    "security.reopened": Silent<object>;
    "client-error.mended": Silent<object>;
    "client-error.reopened": Silent<object>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** What is to be opened again has gone on in another one, which is open. */
    "goes-on": unknown;
  }
}
