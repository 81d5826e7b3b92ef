import type { ServiceView } from "../catalogue/views";

/** Under which heading all services are listed, in this order. */
export const serviceCategories = ["systems", "finishes", "upkeep", "emergency"] as const;
export type ServiceCategory = (typeof serviceCategories)[number];

/** A service in the list of all. */
export interface ServiceSummary extends ServiceView {
  duration: string;
}

export interface ServiceGroup {
  category: ServiceCategory;
  services: ServiceSummary[];
}

export interface TestimonialView {
  id: string;
  quote: string;
  clientName: string;
  role: string;
  /** A file's id; null: the initials stand for the face. */
  photoId: string | null;
}

/** A finished piece of work. */
export interface PortfolioItem {
  id: string;
  serviceId: string;
  serviceName: string;
  title: string;
  area: string;
  summary: string;
  duration: string;
  /** Which scene shows it before and after (app/site/house/scenes.ts). */
  drawing: string;
}

/** A typical job: an item of the price book, so many times. */
export interface TypicalJob {
  title: string;
  /** Hours, units, homes: whatever the item counts. */
  quantity: number;
  mode: ServiceView["price"]["mode"];
  unit: string;
  /** AED including VAT, in fils, for the whole job; null: by survey. */
  fils: number | null;
}

export interface Faq {
  question: string;
  answer: string;
}

/** What a service's page tells. */
export interface ServicePage {
  serviceId: string;
  headline: string;
  lead: string;
  /** For search results: one sentence or two. */
  description: string;
  duration: string;
  warranty: string;
  included: string[];
  notIncluded: string[];
  jobs: TypicalJob[];
  steps: { title: string; body: string }[];
  faqs: Faq[];
  /** The AMC package that covers such work. */
  packageId: string | null;
}
