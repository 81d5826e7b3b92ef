import type { Generated } from "kysely";

/** Aggregates written by triggers only (db/migrations/0034-analytics.sql). */
interface TallyRow {
  figure: string;
  span: "day" | "month";
  /** Dubai day, yyyy-MM-dd; the first of a month. */
  day: string;
  key: string;
  bucket: number;
  value: number;
  unmerged: boolean;
}

/** Revenue line of a document, written by triggers only (db/migrations/0034-analytics.sql). */
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
  page_loads: Generated<number>;
  form_starts: Generated<number>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    tallies: TallyRow;
    daily_page_loads: PageDayRow;
    revenue_entries: RevenueEntryRow;
  }
}
