import * as z from "zod/mini";
import { fromTo, instant } from "../view-fields";

export const preferredTechnician = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  availability: z.enum(["available", "untrained", "left"]),
});
export type PreferredTechnician = z.output<typeof preferredTechnician>;

/** Changed values; unchanged ones are null. */
export const visitChange = z.object({
  technicianName: z.nullable(fromTo(z.string())),
  startsAt: z.nullable(fromTo(instant)),
  minutes: z.nullable(fromTo(z.int())),
});
export type VisitChangeView = z.output<typeof visitChange>;

export const technicianChoice = z.object({
  id: z.uuid(),
  name: z.string(),
  free: z.boolean(),
  /** Conflicts in words; null if free. */
  conflictText: z.nullable(z.string()),
  /** The office may override the conflicts with a reason. */
  canOverride: z.boolean(),
  inZone: z.boolean(),
  /** Travel from the previous visit; null from home or if unknown. */
  travel: z.nullable(z.object({ area: z.string(), minutes: z.int() })),
  visitsThatDay: z.int(),
  /** Emergencies only. */
  onCall: z.boolean(),
  isPreferred: z.boolean(),
});
export type TechnicianChoice = z.output<typeof technicianChoice>;

const suggestion = z.object({
  technicianId: z.uuid(),
  name: z.string(),
  date: z.string(),
  time: z.string(),
  /** Null from home or if unknown. */
  travel: z.nullable(z.object({ area: z.string(), minutes: z.int() })),
  visitsThatDay: z.int(),
  matchesPreference: z.boolean(),
  /** Emergencies only. */
  onCall: z.boolean(),
  isPreferred: z.boolean(),
});
export type SuggestionView = z.output<typeof suggestion>;

export const suggestionList = z.object({ suggestions: z.array(suggestion) });

/** A helper of the previous visit who cannot come to the new one. */
export const absentHelper = z.object({ name: z.string(), reason: z.string() });

export const planChoices = z.object({
  /** Empty if there are too few open days ahead. */
  days: z.array(z.string()),
  technicians: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      free: z.boolean(),
      /** Days with another visit, which cannot be overridden. */
      busyDays: z.array(z.string()),
      /** Other conflicts in words, which a reason overrides. */
      conflictText: z.nullable(z.string()),
      /** Trained for the work and employed. */
      skilled: z.boolean(),
    }),
  ),
});
export type PlanChoices = z.output<typeof planChoices>;
