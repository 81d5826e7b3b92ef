/** Prevents a second summary for the same week and person. */
interface WeeklySummaryRow {
  user_id: string;
  /** Monday of sending, Dubai time. */
  day: string;
}

declare module "~/platform/database/tables" {
  interface Tables {
    weekly_summaries: WeeklySummaryRow;
  }
}

export {};
