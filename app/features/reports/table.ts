import type { Generated } from "kysely";

/** What figures are sums of (db/migrations/0055-tallies.sql). Written by the database's triggers only. */
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

interface PageDayRow {
  day: string;
  visited: Generated<number>;
  started: Generated<number>;
}

declare module "~/platform/database/tables" {
  interface Tables {
    tallies: TallyRow;
    page_days: PageDayRow;
  }
}
