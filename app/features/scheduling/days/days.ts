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
    "holiday.added": { name: string; tentative: boolean };
    "holiday.confirmed": Record<never, never>;
    "holiday.opened": Record<never, never>;
    "holiday.closed": Record<never, never>;
    "holiday.removed": { name: string; tentative: boolean };
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
