import type { UndoToken } from "../../../../bookings/visits/undo-token";
import type { VisitChanged } from "../../../views";
import { type BoardItem, type BoardPlace, placeOfItem } from "../board-item";
import { type Change, inverseOf, itemAfter } from "./change";

/** How a visit that was changed here is drawn until the board itself tells the change. */
export interface Drawn {
  /** The same for as long as it is changed here, also where work becomes a visit. */
  key: string;
  /** Null: where the board has it. */
  place: BoardPlace | null;
  underWay: boolean;
  /** Of its booking, as the last answer told it. */
  version: number;
}

/** By the key of its item. */
export type DrawnByKey = ReadonlyMap<string, Drawn>;

/** Whether it is drawn as it was changed here, whatever a board of this version tells. */
export function isAhead(drawn: Drawn | undefined, version: number): drawn is Drawn {
  return drawn !== undefined && (drawn.underWay || version < drawn.version);
}

export type Outcome =
  | { ok: true; change: Change; answer: VisitChanged }
  /** `dropped`: how many later changes of the same visit were built on it. */
  | { ok: false; error: unknown; dropped: number }
  /** One that it was built on was refused, with `error`. */
  | { ok: false; error: unknown; dropped: "itself" };

/** What was undone, and how: by its inverse, or by its own way back, with why not. */
export type Undone =
  | { undone: Change; outcome: Outcome }
  | { remembered: Remembered; error: unknown; outcome?: undefined };

/** Sends one change, and tells what it left; throws why not. */
export type Send = (change: Change, undo?: UndoToken) => Promise<VisitChanged>;

/** A visit, or work without one, that was changed here. */
interface Line {
  key: string;
  bookingId: string;
  /** As it is once everything that is under way was agreed to. */
  item: BoardItem;
  place: BoardPlace | null;
  /** As the last answer told it. */
  visitId: string | null;
  version: number;
  /** How many changes are under way. */
  underWay: number;
  refusals: number;
  refusedBecause: unknown;
}

interface Turn {
  bookingId: string;
  leaves: BoardPlace | null;
  done: Promise<void>;
}

interface Made {
  line: Line;
  change: Change;
  /** The version it was made from and the one it left; null while it is under way. */
  answer: { from: number; result: VisitChanged } | null;
}

/** What was done in a dialog of its own and can be undone from the board, too: days that were planned at once. */
export interface Remembered {
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
export function createChangeQueue(send: Send, undoReason: () => string) {
  const lines = new Map<string, Line>();
  /** By booking: the version that our own changes reached, and which versions were left by what was undone. */
  const reached = new Map<string, number>();
  const ownVersions = new Map<string, number[]>();
  let turns: Turn[] = [];
  let undoable: (Made | Remembered)[] = [];
  let state = { drawn: new Map() as DrawnByKey, canUndo: false };
  const listeners = new Set<() => void>();

  function publish() {
    const drawn = new Map<string, Drawn>();
    for (const [key, line] of lines) {
      const { place, underWay, version } = line;
      drawn.set(key, { key: line.key, place, underWay: underWay > 0, version });
    }
    state = { drawn, canUndo: undoable.length > 0 };
    for (const listener of listeners) listener();
  }

  /** What is drawn as changed here goes on from there; anything else from where the board has it. */
  function lineOf(item: BoardItem): Line {
    const directory = lines.get(item.key);
    const fresh = { item, place: null, visitId: item.visitId };
    if (directory) {
      const ahead = directory.underWay > 0 || item.version < directory.version;
      return ahead ? directory : Object.assign(directory, fresh);
    }
    const { key, bookingId } = item;
    const line = { ...fresh, key, bookingId, version: 0, underWay: 0, refusals: 0, refusedBecause: null };
    lines.set(item.key, line);
    return line;
  }

  /** Runs it after what it has to wait for. */
  function inTurn<Result>(
    { bookingId, leaves, wants }: { bookingId: string; leaves: BoardPlace | null; wants: BoardPlace | null },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const before = turns.filter((one) => one.bookingId === bookingId || isSameDay(one.leaves, wants));
    const result = Promise.all(before.map(({ done }) => done)).then(work);
    const turn: Turn = {
      bookingId,
      leaves,
      done: result.then(
        () => {},
        () => {},
      ),
    };
    turns = [...turns, turn];
    void turn.done.then(() => {
      turns = turns.filter((one) => one !== turn);
    });
    return result;
  }

  /** Shows a change of a line at once, and sends what `draft` makes of it when its turn comes. */
  function put(
    line: Line,
    { after, place }: { after: BoardItem; place: BoardPlace | null },
    draft: () => { change: Change; undo?: UndoToken },
  ): Promise<Outcome> {
    const before = { item: line.item, place: line.place };
    const { refusals, bookingId } = line;
    Object.assign(line, { item: after, place, underWay: line.underWay + 1 });
    publish();
    const at = { bookingId, leaves: placeOfItem(before.item), wants: placeOfItem(after) };
    return inTurn(at, async (): Promise<Outcome> => {
      try {
        if (line.refusals > refusals) return { ok: false, error: line.refusedBecause, dropped: "itself" };
        const { change, undo } = draft();
        const version = Math.max(change.item.version, reached.get(bookingId) ?? 0);
        const sent = { ...change, item: { ...change.item, version, visitId: line.visitId } };
        const answer = await send(sent, undo);
        reached.set(bookingId, answer.version);
        line.version = answer.version;
        line.visitId = change.kind === "cancel" ? null : answer.visitId;
        // Work that was placed, or a visit that was called off, is another one for the board.
        lines.set(answer.visitId, line);
        return { ok: true, change: sent, answer };
      } catch (error) {
        Object.assign(line, before, { refusals: line.refusals + 1, refusedBecause: error });
        return { ok: false, error, dropped: line.underWay - 1 };
      } finally {
        line.underWay--;
        publish();
      }
    });
  }

  function forget(made: Made | Remembered) {
    undoable = undoable.filter((one) => one !== made);
    publish();
  }

  /** Undoes what was remembered, after what is under way of the same booking. */
  function takeBack({ bookingId, from, leftVersion, undo }: Remembered) {
    return inTurn({ bookingId, leaves: null, wants: null }, async () => {
      const directory = ownVersions.get(bookingId) ?? [];
      try {
        const { version } = await undo({ leftVersion, ownVersions: directory });
        reached.set(bookingId, version);
        const its = Array.from({ length: leftVersion - from }, (_, step) => from + step);
        ownVersions.set(bookingId, [...directory, ...its, version - 1]);
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
    async make(asked: Change): Promise<Outcome> {
      const line = lineOf(asked.item);
      const change = { ...asked, item: line.item };
      const made: Made = { line, change, answer: null };
      // Confirmed where it lies: that is told to the customer, and nothing brings it back.
      if (!staysPut(change)) undoable = [...undoable, made].slice(-UNDO_HISTORY_LIMIT);
      const place = change.kind === "arrange" ? change.to : line.place;
      const outcome = await put(line, { after: itemAfter(change), place }, () => ({ change }));
      if (!outcome.ok) {
        forget(made);
        return outcome;
      }
      const from = outcome.change.item.version;
      made.change = outcome.change;
      made.answer = { from, result: outcome.answer };
      const changedNothing = outcome.answer.version === from;
      if (changedNothing || !inverseOf(made.change, outcome.answer, "")) forget(made);
      return outcome;
    },

    /** Keeps what was done elsewhere among what can be undone. */
    remember(done: Remembered) {
      reached.set(done.bookingId, done.leftVersion);
      undoable = [...undoable, done].slice(-UNDO_HISTORY_LIMIT);
      publish();
    },

    /** Undoes what was made last by now, even if it is still on its way; null: there is nothing. */
    async undo(): Promise<Undone | null> {
      const made = undoable.at(-1);
      if (!made) return null;
      forget(made);
      if ("undo" in made) return { remembered: made, ...(await takeBack(made)) };
      const { line } = made;
      const { kind, item } = made.change;
      const isConfirmed = kind === "arrange" && item.bookingState === "requested";
      const after = isConfirmed ? { ...item, bookingState: "confirmed" as const } : item;
      const outcome = await put(line, { after, place: placeOfItem(after) }, () => {
        // Refused, it would have taken this with it.
        const { result } = made.answer!;
        const undo = { leftVersion: result.version, ownVersions: ownVersions.get(line.bookingId) ?? [] };
        return { change: inverseOf(made.change, result, undoReason())!, undo };
      });
      if (outcome.ok) {
        const { from, result } = made.answer!;
        const its = Array.from({ length: result.version - from }, (_, step) => from + step);
        const directory = ownVersions.get(line.bookingId) ?? [];
        ownVersions.set(line.bookingId, [...directory, ...its, outcome.answer.version - 1]);
      }
      return { undone: made.change, outcome };
    },
  };
}

function staysPut(change: Change): boolean {
  if (change.kind !== "arrange") return false;
  const before = placeOfItem(change.item);
  const { technicianId, day, startMin, durationMin } = change.to;
  return (
    before?.technicianId === technicianId &&
    before.day === day &&
    before.startMin === startMin &&
    before.durationMin === durationMin
  );
}

function isSameDay(leftVersion: BoardPlace | null, wanted: BoardPlace | null): boolean {
  return (
    leftVersion !== null &&
    leftVersion.technicianId === wanted?.technicianId &&
    leftVersion.day === wanted.day
  );
}
