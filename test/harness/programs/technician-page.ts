/** What the technician's page keeps in its memory: bundled by phone.ts, so that a test can load it anew. */
export * from "~/features/technician-app/phone/drafts";
export * from "~/features/technician-app/phone/phone-store";
export * from "~/technician/outbox";
