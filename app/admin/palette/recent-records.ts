import { RECENT_STORE } from "~/platform/auth/session";

/**
 * The records that somebody opened last, the latest first. The browser keeps their kinds and ids alone, and only while they
 * are signed in (session.ts): what they are called is asked of the server anew, which knows who may read them still.
 */
export interface RecentRecord {
  kind: "bookings" | "customers" | "quotes" | "invoices" | "contracts";
  id: string;
}

const MAX_ITEMS = 6;
const RECORD = /\/admin\/(bookings|customers|quotes|invoices|contracts)\/([0-9a-f-]{36})(?:\/|$)/;

/** The record of a page; null: it is of none. */
export function recordAt(pathname: string): RecentRecord | null {
  const [, kind, id] = RECORD.exec(pathname) ?? [];
  return kind && id ? { kind: kind as RecentRecord["kind"], id } : null;
}

/** Empty for everybody but whose they are. */
export function readRecent(userId: string): RecentRecord[] {
  try {
    const known = JSON.parse(localStorage.getItem(RECENT_STORE) ?? "null");
    return known?.userId === userId && Array.isArray(known.records) ? known.records : [];
  } catch {
    return [];
  }
}

export function keepRecent(userId: string, record: RecentRecord): void {
  const others = readRecent(userId).filter(({ id }) => id !== record.id);
  const records = [record, ...others].slice(0, MAX_ITEMS);
  try {
    localStorage.setItem(RECENT_STORE, JSON.stringify({ userId, records }));
  } catch {
    // Where nothing may be stored, nothing is remembered.
  }
}
