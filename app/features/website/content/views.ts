import * as z from "zod/mini";
import type { ServiceView } from "../../core/catalogue/views";
import { priceModes } from "../../core/pricing/price";
import { type CertificateKind, certificateKinds, drawings } from "./content-entry";

/** Categories of services in display order. */
export const serviceCategories = ["systems", "finishes", "upkeep", "emergency"] as const;
export type ServiceCategory = (typeof serviceCategories)[number];

/** Service in the overview. */
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
  /** File id; null without a picture; initials are shown instead. */
  photoId: string | null;
}

/** Finished work. */
export interface PortfolioItem {
  id: string;
  serviceId: string;
  serviceName: string;
  title: string;
  area: string;
  summary: string;
  duration: string;
  /** Scene (app/site/house/scenes.ts); null with photos. */
  drawing: string | null;
  /** File ids of photos. */
  beforeId: string | null;
  afterId: string | null;
}

/** Valid certificate. */
export interface CertificateView {
  id: string;
  kind: CertificateKind;
  title: string;
  issuer: string;
  number: string;
  /** Dubai day. */
  expiresOn: string | null;
  fileId: string | null;
}

/** Typical job: price book item with a quantity. */
export interface TypicalJob {
  id: string;
  title: string;
  /** Item of the price book. */
  item: string;
  /** Quantity in the item's unit. */
  quantity: number;
  mode: ServiceView["price"]["mode"];
  unit: string;
  /** Duration of one unit, in minutes. */
  durationMin: number;
  /** Price of the whole job in fils including VAT; null if the price needs a survey. */
  fils: number | null;
}

export interface Faq {
  question: string;
  answer: string;
}

/** Content of a service page. */
export interface ServicePage {
  serviceId: string;
  headline: string;
  introduction: string;
  /** Description for search results. */
  description: string;
  duration: string;
  warranty: string;
  included: string[];
  notIncluded: string[];
  jobs: TypicalJob[];
  steps: { title: string; body: string }[];
  faqs: Faq[];
  /** AMC package that covers such work. */
  packageId: string | null;
}

/** Entry as the office sees it. */
const entry = z.object({ id: z.uuid(), version: z.int(), published: z.boolean() });
const fileId = z.nullable(z.uuid());
/** Null falls back to English. */
const arabic = z.nullable(z.string());

const testimonialEntry = z.extend(entry, {
  quote: z.string(),
  quoteAr: arabic,
  clientName: z.string(),
  clientNameAr: arabic,
  role: z.string(),
  roleAr: arabic,
  photoId: fileId,
});
const faqEntry = z.extend(entry, {
  serviceId: z.string(),
  question: z.string(),
  questionAr: arabic,
  answer: z.string(),
  answerAr: arabic,
});
const typicalJobEntry = z.extend(entry, {
  serviceId: z.string(),
  title: z.string(),
  titleAr: arabic,
  priceItem: z.string(),
  quantity: z.int(),
});
/** Current price book item of a service, including the emergency surcharge. */
const jobPrice = z.object({
  serviceId: z.string(),
  item: z.string(),
  name: z.string(),
  mode: z.enum(priceModes),
  unit: z.string(),
  fils: z.nullable(z.int()),
  nextFils: z.nullable(z.int()),
  durationMin: z.int(),
});
const portfolioEntry = z.extend(entry, {
  serviceId: z.string(),
  title: z.string(),
  titleAr: arabic,
  area: z.string(),
  areaAr: arabic,
  summary: z.string(),
  summaryAr: arabic,
  duration: z.string(),
  durationAr: arabic,
  drawing: z.nullable(z.enum(drawings)),
  beforeId: fileId,
  afterId: fileId,
  job: z.nullable(z.object({ bookingId: z.uuid(), reference: z.string(), consent: z.string() })),
});
const certificateEntry = z.extend(entry, {
  kind: z.enum(certificateKinds),
  title: z.string(),
  titleAr: arabic,
  issuer: z.string(),
  issuerAr: arabic,
  number: z.string(),
  expiresOn: z.nullable(z.string()),
  /** Days until expiry; negative afterwards. */
  daysLeft: z.nullable(z.int()),
  file: z.nullable(z.object({ id: z.uuid(), contentType: z.string() })),
});
const servicePageEntry = z.object({
  serviceId: z.string(),
  serviceName: z.string(),
  version: z.int(),
  category: z.enum(serviceCategories),
  headline: z.string(),
  headlineAr: arabic,
  introduction: z.string(),
  introductionAr: arabic,
  description: z.string(),
  descriptionAr: arabic,
  duration: z.string(),
  durationAr: arabic,
  warranty: z.string(),
  warrantyAr: arabic,
  included: z.array(z.string()),
  includedAr: z.nullable(z.array(z.string())),
  notIncluded: z.array(z.string()),
  notIncludedAr: z.nullable(z.array(z.string())),
  steps: z.array(z.object({ title: z.string(), titleAr: arabic, body: z.string(), bodyAr: arabic })),
});

/** All website content by kind, in order. */
export const officeContent = z.object({
  testimonials: z.array(testimonialEntry),
  faqs: z.array(faqEntry),
  jobs: z.array(typicalJobEntry),
  jobPrices: z.array(jobPrice),
  portfolioItems: z.array(portfolioEntry),
  companyCertificates: z.array(certificateEntry),
  pages: z.array(servicePageEntry),
  services: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type OfficeContent = z.output<typeof officeContent>;
export type TestimonialEntry = z.output<typeof testimonialEntry>;
export type FaqOfService = z.output<typeof faqEntry>;
export type TypicalJobEntry = z.output<typeof typicalJobEntry>;
export type JobPrice = z.output<typeof jobPrice>;
export type PortfolioEntry = z.output<typeof portfolioEntry>;
export type CertificateEntry = z.output<typeof certificateEntry>;
export type ServicePageEntry = z.output<typeof servicePageEntry>;

/** Photos of a job for the portfolio. */
export const jobPhotos = z.object({
  bookingId: z.uuid(),
  reference: z.string(),
  serviceId: z.string(),
  area: z.string(),
  photos: z.array(z.object({ id: z.uuid() })),
});
export type JobPhotos = z.output<typeof jobPhotos>;
