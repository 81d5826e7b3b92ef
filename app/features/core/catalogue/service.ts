import type { Silent } from "~/platform/events/events";

/** Icons to choose from, by Lucide name. */
export const serviceIcons = [
  "air-vent",
  "bug",
  "clipboard-check",
  "drill",
  "droplets",
  "fence",
  "grid-2x2",
  "hammer",
  "key-round",
  "lightbulb",
  "paint-roller",
  "plug",
  "shower-head",
  "siren",
  "trees",
  "washing-machine",
  "wrench",
  "zap",
] as const;
export type ServiceIconName = (typeof serviceIcons)[number];

/** Editable fields of a service. */
export interface ServiceText {
  name: string;
  /** Null falls back to English. */
  nameAr: string | null;
  summary: string;
  summaryAr: string | null;
  icon: ServiceIconName;
  durationMin: number;
  bufferMin: number;
  outdoor: boolean;
  /** Code for e-invoices; null if the code in the settings is used. */
  accountingCode: string | null;
}

/** Without Arabic texts the stored ones stay. */
export type ServiceInput = Omit<ServiceText, "nameAr" | "summaryAr"> &
  Partial<Pick<ServiceText, "nameAr" | "summaryAr">>;

declare module "~/platform/events/events" {
  interface Events {
    "service.added": Record<string, never>;
    "service.edited": Silent;
    "service.archived": Silent;
    "service.restored": Silent;
    "service.deleted": Silent<{ name: string }>;
    "service.reordered": Silent;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "order-stale": unknown;
    "in-use": unknown;
    "service-exists": unknown;
  }
}
