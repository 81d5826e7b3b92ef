import { addDays, daysBetween } from "~/platform/time";

/**
 * Limits of typed amounts, quantities and days (docs/domain.md, "Money"), for forms, API and database. Improbable days
 * need a typed reason; impossible ones are refused. Amounts are AED in fils, days are days of Dubai.
 */

/** AED 1,000,000 in the price list, where a larger price has lost its decimal point. */
export const MAX_PRICE_FILS = 1_000_000_00;

/**
 * AED 100,000,000 for a unit price, document, payment, cheque, refund or journal line. No contract of the trade is
 * larger, and sums of many stay exact.
 */
export const MAX_AMOUNT_FILS = 100_000_000_00;

/** 100,000 units, such as metres of pipe, in hundredths of a unit. */
export const MAX_QUANTITY_HUNDREDTHS = 10_000_000;

/** Lines of a quote or invoice, which fit on about ten pages. */
export const MAX_DOCUMENT_LINES = 200;

/** A supply or payment that is longer ago needs a reason, because its year is probably a typo. */
export const REASON_AFTER_DAYS = 180;

/**
 * Oldest supply of an invoice and oldest payment: tax can be assessed for five years (Federal Decree-Law 28 of 2022,
 * article 46).
 */
export const OLDEST_SUPPLY_DAYS = 5 * 365;
export const OLDEST_PAYMENT_DAYS = OLDEST_SUPPLY_DAYS;

/** Event that a credit note corrects, and letter about a write-off: they belong to an invoice of such a supply. */
export const OLDEST_EVENT_DAYS = OLDEST_SUPPLY_DAYS;
export const OLDEST_NOTICE_DAYS = OLDEST_SUPPLY_DAYS;

/**
 * Oldest open invoice of the former books. Claims between merchants lapse after five years, earlier ones after ten
 * (Federal Decree-Law 50 of 2022, article 92).
 */
export const OLDEST_OPENING_DAYS = 10 * 366;

/** Latest due date after the day of the invoice. */
export const LATEST_DUE_DAYS = 366;

/** A bank refuses a cheque that is older than six months. */
export const OLDEST_CHEQUE_DAYS = 183;
/** Post-dated cheques cover a few contract years at most. */
export const LATEST_CHEQUE_DAYS = 5 * 366;

/** Manual journal entries: the financial year of an older day is usually closed. */
export const OLDEST_JOURNAL_DAYS = 2 * 366;

/** First day of a contract, from today. */
export const LATEST_CONTRACT_START_DAYS = 366;

export function isReasonRequired(day: string, today: string): boolean {
  return daysBetween(day, today) > REASON_AFTER_DAYS;
}

/** `oldestDays` ago at the earliest, and not in the future. */
export function isPastDay(day: string, today: string, oldestDays: number): boolean {
  return day <= today && day >= addDays(today, -oldestDays);
}
