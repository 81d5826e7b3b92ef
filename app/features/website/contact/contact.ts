declare module "~/platform/events/events" {
  interface Events {
    "contact.message-sent": Record<string, never>;
  }
}

export {};
