declare module "~/platform/events/events" {
  interface Events {
    "contact.message-sent": Record<string, never>;
  }
}

/** Retention of contact messages in months, as the privacy policy states it. */
export const MESSAGE_MONTHS = 12;
