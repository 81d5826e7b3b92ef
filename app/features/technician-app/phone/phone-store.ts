import type { SessionUser } from "~/platform/auth/session";
import type { DelayMinutes } from "../../bookings/arrival-estimate/delay-options";
import type { VisitTap } from "../report";
import type { OwnVisits, ReportedMove } from "../views";

/**
 * What the phone keeps of its own, in IndexedDB: what was tapped and is not sent, reports that are not finished, and what
 * was last known.
 */

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
  move: VisitTap;
  /** Of a delay: by how much. */
  minutes?: DelayMinutes;
  version: number;
  /** ISO 8601. */
  tappedAt: string;
  /** He was asked, and means the visit although it is planned for another day. */
  anotherDay?: boolean;
  reason: string;
  note: string;
  photos: Picture[];
  signature: (Picture & { by: string }) | null;
  /** Why the server did not take it, in words; null: it waits to be sent. */
  refused: string | null;
}

/** As it is tapped. */
export type NewTap = Omit<Tap, "seq" | "key" | "tappedAt" | "refused">;

export interface Picture {
  blob: Blob;
  /** Of the upload, once it has arrived. */
  id: string | null;
}

/** A report that is not finished: one for each visit and move. */
export interface DraftOf {
  userId: string;
  visitId: string;
  move: ReportedMove;
}

/** It is kept in parts, as its words change often and its pictures are large. */
export type DraftPart = DraftWords | DraftPicture;

export interface DraftWords extends DraftOf {
  part: "words";
  /** Of the last change, ISO 8601. */
  at: string;
  reason: string;
  note: string;
  signedBy: string;
}

export interface DraftPicture extends DraftOf {
  /** "signature", or a photo's own name; in the order of the names. */
  part: `photo ${string}` | "signature";
  at: string;
  blob: Blob;
}

interface Kept {
  visits: OwnVisits;
  user: SessionUser;
}

const TAPS = "taps";
const KEPT = "kept";
const DRAFTS = "drafts";

let opened: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open("technician", 2);
    request.onupgradeneeded = ({ oldVersion }) => {
      const database = request.result;
      if (oldVersion < 1) {
        database.createObjectStore(TAPS, { keyPath: "seq", autoIncrement: true });
        database.createObjectStore(KEPT);
      }
      database.createObjectStore(DRAFTS, { keyPath: ["visitId", "move", "part"] });
    };
    request.onsuccess = () => {
      const database = request.result;
      // The page of a newer build, in another tab, may want to change it.
      database.onversionchange = () => {
        database.close();
        opened = null;
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  }).catch((error) => {
    // The next one who asks may be luckier.
    opened = null;
    throw error;
  });
  return opened;
}

/** Resolves when the change is on the disk, not before: all of it or nothing. */
async function change<Result>(
  stores: string[],
  work: (...stores: IDBObjectStore[]) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(stores, "readwrite", { durability: "strict" });
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
    try {
      const request = work(...stores.map((store) => transaction.objectStore(store)));
      transaction.oncomplete = () => resolve(request.result);
    } catch (error) {
      // What was asked for before it would be done otherwise.
      reject(error);
      transaction.abort();
    }
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

/** Keeps what was tapped; in the place of the report's draft, where there is one. */
export async function addTap(tap: Omit<Tap, "seq">, draft: DraftOf | null): Promise<void> {
  await change([TAPS, DRAFTS], (taps, drafts) => {
    if (draft) drafts.delete(partsOf(draft));
    return taps.add(tap);
  });
}

export async function saveTap(tap: Tap): Promise<void> {
  await change([TAPS], (taps) => taps.put(tap));
}

export async function removeTap({ seq }: Tap): Promise<void> {
  await change([TAPS], (taps) => taps.delete(seq));
}

/** All parts of a draft: the range of keys that begin with its visit and move. */
function partsOf({ visitId, move }: DraftOf): IDBKeyRange {
  return IDBKeyRange.bound([visitId, move], [visitId, move, []]);
}

/** In the order of their names within each draft. */
export function listDraftParts(): Promise<DraftPart[]> {
  return read(DRAFTS, (drafts) => drafts.getAll() as IDBRequest<DraftPart[]>);
}

export async function saveDraftPart(part: DraftPart): Promise<void> {
  await change([DRAFTS], (drafts) => drafts.put(part));
}

export async function removeDraftPart({ visitId, move }: DraftOf, part: DraftPart["part"]): Promise<void> {
  await change([DRAFTS], (drafts) => drafts.delete([visitId, move, part]));
}

export async function removeDraft(draft: DraftOf): Promise<void> {
  await change([DRAFTS], (drafts) => drafts.delete(partsOf(draft)));
}

export async function keep<Name extends keyof Kept>(name: Name, value: Kept[Name]): Promise<void> {
  await change([KEPT], (kept) => kept.put(value, name));
}

export async function findKept<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | null> {
  return (await read(KEPT, (kept) => kept.get(name) as IDBRequest<Kept[Name] | undefined>)) ?? null;
}

/** Upgrades a list that an earlier build stored: the rest of the crew was called `alongside`, then `crewMates`. */
export function upgradeStoredList({ visits, ...stored }: OwnVisits): OwnVisits {
  type Crew = OwnVisits["visits"][number]["otherCrew"];
  type StoredVisit = OwnVisits["visits"][number] & { alongside?: Crew; crewMates?: Crew };
  return {
    ...stored,
    visits: visits.map(({ alongside, crewMates, ...visit }: StoredVisit) => ({
      otherCrew: crewMates ?? alongside,
      ...visit,
    })),
  };
}

/** On signing out: customers' addresses do not stay on the phone. What waits to be sent or finished does. */
export async function forgetKept(): Promise<void> {
  await change([KEPT], (kept) => kept.clear());
}
