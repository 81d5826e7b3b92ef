import * as z from "zod/mini";
import type { Permission } from "../auth/permissions";

/** What is done in the background, by kind: who may start it and see what became of it. */
export const backgroundJobKinds = {
  "customer-import": "customers.manage",
  "booking-import": "bookings.manage",
} as const satisfies Record<string, Permission>;

export type BackgroundJobKind = keyof typeof backgroundJobKinds;

/** How it came about: somebody asked for it, the clock did, or a command on the server. */
export const backgroundJobOrigins = ["person", "clock", "command"] as const;

export const backgroundJobStates = ["waiting", "running", "done", "failed"] as const;

/** Work in the background as a line of its list. Instants are ISO 8601 in UTC. */
export const backgroundJobSummary = z.object({
  id: z.string(),
  /** Backups have a table and a worker of their own, and are listed with the others. */
  kind: z.enum([
    ...(Object.keys(backgroundJobKinds) as [BackgroundJobKind, ...BackgroundJobKind[]]),
    "backup",
  ]),
  /** What it is about, such as the name of the file; may be empty. */
  about: z.string(),
  origin: z.enum(backgroundJobOrigins),
  /** Null: nobody did, or the account is gone. */
  startedBy: z.nullable(z.string()),
  startedAt: z.iso.datetime(),
  state: z.enum(backgroundJobStates),
  /** In rows, or, of a backup, in bytes. */
  done: z.int(),
  /** Null: nobody knows yet. */
  total: z.nullable(z.int()),
  /** What went wrong, for people. */
  error: z.nullable(z.string()),
  endedAt: z.nullable(z.iso.datetime()),
});
export type BackgroundJobSummary = z.output<typeof backgroundJobSummary>;

export const backgroundJobList = z.object({ jobs: z.array(backgroundJobSummary) });

export function isUnfinished({ state }: Pick<BackgroundJobSummary, "state">): boolean {
  return state === "waiting" || state === "running";
}
