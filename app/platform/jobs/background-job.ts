import * as z from "zod/mini";
import type { Permission } from "../auth/permissions";

export const backgroundJobKinds = {
  "customer-import": "customers.manage",
  "booking-import": "bookings.manage",
} as const satisfies Record<string, Permission>;

export type BackgroundJobKind = keyof typeof backgroundJobKinds;

export const backgroundJobOrigins = ["person", "clock", "command"] as const;

export const backgroundJobStates = ["waiting", "running", "done", "failed"] as const;

/** Instants are ISO 8601 in UTC. */
export const backgroundJobSummary = z.object({
  id: z.string(),
  /** Backups have their own table and worker. */
  kind: z.enum([
    ...(Object.keys(backgroundJobKinds) as [BackgroundJobKind, ...BackgroundJobKind[]]),
    "backup",
  ]),
  label: z.string(),
  origin: z.enum(backgroundJobOrigins),
  startedBy: z.nullable(z.string()),
  startedAt: z.iso.datetime(),
  state: z.enum(backgroundJobStates),
  stepsDone: z.int(),
  stepsTotal: z.nullable(z.int()),
  error: z.nullable(z.string()),
  endedAt: z.nullable(z.iso.datetime()),
});
export type BackgroundJobSummary = z.output<typeof backgroundJobSummary>;

export const backgroundJobList = z.object({ jobs: z.array(backgroundJobSummary) });

export function isUnfinished({ state }: Pick<BackgroundJobSummary, "state">): boolean {
  return state === "waiting" || state === "running";
}
