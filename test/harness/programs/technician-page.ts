/** In-memory modules of the technician's page: bundled by phone.ts, so that a test can reload them. */
export * from "~/features/operations/technician-app/offline/drafts";
export * from "~/features/operations/technician-app/offline/phone-store";
export * from "~/technician/outbox";
