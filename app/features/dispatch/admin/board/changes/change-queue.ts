import type { UndoToken } from "../../../../bookings/visits/undo-token";
import type { VisitChanged } from "../../../views";
import { type BoardItem, type BoardPlacement, itemPlacement } from "../board-item";
import { type Change, inverseChange, itemAfter } from "./change";

/** How a visit that was changed here is drawn until the board itself tells the change. */
export interface OptimisticVisit {
  /** The same for as long as it is changed here, also where work becomes a visit. */
  key: string;
  /** Null: where the board has it. */
  placement: BoardPlacement | null;
  inFlight: boolean;
  /** Of its booking, as the last answer told it. */
  version: number;
}

/** By the key of its item. */
export type OptimisticVisits = ReadonlyMap<string, OptimisticVisit>;

/** Whether it is drawn as it was changed here, whatever a board of this version tells. */
export function isAheadOfBoard(
  optimistic: OptimisticVisit | undefined,
  version: number,
): optimistic is OptimisticVisit {
  return optimistic !== undefined && (optimistic.inFlight || version < optimistic.version);
}

export type ChangeOutcome =
  | { ok: true; change: Change; answer: VisitChanged }
  /** `dropped`: how many later changes of the same visit were built on it. */
  | { ok: false; error: unknown; dropped: number }
  /** One that it was built on was refused, with `error`. */
  | { ok: false; error: unknown; dropped: "itself" };

/** What was undone, and how: by its inverse, or by its own way back, with why not. */
export type UndoResult =
  | { undone: Change; outcome: ChangeOutcome }
  | { recorded: RecordedChange; error: unknown; outcome?: undefined };

/** Sends one change, and tells what it left; throws why not. */
export type SendChange = (change: Change, undo?: UndoToken) => Promise<VisitChanged>;

/** A visit, or work without one, that was changed here. */
interface TrackedItem {
  key: string;
  bookingId: string;
  /** As it is once everything that is under way was agreed to. */
  item: BoardItem;
  placement: BoardPlacement | null;
  /** As the last answer told it. */
  visitId: string | null;
  version: number;
  /** How many changes are under way. */
  inFlight: number;
  refusals: number;
  refusedBecause: unknown;
}

interface QueuedRequest {
  bookingId: string;
  vacates: BoardPlacement | null;
  done: Promise<void>;
}

interface UndoableChange {
  tracked: TrackedItem;
  change: Change;
  /** The version it was made from and the one it left; null while it is under way. */
  answer: { from: number; result: VisitChanged } | null;
}

/** What was done in a dialog of its own and can be undone from the board, too: days that were planned at once. */
export interface RecordedChange {
  bookingId: string;
  reference: string;
  /** The version that it was made from, and the one that it left. */
  from: number;
  leftVersion: number;
  /** Undoes it, and tells the version that it left. */
  undo: (undo: UndoToken) => Promise<{ version: number }>;
}

/** More than anybody remembers. */
const UNDO_HISTORY_LIMIT = 30;

/**
 * The changes that a dispatcher makes on the board, quicker than the server answers. Those of one booking go out in
 * order, each from the version that the one before it left; others beside them, but for one that wants the place which
 * another leaves. A refused one takes those with it that were built on it. Knows no React, and no server.
 */
export function createChangeQueue(send: SendChange, undoReason: () => string) {
  const trackedItems = new Map<string, TrackedItem>();
  /** By booking: the version that our own changes reached, and which versions were left by what was undone. */
  const reachedVersions = new Map<string, number>();
  const ownVersions = new Map<string, number[]>();
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

  /** What is drawn as changed here goes on from there; anything else from where the board has it. */
  function trackItem(item: BoardItem): TrackedItem {
    const existing = trackedItems.get(item.key);
    const fresh = { item, placement: null, visitId: item.visitId };
    if (existing) {
      const ahead = existing.inFlight > 0 || item.version < existing.version;
      return ahead ? existing : Object.assign(existing, fresh);
    }
    const { key, bookingId } = item;
    const tracked = { ...fresh, key, bookingId, version: 0, inFlight: 0, refusals: 0, refusedBecause: null };
    trackedItems.set(item.key, tracked);
    return tracked;
  }

  /** Runs it after what it has to wait for. */
  function enqueue<Result>(
    {
      bookingId,
      vacates,
      occupies,
    }: { bookingId: string; vacates: BoardPlacement | null; occupies: BoardPlacement | null },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const before = queuedRequests.filter(
      (one) => one.bookingId === bookingId || isSameDay(one.vacates, occupies),
    );
    const result = Promise.all(before.map(({ done }) => done)).then(work);
    const queued: QueuedRequest = {
      bookingId,
      vacates,
      done: result.then(
        () => {},
        () => {},
      ),
    };
    queuedRequests = [...queuedRequests, queued];
    void queued.done.then(() => {
      queuedRequests = queuedRequests.filter((one) => one !== queued);
    });
    return result;
  }

  /** Shows a change of a line at once, and sends what `draft` makes of it when its turn comes. */
  function applyOptimistically(
    tracked: TrackedItem,
    { after, placement }: { after: BoardItem; placement: BoardPlacement | null },
    draft: () => { change: Change; undo?: UndoToken },
  ): Promise<ChangeOutcome> {
    const before = { item: tracked.item, placement: tracked.placement };
    const { refusals, bookingId } = tracked;
    Object.assign(tracked, { item: after, placement, inFlight: tracked.inFlight + 1 });
    publish();
    const at = { bookingId, vacates: itemPlacement(before.item), occupies: itemPlacement(after) };
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
        tracked.visitId = change.kind === "cancel" ? null : answer.visitId;
        // Work that was placed, or a visit that was called off, is another one for the board.
        trackedItems.set(answer.visitId, tracked);
        return { ok: true, change: sent, answer };
      } catch (error) {
        Object.assign(tracked, before, { refusals: tracked.refusals + 1, refusedBecause: error });
        return { ok: false, error, dropped: tracked.inFlight - 1 };
      } finally {
        tracked.inFlight--;
        publish();
      }
    });
  }

  function removeFromUndoStack(entry: UndoableChange | RecordedChange) {
    undoStack = undoStack.filter((one) => one !== entry);
    publish();
  }

  /** Undoes what was remembered, after what is under way of the same booking. */
  function undoRecorded({ bookingId, from, leftVersion, undo }: RecordedChange) {
    return enqueue({ bookingId, vacates: null, occupies: null }, async () => {
      const earlierVersions = ownVersions.get(bookingId) ?? [];
      try {
        const { version } = await undo({ leftVersion, ownVersions: earlierVersions });
        reachedVersions.set(bookingId, version);
        const versions = Array.from({ length: leftVersion - from }, (_, step) => from + step);
        ownVersions.set(bookingId, [...earlierVersions, ...versions, version - 1]);
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

    /** Makes a change, from what is drawn of its item. */
    async make(asked: Change): Promise<ChangeOutcome> {
      const tracked = trackItem(asked.item);
      const change = { ...asked, item: tracked.item };
      const entry: UndoableChange = { tracked, change, answer: null };
      // Confirmed where it lies: that is told to the customer, and nothing brings it back.
      if (!isUnchangedPlacement(change)) undoStack = [...undoStack, entry].slice(-UNDO_HISTORY_LIMIT);
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

    /** Keeps what was done elsewhere among what can be undone. */
    recordChange(done: RecordedChange) {
      reachedVersions.set(done.bookingId, done.leftVersion);
      undoStack = [...undoStack, done].slice(-UNDO_HISTORY_LIMIT);
      publish();
    },

    /** Undoes what was made last by now, even if it is still on its way; null: there is nothing. */
    async undo(): Promise<UndoResult | null> {
      const entry = undoStack.at(-1);
      if (!entry) return null;
      removeFromUndoStack(entry);
      if ("undo" in entry) return { recorded: entry, ...(await undoRecorded(entry)) };
      const { tracked } = entry;
      const { kind, item } = entry.change;
      const isConfirmed = kind === "arrange" && item.bookingState === "requested";
      const after = isConfirmed ? { ...item, bookingState: "confirmed" as const } : item;
      const outcome = await applyOptimistically(tracked, { after, placement: itemPlacement(after) }, () => {
        // Refused, it would have taken this with it.
        const { result } = entry.answer!;
        const undo = { leftVersion: result.version, ownVersions: ownVersions.get(tracked.bookingId) ?? [] };
        return { change: inverseChange(entry.change, result, undoReason())!, undo };
      });
      if (outcome.ok) {
        const { from, result } = entry.answer!;
        const versions = Array.from({ length: result.version - from }, (_, step) => from + step);
        const earlierVersions = ownVersions.get(tracked.bookingId) ?? [];
        ownVersions.set(tracked.bookingId, [...earlierVersions, ...versions, outcome.answer.version - 1]);
      }
      return { undone: entry.change, outcome };
    },
  };
}

function isUnchangedPlacement(change: Change): boolean {
  if (change.kind !== "arrange") return false;
  const before = itemPlacement(change.item);
  const { technicianId, day, startMin, durationMin } = change.to;
  return (
    before?.technicianId === technicianId &&
    before.day === day &&
    before.startMin === startMin &&
    before.durationMin === durationMin
  );
}

function isSameDay(leftVersion: BoardPlacement | null, wanted: BoardPlacement | null): boolean {
  return (
    leftVersion !== null &&
    leftVersion.technicianId === wanted?.technicianId &&
    leftVersion.day === wanted.day
  );
}
