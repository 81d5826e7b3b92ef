import { addMonths } from "~/platform/months";
import { addDays } from "~/platform/time";
import { type ContractYear, unusedFils } from "./contract-year";

/** Instalments of a contract that is paid by post-dated cheques (docs/domain.md, "Packages and contracts"). */

/** Numbers of instalments that divide a year into whole months. */
export const instalmentCounts = [1, 2, 3, 4, 6, 12] as const;
export type InstalmentCount = (typeof instalmentCounts)[number];
export const DEFAULT_INSTALMENTS: InstalmentCount = 4;

export interface Instalment {
  /** From 1. */
  number: number;
  /** First day of its period. */
  dueDate: string;
  /** Period that it pays, both days included. */
  startsOn: string;
  endsOn: string;
  fils: number;
}

/** Equal periods of whole months, each payable on its first day. The first instalments get the odd fils. */
export function planInstalments(fils: number, year: ContractYear, count: InstalmentCount): Instalment[] {
  const firstDay = (at: number) => addMonths(year.startsOn, (at * 12) / count);
  return Array.from({ length: count }, (_, at) => ({
    number: at + 1,
    dueDate: firstDay(at),
    startsOn: firstDay(at),
    endsOn: at + 1 === count ? year.endsOn : addDays(firstDay(at + 1), -1),
    fils: Math.floor(fils / count) + (at < fils % count ? 1 : 0),
  }));
}

/** Part of the instalments due so far for the days after `lastDay`. Later ones are not invoiced. */
export function unusedOfInstalments(instalments: readonly Instalment[], lastDay: string): number {
  return instalments
    .filter(({ dueDate }) => dueDate <= lastDay)
    .reduce((sum, instalment) => sum + unusedFils(instalment.fils, instalment, lastDay), 0);
}
