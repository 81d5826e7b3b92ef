/** That somebody was told of a week, or was not to be: decided once. */
interface WeeklySummaryRow {
  user_id: string;
  /** The Monday on which it is told, Dubai's. */
  day: string;
}

declare module "~/platform/database/tables" {
  interface Tables {
    weekly_summaries: WeeklySummaryRow;
  }
}

export {};
