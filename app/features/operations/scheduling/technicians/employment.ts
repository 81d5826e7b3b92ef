/** Days, both included. `lastDay`: null while employed. */
export interface EmploymentPeriod {
  technicianId: string;
  firstDay: string;
  lastDay: string | null;
}

export function isEmployedOn(periods: readonly EmploymentPeriod[], day: string): boolean {
  return periods.some(({ firstDay, lastDay }) => firstDay <= day && (lastDay === null || day <= lastDay));
}
