import type { PriceTerms } from "../pricing/price";

/** A service as the public sees it. Money: AED including VAT, in fils. */
export interface ServiceView {
  id: string;
  name: string;
  summary: string;
  /** Name of a Lucide icon. */
  icon: string;
  /** Whether /services/<id> shows it. */
  page: boolean;
  /** Has no slot: it starts the 2-hour clock. */
  emergency: boolean;
  outdoor: boolean;
  durationMin: number;
  price: PriceTerms;
}

/** A day on which the office is open, by Dubai's clocks. */
export interface OpeningHours {
  /** Monday 1 … Sunday 7 (ISO). */
  weekday: number;
  /** `HH:mm` */
  opensAt: string;
  closesAt: string;
}

/** A service as the office sees it: also one that is not offered any more. */
export interface ServiceRecord extends Omit<ServiceView, "page"> {
  version: number;
  bufferMin: number;
  active: boolean;
  /** Booked, priced or known to a technician: archived when it goes, not deleted. */
  inUse: boolean;
}
