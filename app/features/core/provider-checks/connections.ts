import { m } from "~/paraglide/messages";
import type { Silent } from "~/platform/events/events";

/** External services; the configuration decides which are used (README.md). */
export const testableConnections = ["smtp", "imap", "stripe", "maps", "analytics", "s3"] as const;
export type TestableConnection = (typeof testableConnections)[number];

/** SMS and WhatsApp have no test, because it would send a text. The office sees whether the service refuses the account. */
export const connections = ["smtp", "imap", "sms", "whatsapp", "stripe", "maps", "analytics", "s3"] as const;
export type Connection = (typeof connections)[number];

export function isTestable(connection: Connection): connection is TestableConnection {
  return testableConnections.some((one) => one === connection);
}

export const connectionLabels: Record<Connection, { label: () => string; hint: () => string }> = {
  smtp: { label: m.connections_smtp, hint: m.connections_smtp_hint },
  imap: { label: m.connections_imap, hint: m.connections_imap_hint },
  sms: { label: m.connections_sms, hint: m.connections_sms_hint },
  whatsapp: { label: m.connections_whatsapp, hint: m.connections_whatsapp_hint },
  stripe: { label: m.connections_stripe, hint: m.connections_stripe_hint },
  maps: { label: m.connections_maps, hint: m.connections_maps_hint },
  analytics: { label: m.connections_analytics, hint: m.connections_analytics_hint },
  s3: { label: m.connections_s3, hint: m.connections_s3_hint },
};

declare module "~/platform/events/events" {
  interface Events {
    "connection.tested": Silent<{ name: TestableConnection; success: boolean }>;
  }
}
