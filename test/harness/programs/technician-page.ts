/** In-memory modules of the technician's page: bundled by phone.ts, so that a test can reload them. */
export * from "~/features/operations/technician-app/phone/drafts";
export * from "~/features/operations/technician-app/phone/phone-store";
export * from "~/technician/outbox";
