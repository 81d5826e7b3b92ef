import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { isolated } from "~/platform/locale/locale";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { arrangeVisit, cancelVisit, unassignVisit } from "../../admin-client";
import { clockOf } from "../../board-time";
import type { VisitChanged } from "../../views";
import { type BoardItem, type BoardPlace, minuteText, placeOfItem } from "./board-item";

export type Change =
  | { kind: "arrange"; item: BoardItem; to: BoardPlace; override?: string; asHeld?: boolean }
  | { kind: "unassign"; item: BoardItem; back?: { date: string; time: string; durationMin: number } }
  | { kind: "cancel"; item: BoardItem };

/** What undoes a change; and whether that had confirmed a request, of which the customer has been told. */
interface Inverse {
  change: Change;
  staysConfirmed: boolean;
}

/** A change that was made, or is on its way: then nobody knows yet what undoes it, but that it is the last one. */
interface Undoable {
  inverse: Inverse | null;
}

/** What was said last, and what stands in its way if it was refused. */
export interface Said {
  text: string;
  refused: boolean;
}

/** More than anybody remembers. */
const MOST_UNDONE = 30;

export type BoardChanges = ReturnType<typeof useBoardChanges>;

/**
 * Changes of the board, one after the other. What is on its way shows at once where it is to lie, and goes back when it
 * is refused. Each can be undone, the last first, by its inverse from the version that it left.
 */
export function useBoardChanges(nameOf: (technicianId: string) => string) {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<ReadonlyMap<string, BoardPlace>>(new Map());
  const [said, setSaid] = useState<Said | null>(null);
  const [canUndo, setCanUndo] = useState(false);
  const undoable = useRef<Undoable[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  /** What our own changes left: whoever drags on before the board was asked for again goes on from there. */
  const reached = useRef(new Map<string, number>());

  /** Whoever is quicker than the server waits for it: the next change starts from what the last one left. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = queue.current.then(work);
    queue.current = done.catch(() => {});
    return done;
  }

  function setPlace(key: string, place: BoardPlace | null) {
    setPending((before) => {
      const after = new Map(before);
      if (place) after.set(key, place);
      else after.delete(key);
      return after;
    });
  }

  async function send(change: Change): Promise<VisitChanged | HttpError> {
    const { key, bookingId } = change.item;
    const version = Math.max(change.item.version, reached.current.get(bookingId) ?? 0);
    try {
      const changed = await call({ ...change, item: { ...change.item, version } });
      reached.current.set(bookingId, changed.version);
      await queryClient.invalidateQueries({ queryKey: ["booking"] });
      return changed;
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      void queryClient.invalidateQueries({ queryKey: ["booking"] });
      return error;
    } finally {
      setPlace(key, null);
    }
  }

  function refuse({ reference }: BoardItem, error: HttpError) {
    setSaid({ text: m.board_refused({ reference, why: error.message }), refused: true });
  }

  /** Null, or why not; a warning is left to the caller, as somebody may overrule it. */
  function make(change: Change): Promise<HttpError | null> {
    if (change.kind === "arrange") setPlace(change.item.key, change.to);
    const made: Undoable = { inverse: null };
    undoable.current = [...undoable.current, made].slice(-MOST_UNDONE);
    setCanUndo(true);
    return inTurn(async () => {
      const changed = await send(change);
      if (changed instanceof HttpError) {
        forget(made);
        if (!isWarning(changed)) refuse(change.item, changed);
        return changed;
      }
      const inverse = inverseOf(change, changed);
      const staysConfirmed = change.kind === "arrange" && change.item.bookingState === "requested";
      if (inverse) made.inverse = { change: inverse, staysConfirmed };
      else forget(made);
      setSaid({ text: wordsFor(change, nameOf), refused: false });
      return null;
    });
  }

  function forget(made: Undoable) {
    undoable.current = undoable.current.filter((one) => one !== made);
    setCanUndo(undoable.current.length > 0);
  }

  /** Undoes what was made last by now, even if it is still on its way; nothing, if that is refused. */
  function undo(): Promise<void> {
    const made = undoable.current.at(-1);
    if (made) forget(made);
    return inTurn(async () => {
      if (!made?.inverse) return;
      const { change: last, staysConfirmed } = made.inverse;
      if (last.kind === "arrange") setPlace(last.item.key, last.to);
      const changed = await send(last);
      if (changed instanceof HttpError) return refuse(last.item, changed);
      // A visit that was called off is another one now; what was done to it before is undone on that.
      for (const { inverse } of undoable.current) {
        if (inverse?.change.item.visitId === last.item.key) {
          const { change } = inverse;
          inverse.change = { ...change, item: { ...change.item, visitId: changed.visitId } };
        }
      }
      const { reference } = last.item;
      const text = staysConfirmed ? m.board_undone_confirmed({ reference }) : m.board_undone({ reference });
      setSaid({ text, refused: false });
    });
  }

  return { pending, said, canUndo, make, undo };
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
      asHeld: change.asHeld,
    });
  }
  const seen = { bookingId, version, visitId: visitId! };
  return change.kind === "unassign" ? unassignVisit({ ...seen, back: change.back }) : cancelVisit(seen);
}

/** What brings the board back to where it was; null where nothing can. */
function inverseOf(change: Change, { version, visitId }: VisitChanged): Change | null {
  const item = { ...change.item, version, visitId };
  const before = placeOfItem(change.item);
  if (change.kind === "arrange" && !change.item.visitId) return { kind: "cancel", item };
  if (change.kind === "arrange" && !before)
    return { kind: "unassign", item, back: agreedBefore(change.item) };
  if (!before) return null;
  const placed = change.kind === "cancel" ? { ...item, visitId: null } : item;
  // Where it lay before, over whatever warning there may be.
  const asHeld = change.kind !== "arrange" && change.item.bookingState === "requested";
  return { kind: "arrange", item: placed, to: before, override: m.board_undo_reason(), asHeld };
}

/** When it was agreed for while it waited for somebody. */
function agreedBefore({ startsAt, durationMin }: BoardItem) {
  if (!startsAt) return undefined;
  const at = new Date(startsAt);
  return { date: dubaiDate(at), time: dubaiTime(at), durationMin };
}

function wordsFor(change: Change, nameOf: (technicianId: string) => string): string {
  const { reference } = change.item;
  switch (change.kind) {
    case "arrange": {
      const { technicianId, startMin } = change.to;
      return m.board_done_arranged({
        reference,
        name: isolated(nameOf(technicianId)),
        time: minuteText(startMin),
      });
    }
    case "unassign":
      return m.board_done_unassigned({ reference });
    case "cancel":
      return m.board_done_cancelled({ reference });
  }
}
