/** Access to a property: permits and map pins. Pure. */

/** Parties that can apply for a gate pass or community permit. */
export const permitApplicants = ["customer", "office"] as const;
export type PermitApplicant = (typeof permitApplicants)[number];

export interface Permit {
  needed: boolean;
  /** Last day on which the permit is valid; null if unknown. */
  until: string | null;
  hasFile: boolean;
}

/**
 * True if a visit on this Dubai day lacks a needed permit. A permit counts with a known last day or a file,
 * until its last day.
 */
export function isPermitMissing({ needed, until, hasFile }: Permit, day: string): boolean {
  if (!needed) return false;
  return until === null ? !hasFile : until < day;
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The permit must be valid on the day of the last upcoming visit. */
    "permit-ends-before": { day: string };
  }
}

export interface Pin {
  latitude: number;
  longitude: number;
}

/** Bounds around the Emirates; a pin elsewhere is a typing error. */
const bounds = { latitude: [22, 27], longitude: [51, 57] } as const;

const NUMBER = String.raw`(-?\d{1,3}\.\d+)`;
/** Patterns in order of priority: the coordinates of the place come before those of the visible map. */
const forms = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|destination)=(?:loc:)?${NUMBER}(?:,|%2C)\\+?${NUMBER}`, "i"),
  new RegExp(`@${NUMBER},${NUMBER}`),
  new RegExp(`^\\s*${NUMBER}\\s*[,;\\s]\\s*${NUMBER}\\s*$`),
];

/** Parses a pin from "25.0805, 55.1403" or a map link; null if invalid. */
export function readPin(text: string): Pin | null {
  for (const form of forms) {
    const found = form.exec(text);
    if (!found) continue;
    const pin = { latitude: Number(found[1]), longitude: Number(found[2]) };
    return isInBounds(pin) ? pin : null;
  }
  return null;
}

export function isInBounds({ latitude, longitude }: Pin): boolean {
  return (
    latitude >= bounds.latitude[0] &&
    latitude <= bounds.latitude[1] &&
    longitude >= bounds.longitude[0] &&
    longitude <= bounds.longitude[1]
  );
}

/** Formats a pin for a map, accurate to about a metre. */
export function formatPin({ latitude, longitude }: Pin): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
