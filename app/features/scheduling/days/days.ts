import type { Silent } from "~/platform/events/events";

/** What happens to the days on which the business works. */

interface Season {
  name: string;
  firstDay: string;
  lastDay: string;
  shorterByMin: number;
}

declare module "~/platform/events/events" {
  interface Events {
    /** The subject of a holiday is its day, yyyy-MM-dd; of a season, the season. */
    "holiday.added": Silent<{ name: string; tentative: boolean }>;
    "holiday.confirmed": Silent;
    "holiday.opened": Silent;
    "holiday.closed": Silent;
    "holiday.removed": Silent<{ name: string; tentative: boolean }>;
    "holiday.season-planned": Silent<Season>;
    "holiday.season-cancelled": Silent<Season>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "holiday-known": unknown;
    "holiday-unknown": unknown;
    "season-overlap": unknown;
    "season-unknown": unknown;
  }
}
