/** "1h 12m", "3 days 4h": the two largest units that say something. At least one minute. */
export function formatMinutes(minutes: number, locale = "en-AE"): string {
  const whole = Math.max(1, Math.round(minutes));
  const days = Math.floor(whole / 1440);
  const hours = Math.floor((whole % 1440) / 60);
  const parts = days > 0 ? { days, hours } : { hours, minutes: whole % 60 };
  return new Intl.DurationFormat(locale, { style: "narrow" }).format(parts);
}
