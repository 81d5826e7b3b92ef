import { useQueryClient } from "@tanstack/react-query";
import { useState, useSyncExternalStore } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { undoPlanDays } from "../../../../bookings/admin-client";
import type { BookingDetail } from "../../../../bookings/office/views";
import { absentHelperSentences } from "../../../../bookings/visits/absent-helpers";
import type { UndoToken } from "../../../../bookings/visits/undo-token";
import {
  cancelVisit,
  scheduleVisit,
  sendNotifications,
  unassignVisit,
  undoConfirmation,
  undoReassignment,
} from "../../../admin-client";
import { clockOf } from "../../../board/board-time";
import type { VisitChanged } from "../../../views";
import type { UndoableReassignment } from "../../reassignment-form";
import { type Announcement, addAnnouncement, emptyAnnouncementLog } from "./announcements";
import type { Change } from "./change";
import { type ChangeOutcome, createChangeQueue, type RecordedChange } from "./change-queue";
import { doneText, undoneText } from "./change-text";

export type BoardChanges = ReturnType<typeof useBoardChanges>;

/** Optimistic changes of the board with announcements and undo. */
export function useBoardChanges(nameOf: (technicianId: string) => string) {
  const queryClient = useQueryClient();
  const [queue] = useState(() => createChangeQueue(sendChange, m.board_undo_reason));
  const { optimistic, canUndo } = useSyncExternalStore(queue.subscribe, queue.state, queue.state);
  const [{ done, refusals }, setLog] = useState(emptyAnnouncementLog);
  const announce = (announcement: Announcement) => setLog((before) => addAnnouncement(before, announcement));

  /** Returns the error, or null on success. */
  function announceOutcome({ item }: Change, outcome: ChangeOutcome, text: () => string): HttpError | null {
    void queryClient.invalidateQueries({ queryKey: ["booking"] });
    const { bookingId, reference } = item;
    if (outcome.ok) {
      announce({
        bookingId,
        text: [text(), ...absentHelperSentences(outcome.answer.absentHelpers)].join(". "),
        refused: false,
      });
      return null;
    }
    const { error, dropped } = outcome;
    if (!(error instanceof HttpError)) throw error;
    // The refused change was announced already.
    if (dropped === "itself") return error;
    // The caller shows warnings, because a reason can override them.
    if (isWarning(error) && dropped === 0) return error;
    const reason = error.message;
    const message = dropped > 0 ? m.board_refused_and_later : m.board_refused;
    announce({ bookingId, text: message({ reference, why: reason }), refused: true });
    return error;
  }

  /** Returns the error, or null on success. Warnings are not announced. */
  async function applyChange(change: Change): Promise<HttpError | null> {
    return announceOutcome(change, await queue.apply(change), () => doneText(change, nameOf));
  }

  async function undo(): Promise<void> {
    const result = await queue.undo();
    if (!result) return;
    if (!result.outcome) return announceRecordedUndone(result.recorded, result.error);
    const { undone, outcome } = result;
    announceOutcome(undone, outcome, () =>
      undoneText(undone, outcome.ok && outcome.answer.bookingState === "requested"),
    );
  }

  function announceRecordedUndone({ bookings, name, undoneText }: RecordedChange, error: unknown): void {
    void queryClient.invalidateQueries({ queryKey: ["booking"] });
    const bookingId = bookings[0]?.bookingId ?? "";
    if (error === null) announce({ bookingId, text: undoneText, refused: false });
    else if (error instanceof HttpError)
      announce({ bookingId, text: m.board_refused({ reference: name, why: error.message }), refused: true });
    else throw error;
  }

  /** Records planned days, so that undo covers them. */
  function recordPlan({ id, reference, version }: BookingDetail, from: number): void {
    const planned = { bookingId: id, from, leftVersion: version };
    queue.recordChange({
      ...{ name: reference, undoneText: m.board_plan_undone({ reference }), bookings: [planned] },
      async undo(undoOf) {
        const { booking } = await undoPlanDays({ id, undo: undoOf(planned) });
        return [{ bookingId: id, version: booking.version }];
      },
    });
    announce({ bookingId: id, text: m.admin_plan_done({ reference }), refused: false });
  }

  /** Records a reassignment, so that undo covers it. Work that was handed over stays with its new technician. */
  function recordReassignment({ technician, changes, timeOff }: UndoableReassignment): void {
    const name = bidiIsolate(technician.name);
    if (changes.some(({ isHandover }) => isHandover) || (changes.length === 0 && !timeOff)) return;
    queue.recordChange({
      ...{ name, undoneText: m.board_reassign_undone({ name }), bookings: changes },
      async undo(undoOf) {
        const { bookings } = await undoReassignment({
          technicianId: technician.id,
          changes: changes.map(({ bookingId, visitId, leftVersion }) => ({
            ...{ bookingId, visitId, undo: undoOf({ bookingId, leftVersion }) },
          })),
          timeOff,
        });
        return bookings;
      },
    });
  }

  async function sendPendingNotifications(visitIds: string[]): Promise<void> {
    try {
      await sendNotifications(visitIds);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      announce({ bookingId: "", text: error.message, refused: true });
    }
    await queryClient.invalidateQueries({ queryKey: ["booking"] });
  }

  /** Closes the latest refusal and shows the one before it. */
  function closeRefusal() {
    setLog((before) => ({ ...before, refusals: before.refusals.slice(0, -1) }));
  }

  return {
    optimistic,
    done,
    refusals,
    closeRefusal,
    canUndo,
    applyChange,
    recordPlan,
    recordReassignment,
    undo,
    sendPendingNotifications,
  };
}

export function isWarning(error: HttpError): boolean {
  return error.reason === "technician-warning";
}

async function sendChange(change: Change, undo?: UndoToken): Promise<VisitChanged> {
  const { bookingId, version, visitId } = change.item;
  const { notifyCustomer } = change;
  if (change.kind === "undoConfirm") {
    try {
      const { version } = await undoConfirmation({ bookingId, undo: undo! });
      return { success: true, visitId: visitId!, version, bookingState: "requested" };
    } catch (error) {
      const isNotified = error instanceof HttpError && error.reason === "customer-notified";
      if (!isNotified || !change.otherwise) throw error;
      return sendChange({ ...change.otherwise, item: change.item }, undo);
    }
  }
  if (change.kind === "arrange") {
    const { technicianId, day: date, startMin, durationMin } = change.to;
    const time = clockOf(startMin);
    const { override, asHold } = change;
    const placement = { technicianId, date, time, durationMin, override, asHold };
    return scheduleVisit({ bookingId, version, visitId, undo, notifyCustomer, ...placement });
  }
  const input = { bookingId, version, visitId: visitId!, undo, notifyCustomer };
  return change.kind === "unassign"
    ? unassignVisit({ ...input, originalTime: change.back })
    : cancelVisit(input);
}
