import { addDays } from "./time";

export function firstDayOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

export function isLastDayOfMonth(day: string): boolean {
  return addDays(day, 1).endsWith("-01");
}
