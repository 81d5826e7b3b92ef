import type { Permission } from "~/platform/auth/permissions";

/**
 * Permissions that a key can have, by area: read and change. All others are excluded: account, team,
 * settings, keys, sign-in (docs/domain.md, "API keys and webhooks").
 */
export const keyAreas = {
  bookings: { read: "bookings.read", change: "bookings.manage" },
  visits: { change: "visits.plan" },
  customers: { read: "customers.read", change: "customers.manage" },
  contracts: { read: "contracts.read", change: "contracts.manage" },
  quotes: { read: "quotes.read", change: "quotes.manage" },
  invoices: { read: "invoices.read", change: "invoices.manage" },
  payments: { change: "payments.record" },
  refunds: { change: "payments.refund" },
  technicians: { read: "technicians.read", change: "technicians.manage" },
  holidays: { change: "holidays.manage" },
  services: { read: "services.read", change: "services.manage" },
  prices: { read: "prices.read", change: "prices.manage" },
  activity: { read: "activity.read" },
} as const satisfies Record<string, { read?: Permission; change?: Permission }>;

export type KeyArea = keyof typeof keyAreas;
export type KeyPermission = {
  [Area in KeyArea]: (typeof keyAreas)[Area][keyof (typeof keyAreas)[Area]];
}[KeyArea];

export const keyPermissions = Object.values(keyAreas).flatMap((area) =>
  Object.values(area),
) as KeyPermission[];

/** Adds read permission to each write permission. */
export function withReadPermissions(permissions: readonly KeyPermission[]): KeyPermission[] {
  const areas: { read?: KeyPermission; change?: KeyPermission }[] = Object.values(keyAreas);
  const read = areas.flatMap(({ read, change }) =>
    read && change && permissions.includes(change) ? [read] : [],
  );
  return keyPermissions.filter((one) => permissions.includes(one) || read.includes(one));
}
