import type { UndoToken } from "../../../../bookings/visits/undo-token";
import type { VisitChanged } from "../../../views";
import { type BoardItem, type BoardPlacement, itemPlacement } from "../board-item";
import { type Change, confirmsRequest, inverseChange, isUnchangedPlacement, itemAfter } from "./change";

/** State shown until the board reloads with that version. */
export interface OptimisticVisit {
  /** Stable, also when work becomes a visit. */
  key: string;
  /** Null if it is as on the board. */
  placement: BoardPlacement | null;
  inFlight: boolean;
  /** Booking version of the last answer. */
  version: number;
}

/** Keyed by item. */
export type OptimisticVisits = ReadonlyMap<string, OptimisticVisit>;

/** True if the local state is newer than the board. */
export function isAheadOfBoard(
  optimistic: OptimisticVisit | undefined,
  version: number,
): optimistic is OptimisticVisit {
  return optimistic !== undefined && (optimistic.inFlight || version < optimistic.version);
}

export type ChangeOutcome =
  | { ok: true; change: Change; answer: VisitChanged }
  /** `dropped`: later changes of the visit that were dropped with it. */
  | { ok: false; error: unknown; dropped: number }
  /** Dropped because an earlier change was refused with `error`. */
  | { ok: false; error: unknown; dropped: "itself" };

/** Result of the inverse change or of a recorded undo. */
export type UndoResult =
  | { undone: Change; outcome: ChangeOutcome }
  | { recorded: RecordedChange; error: unknown; outcome?: undefined };

/** Throws on refusal. */
export type SendChange = (change: Change, undo?: UndoToken) => Promise<VisitChanged>;

/** Visit or unassigned work changed in this tab. */
interface TrackedItem {
  key: string;
  bookingId: string;
  /** State after all changes in flight. */
  item: BoardItem;
  placement: BoardPlacement | null;
  /** From the last answer. */
  visitId: string | null;
  version: number;
  /** Number of changes. */
  inFlight: number;
  refusals: number;
  refusedBecause: unknown;
}

interface QueuedRequest {
  bookingIds: readonly string[];
  vacates: BoardPlacement | null;
  done: Promise<void>;
}

interface UndoableChange {
  tracked: TrackedItem;
  change: Change;
  /** Versions before and after; null while in flight. */
  answer: { from: number; result: VisitChanged } | null;
}

/** Change made in a dialog, such as planned days, that the board can undo. */
export interface RecordedChange {
  /** Message after the undo. */
  undoneText: string;
  /** Reference or technician, for the message of a refusal. */
  name: string;
  bookings: readonly { bookingId: string; from: number; leftVersion: number }[];
  undo: (
    undoOf: (booking: { bookingId: string; leftVersion: number }) => UndoToken,
  ) => Promise<readonly { bookingId: string; version: number }[]>;
}

const UNDO_HISTORY_LIMIT = 30;

/**
 * Queue of optimistic changes. Independent of React and the server.
 * Changes of a booking are sent in order, each with the version of the previous answer. Others run
 * concurrently, except for those that need a place which another vacates.
 * A refusal drops later changes of the same visit.
 */
export function createChangeQueue(send: SendChange, undoReason: () => string) {
  const trackedItems = new Map<string, TrackedItem>();
  /** By booking: latest version reached by this tab, and versions that undo has replaced. */
  const reachedVersions = new Map<string, number>();
  const undoneVersions = new Map<string, number[]>();
  let queuedRequests: QueuedRequest[] = [];
  let undoStack: (UndoableChange | RecordedChange)[] = [];
  let state = { optimistic: new Map() as OptimisticVisits, canUndo: false };
  const listeners = new Set<() => void>();

  function publish() {
    const optimistic = new Map<string, OptimisticVisit>();
    for (const [key, tracked] of trackedItems) {
      const { placement, inFlight, version } = tracked;
      optimistic.set(key, { key: tracked.key, placement, inFlight: inFlight > 0, version });
    }
    state = { optimistic, canUndo: undoStack.length > 0 };
    for (const listener of listeners) listener();
  }

  /** Continues from the optimistic state if it is newer than the board. */
  function trackItem(item: BoardItem): TrackedItem {
    const existing = trackedItems.get(item.key);
    const initialState = { item, placement: null, visitId: item.visitId };
    if (existing) {
      const ahead = existing.inFlight > 0 || item.version < existing.version;
      return ahead ? existing : Object.assign(existing, initialState);
    }
    const { key, bookingId } = item;
    const tracked = {
      ...initialState,
      key,
      bookingId,
      version: 0,
      inFlight: 0,
      refusals: 0,
      refusedBecause: null,
    };
    trackedItems.set(item.key, tracked);
    return tracked;
  }

  /** Waits for earlier requests of the booking and for those that vacate the place. */
  function enqueue<Result>(
    {
      bookingIds,
      vacates,
      occupies,
    }: {
      bookingIds: readonly string[];
      vacates: BoardPlacement | null;
      occupies: BoardPlacement | null;
    },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const earlier = queuedRequests.filter(
      (request) =>
        request.bookingIds.some((id) => bookingIds.includes(id)) || isSameDay(request.vacates, occupies),
    );
    const result = Promise.all(earlier.map(({ done }) => done)).then(work);
    const queued: QueuedRequest = {
      bookingIds,
      vacates,
      done: result.then(
        () => {},
        () => {},
      ),
    };
    queuedRequests = [...queuedRequests, queued];
    void queued.done.then(() => {
      queuedRequests = queuedRequests.filter((request) => request !== queued);
    });
    return result;
  }

  /** Publishes the new state at once; `draft` builds the request when its turn comes. */
  function applyOptimistically(
    tracked: TrackedItem,
    { after, placement }: { after: BoardItem; placement: BoardPlacement | null },
    draft: () => { change: Change; undo?: UndoToken },
  ): Promise<ChangeOutcome> {
    const earlier = { item: tracked.item, placement: tracked.placement };
    const { refusals, bookingId } = tracked;
    Object.assign(tracked, { item: after, placement, inFlight: tracked.inFlight + 1 });
    publish();
    const at = {
      bookingIds: [bookingId],
      vacates: itemPlacement(earlier.item),
      occupies: itemPlacement(after),
    };
    return enqueue(at, async (): Promise<ChangeOutcome> => {
      try {
        if (tracked.refusals > refusals)
          return { ok: false, error: tracked.refusedBecause, dropped: "itself" };
        const { change, undo } = draft();
        const version = Math.max(change.item.version, reachedVersions.get(bookingId) ?? 0);
        const sent = { ...change, item: { ...change.item, version, visitId: tracked.visitId } };
        const answer = await send(sent, undo);
        reachedVersions.set(bookingId, answer.version);
        tracked.version = answer.version;
        tracked.visitId = leavesNoVisit(change) ? null : answer.visitId;
        // Placed work and cancelled visits get another key on the board.
        trackedItems.set(answer.visitId, tracked);
        return { ok: true, change: sent, answer };
      } catch (error) {
        Object.assign(tracked, earlier, { refusals: tracked.refusals + 1, refusedBecause: error });
        return { ok: false, error, dropped: tracked.inFlight - 1 };
      } finally {
        tracked.inFlight--;
        publish();
      }
    });
  }

  function removeFromUndoStack(entry: UndoableChange | RecordedChange) {
    undoStack = undoStack.filter((request) => request !== entry);
    publish();
  }

  function undoRecorded({ bookings, undo }: RecordedChange) {
    const bookingIds = bookings.map(({ bookingId }) => bookingId);
    return enqueue({ bookingIds, vacates: null, occupies: null }, async () => {
      try {
        const undone = await undo(({ bookingId, leftVersion }) => ({
          leftVersion,
          undoneVersions: undoneVersions.get(bookingId) ?? [],
        }));
        for (const { bookingId, version } of undone) {
          const first = Math.min(
            ...bookings.flatMap((booking) => (booking.bookingId === bookingId ? booking.from : [])),
          );
          reachedVersions.set(bookingId, version);
          const versions = Array.from({ length: version - first }, (_, step) => first + step);
          undoneVersions.set(bookingId, [...(undoneVersions.get(bookingId) ?? []), ...versions]);
        }
        return { error: null };
      } catch (error) {
        return { error };
      }
    });
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    async apply(requested: Change): Promise<ChangeOutcome> {
      const tracked = trackItem(requested.item);
      const change = { ...requested, item: tracked.item };
      const entry: UndoableChange = { tracked, change, answer: null };
      if (!isUnchangedPlacement(change) || confirmsRequest(change))
        undoStack = [...undoStack, entry].slice(-UNDO_HISTORY_LIMIT);
      const placement = change.kind === "arrange" ? change.to : tracked.placement;
      const outcome = await applyOptimistically(tracked, { after: itemAfter(change), placement }, () => ({
        change,
      }));
      if (!outcome.ok) {
        removeFromUndoStack(entry);
        return outcome;
      }
      const from = outcome.change.item.version;
      entry.change = outcome.change;
      entry.answer = { from, result: outcome.answer };
      const changedNothing = outcome.answer.version === from;
      if (changedNothing || !inverseChange(entry.change, outcome.answer, "")) removeFromUndoStack(entry);
      return outcome;
    },

    recordChange(done: RecordedChange) {
      for (const { bookingId, leftVersion } of done.bookings) {
        reachedVersions.set(bookingId, Math.max(leftVersion, reachedVersions.get(bookingId) ?? 0));
      }
      undoStack = [...undoStack, done].slice(-UNDO_HISTORY_LIMIT);
      publish();
    },

    /** Undoes the last change, even if it is in flight; null if there is none. */
    async undo(): Promise<UndoResult | null> {
      const entry = undoStack.at(-1);
      if (!entry) return null;
      removeFromUndoStack(entry);
      if ("undo" in entry) return { recorded: entry, ...(await undoRecorded(entry)) };
      const { tracked } = entry;
      const { item } = entry.change;
      const before = { after: item, placement: itemPlacement(item) };
      const outcome = await applyOptimistically(tracked, before, () => {
        // Never null here: a refused change would have dropped this one.
        const { result } = entry.answer!;
        const undo = {
          leftVersion: result.version,
          undoneVersions: undoneVersions.get(tracked.bookingId) ?? [],
        };
        return { change: inverseChange(entry.change, result, undoReason())!, undo };
      });
      if (outcome.ok) {
        const { from, result } = entry.answer!;
        const versions = Array.from({ length: result.version - from }, (_, step) => from + step);
        const earlierVersions = undoneVersions.get(tracked.bookingId) ?? [];
        undoneVersions.set(tracked.bookingId, [...earlierVersions, ...versions, outcome.answer.version - 1]);
      }
      return { undone: entry.change, outcome };
    },
  };
}

/** The undone placement of a request without a held time was a new visit. */
function leavesNoVisit(change: Change): boolean {
  if (change.kind === "undoConfirm") return change.otherwise?.kind === "cancel";
  return change.kind === "cancel";
}

function isSameDay(leftVersion: BoardPlacement | null, target: BoardPlacement | null): boolean {
  return (
    leftVersion !== null &&
    leftVersion.technicianId === target?.technicianId &&
    leftVersion.day === target.day
  );
}
