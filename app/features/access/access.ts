/** How to get in at a property. Pure. */

/** Who asks for a gate pass or the community's permit. */
export const permitAskers = ["customer", "office"] as const;
export type PermitAsker = (typeof permitAskers)[number];

export interface Permit {
  needed: boolean;
  /** Its last day; null: nobody knows one. */
  until: string | null;
  hasFile: boolean;
}

/**
 * Whether a visit on this Dubai day has the permit that it needs: one is there when its last day or its paper is known, and
 * it holds on that day.
 */
export function isPermitMissing({ needed, until, hasFile }: Permit, day: string): boolean {
  if (!needed) return false;
  return until === null ? !hasFile : until < day;
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** A permit has to hold on the day of the last visit ahead. */
    "permit-ends-before": { day: string };
  }
}

export interface Pin {
  latitude: number;
  longitude: number;
}

/** In and around the Emirates: what lies elsewhere was mistyped. */
const bounds = { latitude: [22, 27], longitude: [51, 57] } as const;

const NUMBER = String.raw`(-?\d{1,3}\.\d+)`;
/** The place itself before what the map happens to show. */
const forms = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`[?&](?:q|query|ll|destination)=(?:loc:)?${NUMBER}(?:,|%2C)\\+?${NUMBER}`, "i"),
  new RegExp(`@${NUMBER},${NUMBER}`),
  new RegExp(`^\\s*${NUMBER}\\s*[,;\\s]\\s*${NUMBER}\\s*$`),
];

/** A pin from "25.0805, 55.1403" or a map's link; null: it is none. */
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

/** As a map takes it: to about a metre. */
export function wordsOfPin({ latitude, longitude }: Pin): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}
