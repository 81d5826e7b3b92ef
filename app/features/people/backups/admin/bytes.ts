import { intlLocale } from "~/platform/locale/locale";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

/** Formats a size such as "6.2 MB" in the current locale. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(intlLocale(), {
    style: "unit",
    unit: UNITS[step]!,
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}
