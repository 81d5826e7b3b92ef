import type { Silent } from "~/platform/events/events";

interface Season {
  name: string;
  firstDay: string;
  lastDay: string;
  shorterByMin: number;
}

declare module "~/platform/events/events" {
  interface Events {
    /** Subject: the holiday's day (yyyy-MM-dd) or the season's id. */
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
    "holiday-exists": unknown;
    "holiday-unknown": unknown;
    "season-overlap": unknown;
    "season-unknown": unknown;
  }
}
