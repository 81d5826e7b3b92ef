import * as z from "zod/mini";
import type { Silent } from "~/platform/events/events";
import { multiLine } from "~/platform/text/sanitize-text";

/*
 * Suspected attacks and browser errors as the office sees them (docs/domain.md, "Activity"). Instants are ISO
 * 8601 in UTC.
 */

const instant = z.iso.datetime();
const page = { nextCursor: z.nullable(z.string()) };

/** Resolutions from the audit trail, newest first. */
const history = z.array(
  z.object({
    id: z.int(),
    type: z.string(),
    /** Null if the user was deleted. */
    actorName: z.nullable(z.string()),
    at: instant,
    /** Resolution note. */
    comment: z.nullable(z.string()),
  }),
);
export type History = z.output<typeof history>;

export const caseStates = ["open", "suspicious", "dealt-with"] as const;
export const suspicions = ["many-failures", "many-limits"] as const;

/** Events of one account or address until the case is resolved. */
export const securityCase = z.object({
  id: z.uuid(),
  /** Null if no account is known. */
  account: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string() })),
  /** Address of the latest event. */
  address: z.nullable(z.string()),
  /** True for reports of browsers, which anyone can send. */
  reportedByBrowser: z.boolean(),
  authFailures: z.int(),
  rateLimits: z.int(),
  /** Rules of suspicion that were met. */
  matchedRules: z.array(z.enum(suspicions)),
  firstAt: instant,
  lastAt: instant,
  open: z.boolean(),
});
export type SecurityCase = z.output<typeof securityCase>;
export const securityCases = z.object({ cases: z.array(securityCase), ...page });

export const securityCaseDetail = z.object({
  ...securityCase.shape,
  /** Latest events. */
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

/** Errors with the same message and place in the code. */
export const clientErrorGroup = z.object({
  id: z.uuid(),
  message: z.string(),
  location: z.string(),
  /** Page of the latest error. */
  path: z.string(),
  userAgent: z.nullable(z.string()),
  severity: z.enum(["low", "medium", "high"]),
  occurrences: z.int(),
  firstAt: instant,
  lastAt: instant,
  /** `back`: recurred after it was fixed. */
  state: z.enum(["open", "back", "mended"]),
});
export type ClientErrorGroup = z.output<typeof clientErrorGroup>;
export const clientErrorGroups = z.object({ errors: z.array(clientErrorGroup), ...page });

export const clientErrorDetail = z.object({
  ...clientErrorGroup.shape,
  /** Stack of the latest error. */
  stack: z.string(),
  /** Count per recent day, with page and browser of the day's first error. */
  days: z.array(
    z.object({ day: z.string(), occurrences: z.int(), path: z.string(), userAgent: z.nullable(z.string()) }),
  ),
  history,
});
export type ClientErrorDetail = z.output<typeof clientErrorDetail>;

export const MAX_TEXT_LENGTH = 1_000;

/** Resolution note. */
export const answerBody = z.object({
  comment: z.string().check(multiLine(), z.minLength(1), z.maxLength(MAX_TEXT_LENGTH)),
});

declare module "~/platform/events/events" {
  interface Events {
    "security.resolved": Silent<object>;
    "security.reopened": Silent<object>;
    "client-error.fixed": Silent<object>;
    "client-error.reopened": Silent<object>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** A newer case of the same source is open. */
    "still-occurring": unknown;
  }
}
