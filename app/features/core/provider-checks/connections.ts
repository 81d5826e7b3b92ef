import { m } from "~/paraglide/messages";
import type { Silent } from "~/platform/events/events";

/** External services; the configuration decides which are used (README.md). */
export const connections = ["smtp", "imap", "stripe", "maps", "analytics", "s3"] as const;
export type Connection = (typeof connections)[number];

export const connectionLabels: Record<Connection, { label: () => string; hint: () => string }> = {
  smtp: { label: m.connections_smtp, hint: m.connections_smtp_hint },
  imap: { label: m.connections_imap, hint: m.connections_imap_hint },
  stripe: { label: m.connections_stripe, hint: m.connections_stripe_hint },
  maps: { label: m.connections_maps, hint: m.connections_maps_hint },
  analytics: { label: m.connections_analytics, hint: m.connections_analytics_hint },
  s3: { label: m.connections_s3, hint: m.connections_s3_hint },
};

declare module "~/platform/events/events" {
  interface Events {
    "connection.tested": Silent<{ name: Connection; success: boolean }>;
  }
}
