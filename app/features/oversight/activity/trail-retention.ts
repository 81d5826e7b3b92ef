import { addDays } from "~/platform/time";

/** Settings that decide how long the audit trail is retained. */
export interface TrailRetention {
  /** Years that the trail itself is kept. */
  trailYears: number;
  /** First day whose issued documents are kept. */
  firstDocumentDay: string;
  /** Days that sent emails are kept, which refer to their entry. */
  mailDays: number;
}

/** First day of the first retained month (docs/domain.md, "Activity"). `today`: Dubai day. */
export function firstRetainedTrailDay(
  today: string,
  { trailYears, firstDocumentDay, mailDays }: TrailRetention,
): string {
  const year = Number(today.slice(0, 4));
  const days = [`${year - trailYears}${today.slice(4)}`, firstDocumentDay, addDays(today, -mailDays)];
  return `${days.sort()[0]!.slice(0, 7)}-01`;
}
