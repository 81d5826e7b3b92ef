import * as z from "zod/mini";
import type { Permission } from "~/platform/auth/permissions";

const names = ["identity", "hours", "services", "price", "technicians"] as const;
export type SetupStep = (typeof names)[number];

/** Setup steps with page and permission. */
export const setupSteps: readonly { step: SetupStep; path: string; may: Permission }[] = [
  { step: "identity", path: "/admin/settings/identity", may: "settings.manage" },
  { step: "hours", path: "/admin/settings/hours", may: "settings.manage" },
  { step: "services", path: "/admin/services", may: "services.manage" },
  { step: "price", path: "/admin/pricing", may: "prices.manage" },
  { step: "technicians", path: "/admin/technicians", may: "technicians.manage" },
];

/** Steps by permission. */
export const setupStepsView = z.object({
  steps: z.array(z.object({ step: z.enum(names), done: z.boolean() })),
});
export type SetupSteps = z.output<typeof setupStepsView>;
