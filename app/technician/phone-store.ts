import type { VisitMove } from "~/features/field/report";
import type { OwnVisits } from "~/features/field/views";
import type { SessionUser } from "~/platform/session";

/** What the phone keeps of its own, in IndexedDB: what was tapped and is not sent, and what was last known. */

/** Something tapped, with everything that goes with it, until the server has confirmed it. */
export interface Tap {
  /** Given by the store: the order of tapping. */
  seq: number;
  /** The idempotency key: however often it is sent, it is done once. */
  key: string;
  /** Whose it is: nobody else who signs in on this phone sends it. */
  userId: string;
  visitId: string;
  reference: string;
  customerName: string;
  move: VisitMove;
  version: number;
  /** ISO 8601. */
  tappedAt: string;
  reason: string;
  note: string;
  photos: Picture[];
  signature: (Picture & { by: string }) | null;
  /** Why the server did not take it, in words; null: it waits to be sent. */
  refused: string | null;
}

export interface Picture {
  blob: Blob;
  /** Of the upload, once it has arrived. */
  id: string | null;
}

interface Kept {
  visits: OwnVisits;
  user: SessionUser;
}

const TAPS = "taps";
const KEPT = "kept";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("technician", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TAPS, { keyPath: "seq", autoIncrement: true });
      request.result.createObjectStore(KEPT);
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  }).catch((error) => {
    // The next one who asks may be luckier.
    opened = null;
    throw error;
  });
  return opened;
}

/** Resolves when the change is on the disk, not before. */
async function change<Result>(
  store: string,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(store, "readwrite", { durability: "strict" });
    const request = work(transaction.objectStore(store));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

async function read<Result>(
  store: string,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const request = work(database.transaction(store).objectStore(store));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** In the order of tapping. */
export function listTaps(): Promise<Tap[]> {
  return read(TAPS, (store) => store.getAll() as IDBRequest<Tap[]>);
}

export async function addTap(tap: Omit<Tap, "seq">): Promise<void> {
  await change(TAPS, (store) => store.add(tap));
}

export async function saveTap(tap: Tap): Promise<void> {
  await change(TAPS, (store) => store.put(tap));
}

export async function removeTap({ seq }: Tap): Promise<void> {
  await change(TAPS, (store) => store.delete(seq));
}

export async function keep<Name extends keyof Kept>(name: Name, value: Kept[Name]): Promise<void> {
  await change(KEPT, (store) => store.put(value, name));
}

export async function findKept<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | null> {
  return (await read(KEPT, (store) => store.get(name) as IDBRequest<Kept[Name] | undefined>)) ?? null;
}

/** On signing out: customers' addresses do not stay on the phone. What waits to be sent does. */
export async function forgetKept(): Promise<void> {
  await change(KEPT, (store) => store.clear());
}
