import * as z from "zod/mini";
import type { Permission } from "~/platform/auth/permissions";

const names = ["identity", "hours", "services", "price", "technicians"] as const;
export type FirstStep = (typeof names)[number];

/** Before the first customer: what is to be there, where that is done, and who may. */
export const firstSteps: readonly { step: FirstStep; path: string; may: Permission }[] = [
  { step: "identity", path: "/admin/settings/business", may: "settings.manage" },
  { step: "hours", path: "/admin/settings/hours", may: "settings.manage" },
  { step: "services", path: "/admin/services", may: "services.manage" },
  { step: "price", path: "/admin/pricing", may: "prices.manage" },
  { step: "technicians", path: "/admin/technicians", may: "technicians.manage" },
];

/** Those that whoever asks may do. */
export const firstStepsView = z.object({
  steps: z.array(z.object({ step: z.enum(names), done: z.boolean() })),
});
export type FirstSteps = z.output<typeof firstStepsView>;
