import type { Generated } from "kysely";

/** What figures are sums of (db/migrations/0034-analytics.sql). Written by the database's triggers only. */
interface TallyRow {
  figure: string;
  span: "day" | "month";
  /** In Dubai, yyyy-MM-dd; of a month its first. */
  day: string;
  key: string;
  bucket: number;
  n: number;
  fresh: boolean;
}

/** What each line of a document is in the figures of revenue (db/migrations/0034-analytics.sql). Written by triggers only. */
interface RevenueEntryRow {
  id: Generated<number>;
  invoice_id: string;
  credit_note_id: string | null;
  position: number;
  day: string;
  service: string;
  area: string;
  technician_id: string | null;
  fils: number;
}

interface PageDayRow {
  day: string;
  visited: Generated<number>;
  started: Generated<number>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    tallies: TallyRow;
    daily_page_loads: PageDayRow;
    revenue_entries: RevenueEntryRow;
  }
}
