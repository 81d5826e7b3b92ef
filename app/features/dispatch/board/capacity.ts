/** How much of what people can do is booked, by trade (docs/domain.md, "Words"). Pure; in minutes. */

/** What a visit takes of whose time: without the buffer after it. */
export interface BookedWork {
  trade: string;
  minutes: number;
}

/** Somebody's day. */
export interface WorkingDay {
  skills: readonly string[];
  bookedMin: number;
  shiftMin: number;
}

export interface Capacity {
  trade: string;
  /** Planned of this trade. */
  bookedMin: number;
  /** Of everybody who is trained for it, whatever else they can do. */
  shiftMin: number;
  /** What is left of that, whatever it was booked for. */
  freeMin: number;
}

/** A visit's trade: what was booked; of an emergency what it turned out to be. */
export function tradeOf({ serviceId, skills }: { serviceId: string; skills: readonly string[] }): string {
  return skills.includes(serviceId) ? serviceId : (skills[0] ?? serviceId);
}

/** Of each trade that anybody is trained for or that is booked. People who can do several count in each. */
export function capacityOf(days: readonly WorkingDay[], work: readonly BookedWork[]): Capacity[] {
  const trades = new Set([...days.flatMap(({ skills }) => skills), ...work.map(({ trade }) => trade)]);
  return [...trades].sort().map((trade) => {
    const trained = days.filter(({ skills }) => skills.includes(trade));
    return {
      trade,
      bookedMin: sum(work.map((one) => (one.trade === trade ? one.minutes : 0))),
      shiftMin: sum(trained.map(({ shiftMin }) => shiftMin)),
      freeMin: sum(trained.map(({ shiftMin, bookedMin }) => Math.max(0, shiftMin - bookedMin))),
    };
  });
}

/** All trades together: each person and each visit once. */
export function wholeCapacity(days: readonly WorkingDay[]): Omit<Capacity, "trade"> {
  return {
    bookedMin: sum(days.map(({ bookedMin }) => bookedMin)),
    shiftMin: sum(days.map(({ shiftMin }) => shiftMin)),
    freeMin: sum(days.map(({ shiftMin, bookedMin }) => Math.max(0, shiftMin - bookedMin))),
  };
}

/** Booked of these people's hours, whatever for; and what is booked of the trade beside any shift. */
export function takenMin({ bookedMin, shiftMin, freeMin }: Omit<Capacity, "trade">): number {
  return Math.max(bookedMin, shiftMin - freeMin);
}

/** From 0 to 1, of what there is; what is booked where nobody is on shift is all of it. */
export function shareOf({ freeMin, shiftMin }: Pick<Capacity, "freeMin" | "shiftMin">): number {
  return shiftMin === 0 ? 1 : 1 - freeMin / shiftMin;
}

function sum(minutes: readonly number[]): number {
  return minutes.reduce((total, one) => total + one, 0);
}
