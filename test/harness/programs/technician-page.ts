/** What the technician's page keeps in its memory: bundled by phone.ts, so that a test can load it anew. */
export * from "~/technician/drafts";
export * from "~/technician/outbox";
export * from "~/technician/phone-store";
