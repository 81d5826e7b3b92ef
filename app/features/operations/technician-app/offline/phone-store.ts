import type { SessionUser } from "~/platform/auth/session";
import type { DelayMinutes } from "../../bookings/arrival-estimate/delay-options";
import type { SitePayment, SitePaymentMethod } from "../site-payment";
import type { OwnVisits, ReportedMove } from "../views";
import type { VisitTap } from "../visit-taps";

/** IndexedDB of the phone: unsent taps, report drafts, and the last known visits. */

/** Tap with its data, stored until the server has confirmed it. */
export interface Tap {
  /** Assigned by the store, in the order of tapping. */
  seq: number;
  /** Idempotency key. */
  key: string;
  /** Other users of this phone never send it. */
  userId: string;
  visitId: string;
  reference: string;
  customerName: string;
  move: VisitTap;
  /** Minutes of a delay. */
  minutes?: DelayMinutes;
  version: number;
  /** ISO 8601. */
  tappedAt: string;
  /** The technician confirmed that the visit is meant although it is planned for another day. */
  confirmOtherDay?: boolean;
  reason: string;
  /** Dubai day on which work put on hold is expected to continue. Taps stored by older builds lack it. */
  continueOn?: string;
  note: string;
  /** Voice message. Taps stored by older builds lack it. */
  recording?: Upload;
  /** Readings, parts and payment: taps stored by older builds lack them. */
  readings?: string;
  parts?: string;
  payment?: SitePayment;
  photos: Picture[];
  signature: (Picture & { signedBy: string }) | null;
  /** Reason of a refusal; null while waiting to be sent. */
  refused: string | null;
  /** Sends it to the office if it is refused. Taps stored by older builds lack it. */
  lateReportKey?: string;
  /** True if it is sent to the office, because it was refused. */
  late?: boolean;
}

export type NewTap = Omit<Tap, "seq" | "key" | "tappedAt" | "refused">;

export interface Upload {
  blob: Blob;
  /** Id of the finished upload. */
  id: string | null;
}

export interface Picture extends Upload {
  /** Taken before the work. */
  beforeWork?: boolean;
}

/** Key of a draft: one per visit and transition. */
export interface DraftOf {
  userId: string;
  visitId: string;
  move: ReportedMove;
  /** For the office if the visit is reassigned. Drafts stored by older builds lack it. */
  visit?: { reference: string; customerName: string; version: number; lateReportKey?: string };
}

/** Stored in parts, because text changes often and pictures are large. */
export type DraftPart = DraftWords | DraftPicture | DraftRecording;

export interface DraftWords extends DraftOf {
  part: "words";
  /** Last change, ISO 8601. */
  at: string;
  reason: string;
  /** Empty if unknown. Drafts stored by older builds lack it. */
  continueOn?: string;
  note: string;
  signedBy: string;
  /** Text as typed. Drafts stored by older builds lack readings, parts and payment. */
  readings?: string;
  parts?: string;
  paymentMethod?: SitePaymentMethod | "";
  paymentAmount?: string;
}

export interface DraftPicture extends DraftOf {
  /** "signature", or a photo's name; sorted by name. */
  part: `photo ${string}` | "signature";
  at: string;
  blob: Blob;
  /** Taken before the work. */
  beforeWork?: boolean;
}

export interface DraftRecording extends DraftOf {
  part: "recording";
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
      // A newer build in another tab may need to upgrade the database.
      database.onversionchange = () => {
        database.close();
        opened = null;
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  }).catch((error) => {
    // The next call tries again.
    opened = null;
    throw error;
  });
  return opened;
}

/** Resolves once the transaction is complete on disk. */
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
      // Aborts, otherwise earlier requests of the transaction would be committed.
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

/** Stores a tap, replacing the report's draft. */
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

/** Key range of a draft's parts. */
function partsOf({ visitId, move }: DraftOf): IDBKeyRange {
  return IDBKeyRange.bound([visitId, move], [visitId, move, []]);
}

/** Sorted by name within each draft. */
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

export async function saveStored<Name extends keyof Kept>(name: Name, value: Kept[Name]): Promise<void> {
  await change([KEPT], (kept) => kept.put(value, name));
}

export async function findStored<Name extends keyof Kept>(name: Name): Promise<Kept[Name] | null> {
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

/** Removes customers' data at sign-out; unsent taps and drafts stay. */
export async function clearStoredVisits(): Promise<void> {
  await change([KEPT], (kept) => kept.clear());
}
