declare module "~/platform/events" {
  interface Events {
    "contact.message-sent": Record<string, never>;
  }
}

export {};
