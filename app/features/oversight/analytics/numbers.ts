import { m } from "~/paraglide/messages";
import { leftToRight, perLocale } from "~/platform/locale/locale";
import { withMinusSign } from "~/platform/money";

const whole = perLocale((intl) => new Intl.NumberFormat(intl));
const short = perLocale(
  (intl) => new Intl.NumberFormat(intl, { notation: "compact", maximumFractionDigits: 1 }),
);
const percent = perLocale(
  (intl) => new Intl.NumberFormat(intl, { style: "percent", maximumFractionDigits: 0 }),
);
const change = perLocale(
  (intl) =>
    new Intl.NumberFormat(intl, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" }),
);
const signed = perLocale(
  (intl) => new Intl.NumberFormat(intl, { maximumFractionDigits: 0, signDisplay: "exceptZero" }),
);
const decimal = perLocale(
  (intl) => new Intl.NumberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

export const formatCount = (count: number) => whole().format(count);
/** Short number for axes, for example "12.4K". */
export const formatShort = (count: number) => short().format(count);
/** One decimal, for example "4.6". */
export const formatDecimal = (value: number) => decimal().format(value);
/** Signed percentage, for example "+12%". */
export const formatChange = (share: number) => leftToRight(withMinusSign(change().format(share)));
/** Difference of two shares as shown, without fractions of a percent. */
export const pointsBetween = (before: number, now: number) =>
  Math.round(now * 100) - Math.round(before * 100);
/** "+3 points", from 91% to 94%. */
export function formatPoints(points: number): string {
  const text = leftToRight(withMinusSign(signed().format(points)));
  return m.reports_points({ points: text, count: Math.abs(points) });
}
/** "94%"; a dash without a base. */
export const formatShare = (part: number, of: number) => (of > 0 ? percent().format(part / of) : "–");
