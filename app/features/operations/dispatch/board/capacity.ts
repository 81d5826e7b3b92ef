/** Booked share of the capacity by trade (docs/domain.md, "Services and technicians"). Pure functions; minutes. */

/** Without buffers. */
export interface BookedWork {
  trade: string;
  minutes: number;
}

export interface WorkingDay {
  skills: readonly string[];
  bookedMin: number;
  shiftMin: number;
}

export interface Capacity {
  trade: string;
  /** Booked for this trade. */
  bookedMin: number;
  /** Shifts of all technicians trained for the trade. */
  shiftMin: number;
  /** Unbooked part of `shiftMin`. */
  freeMin: number;
}

/** Booked service; for emergencies the trade that they need. */
export function tradeOf({ serviceId, skills }: { serviceId: string; skills: readonly string[] }): string {
  return skills.includes(serviceId) ? serviceId : (skills[0] ?? serviceId);
}

/** Technicians with several trades count in each. */
export function capacityOf(days: readonly WorkingDay[], work: readonly BookedWork[]): Capacity[] {
  const trades = new Set([...days.flatMap(({ skills }) => skills), ...work.map(({ trade }) => trade)]);
  return [...trades].sort().map((trade) => {
    const trained = days.filter(({ skills }) => skills.includes(trade));
    return {
      trade,
      bookedMin: sum(work.map((item) => (item.trade === trade ? item.minutes : 0))),
      shiftMin: sum(trained.map(({ shiftMin }) => shiftMin)),
      freeMin: sum(trained.map(({ shiftMin, bookedMin }) => Math.max(0, shiftMin - bookedMin))),
    };
  });
}

/** Counts each technician and visit once. */
export function totalCapacity(days: readonly WorkingDay[]): Omit<Capacity, "trade"> {
  return {
    bookedMin: sum(days.map(({ bookedMin }) => bookedMin)),
    shiftMin: sum(days.map(({ shiftMin }) => shiftMin)),
    freeMin: sum(days.map(({ shiftMin, bookedMin }) => Math.max(0, shiftMin - bookedMin))),
  };
}

/** Minutes not available to the trade, including bookings off shift. */
export function unavailableMin({ bookedMin, shiftMin, freeMin }: Omit<Capacity, "trade">): number {
  return Math.max(bookedMin, shiftMin - freeMin);
}

/** 0 to 1; 1 without any shift. */
export function shareOf({ freeMin, shiftMin }: Pick<Capacity, "freeMin" | "shiftMin">): number {
  return shiftMin === 0 ? 1 : 1 - freeMin / shiftMin;
}

function sum(minutes: readonly number[]): number {
  return minutes.reduce((total, item) => total + item, 0);
}
