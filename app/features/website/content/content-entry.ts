import type { Silent } from "~/platform/events/events";

/** Kinds and rules of website content. Service pages are not entries. Pure. */

/** Kinds of entries, each with its own order, publication state and version. */
export const entryKinds = [
  "testimonial",
  "faq",
  "typical-job",
  "portfolio-item",
  "company-certificate",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Drawings for finished work (app/site/house/scenes.ts). */
export const drawings = [
  "painted-room",
  "cooled-bedroom",
  "distribution-board",
  "washbasin",
  "tiled-floor",
  "built-in-shelves",
  "repaired-room",
  "mounted-screen",
] as const;
export type Drawing = (typeof drawings)[number];

export const certificateKinds = ["licence", "insurance", "iso", "other"] as const;
export type CertificateKind = (typeof certificateKinds)[number];

/** Days before expiry of the first warning. */
export const CERTIFICATE_WARNING_DAYS_AHEAD = 30;

/** Copied photo of a job, used with the customer's consent only. */
export const JOB_PICTURE = "job-picture";
/** Document uploaded as PDF. */
export const CERTIFICATE_FILE = "company-certificate";

declare module "~/platform/events/events" {
  interface Events {
    /** The subject is the entry by kind, or the service of a service page. */
    "content.added": Silent<{ kind: EntryKind }>;
    "content.edited": Silent<{ kind: EntryKind | "page" }>;
    "content.published": Silent<{ kind: EntryKind }>;
    "content.withdrawn": Silent<{ kind: EntryKind }>;
    "content.removed": Silent<{ kind: EntryKind; name: string }>;
    /** Days until a certificate expires. */
    "content.expiring": { days: number };
    /** Concerns no single entry. */
    "content.reordered": Silent<{ kind: EntryKind }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** A file is missing or belongs to another record. */
    "unknown-file": unknown;
    /** The price book has no such item of the service. */
    "unknown-price": unknown;
    /** A text refers to an item that the price book does not have. */
    "unknown-reference": { reference: string };
  }
}
