import type { Generated, JSONColumnType } from "kysely";
import type { EventDetails, EventName } from "./events";

interface WebTrackingEventRow {
  id: Generated<number>;
  day: string;
  page_load: string;
  name: EventName;
  path: string;
  details: JSONColumnType<EventDetails>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    web_tracking_events: WebTrackingEventRow;
  }
}
