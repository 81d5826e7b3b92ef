import { RECENT_STORE } from "~/platform/auth/session";

/**
 * Recently opened records, newest first. The browser stores kinds and ids only, and only while the user is
 * signed in (session.ts); names are read from the server, which checks the permission again.
 */
export interface RecentRecord {
  kind: "bookings" | "customers" | "quotes" | "invoices" | "contracts";
  id: string;
}

const MAX_ITEMS = 6;
const RECORD = /\/admin\/(bookings|customers|quotes|invoices|contracts)\/([0-9a-f-]{36})(?:\/|$)/;

/** Returns the record of a page, or null. */
export function recordAt(pathname: string): RecentRecord | null {
  const [, kind, id] = RECORD.exec(pathname) ?? [];
  return kind && id ? { kind: kind as RecentRecord["kind"], id } : null;
}

/** Returns the user's recent records; empty if another user stored them. */
export function readRecentRecords(userId: string): RecentRecord[] {
  try {
    const stored = JSON.parse(localStorage.getItem(RECENT_STORE) ?? "null");
    return stored?.userId === userId && Array.isArray(stored.records) ? stored.records : [];
  } catch {
    return [];
  }
}

export function storeRecent(userId: string, record: RecentRecord): void {
  const others = readRecentRecords(userId).filter(({ id }) => id !== record.id);
  const records = [record, ...others].slice(0, MAX_ITEMS);
  try {
    localStorage.setItem(RECENT_STORE, JSON.stringify({ userId, records }));
  } catch {
    // Without storage nothing is remembered.
  }
}
