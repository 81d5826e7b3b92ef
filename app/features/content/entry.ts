import type { Silent } from "~/platform/events/events";

/** What the office writes for public pages, beside the pages of services. Pure. */

/** Kinds of entries: each has an order of its own, is published or not, and is changed in a version that was seen. */
export const entryKinds = ["testimonial", "faq", "typical-job", "work", "paper"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** The drawings that finished work can be shown with (app/site/house/scenes.ts). */
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

export const paperKinds = ["licence", "insurance", "iso", "other"] as const;
export type PaperKind = (typeof paperKinds)[number];

/** So many days before a paper ends the office is warned. */
export const PAPER_WARNING_DAYS = 30;

/** A photo of a job that was copied for the portfolio; it is used with the customer's consent only. */
export const JOB_PICTURE = "job-picture";
/** A document that was uploaded as a PDF. */
export const PAPER_FILE = "paper";

declare module "~/platform/events/events" {
  interface Events {
    /** The subject is the entry, by its kind; of a service's page the service. */
    "content.added": Silent<{ kind: EntryKind }>;
    "content.edited": Silent<{ kind: EntryKind | "page" }>;
    "content.published": Silent<{ kind: EntryKind }>;
    "content.withdrawn": Silent<{ kind: EntryKind }>;
    "content.removed": Silent<{ kind: EntryKind; name: string }>;
    /** A paper, so many days before its last one. */
    "content.ending": { days: number };
    /** The subject is no single entry. */
    "content.arranged": Silent<{ kind: EntryKind }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** A picture or file that was named is gone, or belongs to something else. */
    "unknown-file": unknown;
    /** The price book has no such item of the service. */
    "unknown-price": unknown;
  }
}
