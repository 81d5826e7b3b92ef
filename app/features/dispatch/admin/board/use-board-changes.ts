import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { arrangeVisit, cancelVisit, unassignVisit } from "../../admin-client";
import { clockOf } from "../../board-time";
import type { VisitChanged } from "../../views";
import { type BoardItem, type BoardPlace, minuteText, placeOfItem } from "./board-item";

export type Change =
  | { kind: "arrange"; item: BoardItem; to: BoardPlace; override?: string }
  | { kind: "unassign" | "cancel"; item: BoardItem };

/** What was said last, and what stands in its way if it was refused. */
export interface Said {
  text: string;
  refused: boolean;
}

/** More than anybody remembers. */
const MOST_UNDONE = 30;

export type BoardChanges = ReturnType<typeof useBoardChanges>;

/**
 * Changes of the board. What is on its way shows at once where it is to lie, and goes back when it is refused. Each can
 * be undone, the last first, by its inverse from the version that it left.
 */
export function useBoardChanges(nameOf: (technicianId: string) => string) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, BoardPlace>>(new Map());
  const [undoable, setUndoable] = useState<readonly Change[]>([]);
  const [said, setSaid] = useState<Said | null>(null);

  function setPlace(key: string, place: BoardPlace | null) {
    setPending((before) => {
      const after = new Map(before);
      if (place) after.set(key, place);
      else after.delete(key);
      return after;
    });
  }

  /** Refused: the error, which is said unless it is a warning that somebody may overrule. */
  async function send(change: Change): Promise<VisitChanged | HttpError> {
    const { key } = change.item;
    if (change.kind === "arrange") setPlace(key, change.to);
    try {
      const changed = await call(change);
      await queryClient.invalidateQueries({ queryKey: ["bookings"] });
      return changed;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      if (!isWarning(error))
        setSaid({
          text: m.board_refused({ reference: change.item.reference, why: error.message }),
          refused: true,
        });
      void queryClient.invalidateQueries({ queryKey: ["bookings"] });
      return error;
    } finally {
      setPlace(key, null);
    }
  }

  async function make(change: Change): Promise<HttpError | null> {
    const changed = await send(change);
    if (changed instanceof HttpError) return changed;
    const inverse = inverseOf(change, changed);
    if (inverse) setUndoable((before) => [...before, inverse].slice(-MOST_UNDONE));
    setSaid({ text: wordsFor(change, nameOf), refused: false });
    return null;
  }

  async function undo(): Promise<void> {
    const last = undoable.at(-1);
    if (!last) return;
    setUndoable(undoable.slice(0, -1));
    const changed = await send(last);
    if (changed instanceof HttpError) {
      setSaid({
        text: m.board_refused({ reference: last.item.reference, why: changed.message }),
        refused: true,
      });
      return;
    }
    // What was done to this booking before leads on from here.
    const { version, visitId } = changed;
    setUndoable((before) =>
      before.map((change) =>
        change.item.bookingId === last.item.bookingId
          ? { ...change, item: { ...change.item, version, visitId: change.item.visitId && visitId } }
          : change,
      ),
    );
    setSaid({ text: m.board_undone({ reference: last.item.reference }), refused: false });
  }

  return { pending, said, canUndo: undoable.length > 0, make, undo };
}

export function isWarning(error: HttpError): boolean {
  return error.reason === "technician-warning";
}

function call(change: Change): Promise<VisitChanged> {
  const { bookingId, version, visitId } = change.item;
  if (change.kind === "arrange") {
    const { technicianId, day: date, startMin, durationMin } = change.to;
    const time = clockOf(startMin);
    return arrangeVisit({
      bookingId,
      version,
      visitId,
      technicianId,
      date,
      time,
      durationMin,
      override: change.override,
    });
  }
  const seen = { bookingId, version, visitId: visitId! };
  return change.kind === "unassign" ? unassignVisit(seen) : cancelVisit(seen);
}

/** What brings the board back to where it was; null where nothing can. */
function inverseOf(change: Change, { version, visitId }: VisitChanged): Change | null {
  const item = { ...change.item, version, visitId };
  const before = placeOfItem(change.item);
  if (change.kind === "arrange" && !change.item.visitId) return { kind: "cancel", item };
  if (change.kind === "arrange" && !before) return { kind: "unassign", item };
  if (!before) return null;
  const placed = change.kind === "cancel" ? { ...item, visitId: null } : item;
  // Where it lay before, over whatever warning there may be.
  return { kind: "arrange", item: placed, to: before, override: m.board_undo_reason() };
}

function wordsFor(change: Change, nameOf: (technicianId: string) => string): string {
  const { reference } = change.item;
  switch (change.kind) {
    case "arrange": {
      const { technicianId, startMin } = change.to;
      return m.board_done_arranged({ reference, name: nameOf(technicianId), time: minuteText(startMin) });
    }
    case "unassign":
      return m.board_done_unassigned({ reference });
    case "cancel":
      return m.board_done_cancelled({ reference });
  }
}
