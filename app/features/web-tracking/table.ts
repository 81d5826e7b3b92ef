import type { Generated, JSONColumnType } from "kysely";
import type { EventDetails, EventName } from "./events";

interface AnalyticsEventRow {
  id: Generated<number>;
  /** Day in Dubai, yyyy-MM-dd. */
  day: string;
  page_load: string;
  name: EventName;
  path: string;
  details: JSONColumnType<EventDetails>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    web_tracking_events: AnalyticsEventRow;
  }
}
