/** What happens to the days on which the business works. */

interface Season {
  name: string;
  firstDay: string;
  lastDay: string;
  shorterByMin: number;
}

declare module "~/platform/events" {
  interface Events {
    "holiday.added": { day: string; name: string; tentative: boolean };
    "holiday.confirmed": { day: string };
    "holiday.opened": { day: string };
    "holiday.closed": { day: string };
    "holiday.removed": { day: string; name: string; tentative: boolean };
    "holiday.season-planned": Season;
    "holiday.season-cancelled": Season;
  }
}

export {};

declare module "~/platform/http/refusal" {
  interface Refusals {
    "holiday-known": unknown;
    "holiday-unknown": unknown;
    "season-overlap": unknown;
    "season-unknown": unknown;
  }
}
