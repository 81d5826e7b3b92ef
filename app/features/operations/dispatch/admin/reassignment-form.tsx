import { useQuery } from "@tanstack/react-query";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { dubaiDate, dubaiTime, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { controlClass, FieldError } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { VisitLine } from "../../scheduling/admin/days/visit-line";
import { useTechnicianChange } from "../../scheduling/admin-client";
import {
  useReassign,
  useReassignAndDeactivate,
  useReassignAndDispatch,
  useReassignAndUpdate,
  type VisitFilter,
  visitsToReassignQuery,
} from "../admin-client";
import type { ReassignAndUpdateInput, VisitReassignments } from "../schema";
import type { ReassignedVisit, Replacement, VisitToReassign } from "../views";
import { customerNoticeText, reassignmentText, summarizeNotifications } from "./notification-summary";

/** Change of the technician that is saved with the last visits. */
export type ReassignmentCompletion = { name: string; version: number; submit?: string } & (
  | { kind: "leaves" }
  | { kind: "update"; update: ReassignAndUpdateInput["update"]; done: string }
  /** `bookingId`: of the emergency that the technician is sent to. */
  | { kind: "dispatch"; bookingId: string; done: string }
);

interface ReassignmentFormProps extends VisitFilter {
  technicianId: string;
  from: string;
  to?: string;
  warning: string;
  completion?: ReassignmentCompletion;
  /** Reason to hand over visits under way; undefined leaves them with the technician. */
  handOverReason?: string;
  /** Text without visits; undefined renders nothing. */
  emptyText?: string;
  onDone?: () => void;
  /** Receives what undo on the board needs. */
  onReassigned?: (reassignment: UndoableReassignment) => void;
}

export interface UndoableReassignment {
  technician: { id: string; name: string };
  changes: readonly ReassignedVisit[];
  /** Added with the reassignment. */
  timeOff?: { id: string; version: number };
}

/** Option value: leave unassigned. */
const UNASSIGNED = "unassigned";

/**
 * Visits with their replacements: each can be reassigned by itself, or all together. Shows how each customer
 * is notified.
 */
export function ReassignmentForm({
  technicianId,
  from,
  to,
  withoutSkills,
  visitIds,
  warning,
  completion,
  handOverReason,
  emptyText,
  onDone,
  onReassigned,
}: ReassignmentFormProps) {
  const filter = { withoutSkills, visitIds };
  const { data: visits, error } = useQuery(visitsToReassignQuery(technicianId, from, to, filter));
  const reassign = useReassign(technicianId);
  const reassignAndDeactivate = useReassignAndDeactivate(technicianId);
  const deactivate = useTechnicianChange(
    { id: technicianId, version: completion?.version ?? 0 },
    "deactivate",
  );
  const reassignAndUpdateTechnician = useReassignAndUpdate(technicianId);
  const reassignAndDispatch = useReassignAndDispatch(technicianId);
  const [sending, setSending] = useState<string | null>(null);
  const [refused, setRefused] = useState<HttpError | null>(null);
  // Unchosen visits follow the proposal, also if it changes after a colleague's change.
  const form = useForm({
    initialValues: {} as Record<string, string>,
    check(chosen): Checked<VisitReassignments> {
      const open = (visits ?? []).filter(isReassigned);
      const missing = open.filter((visit) => chosenKey(visit, chosen) === "");
      if (missing.length > 0) {
        const errors = missing.map(({ id }) => [id, m.board_reassign_choose()]);
        return { ok: false, errors: Object.fromEntries(errors) };
      }
      return { ok: true, input: open.map((visit) => toReassignment(visit, chosen)) };
    },
    async send(reassigned: VisitReassignments) {
      setRefused(null);
      const title = await reassignAll(reassigned);
      passingNotices.show({ title, tone: "success" });
    },
    next: onDone,
  });

  function isReassigned(visit: VisitToReassign): boolean {
    return visit.isMovable || (handOverReason !== undefined && visit.canHandOver);
  }

  async function reassignAll(reassigned: VisitReassignments): Promise<string> {
    if (activeCompletion?.kind === "leaves") {
      const { version, name } = activeCompletion;
      await (reassigned.length > 0
        ? reassignAndDeactivate.mutateAsync({ version, visits: reassigned, reason: handOverReason })
        : deactivate.mutateAsync({}));
      return reassignmentText(reassigned, { done: m.board_deactivate_done({ name: bidiIsolate(name) }) });
    }
    if (activeCompletion?.kind === "update") {
      const answer = await reassignAndUpdateTechnician.mutateAsync({
        version: activeCompletion.version,
        update: activeCompletion.update,
        visits: reassigned,
        reason: handOverReason,
      });
      if (answer.timeOffId) {
        const timeOff = { id: answer.timeOffId, version: answer.technician.version };
        onReassigned?.({ technician: answer.technician, changes: answer.changes, timeOff });
      }
      const underWay = (visits ?? [])
        .filter((visit) => !isReassigned(visit))
        .map(({ reference }) => reference);
      return reassignmentText(reassigned, { done: activeCompletion.done, underWay });
    }
    if (activeCompletion?.kind === "dispatch") {
      const { bookingId, done } = activeCompletion;
      await reassignAndDispatch.mutateAsync({ bookingId, visits: reassigned });
      return reassignmentText(reassigned, { done });
    }
    await reassign.mutateAsync({ visits: reassigned, reason: handOverReason });
    return reassignmentText(reassigned);
  }

  async function reassignOne(visit: VisitToReassign) {
    setSending(visit.id);
    setRefused(null);
    try {
      const reassigned = [toReassignment(visit, form.values)];
      const { changes } = await reassign.mutateAsync({ visits: reassigned, reason: handOverReason });
      if (completion) onReassigned?.({ technician: { id: technicianId, name: completion.name }, changes });
      passingNotices.show({ title: reassignmentText(reassigned), tone: "success" });
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      setRefused(error);
    }
    setSending(null);
  }

  if (error) {
    return (
      <p role="alert" className="text-sm text-error">
        {m.board_visits_failed()}
      </p>
    );
  }
  if (!visits) return emptyText === undefined ? null : <Skeleton className="h-40 w-full" />;
  if (visits.length === 0 && emptyText === undefined) return null;
  // The technician finishes visits under way, so deactivation and removed skills must wait.
  const canFinish = visits.every(isReassigned);
  const activeCompletion =
    completion &&
    (canFinish ||
      completion.kind === "dispatch" ||
      (completion.kind === "update" && !withoutSkills && !visitIds))
      ? completion
      : undefined;
  const open = visits.filter(isReassigned);
  const notifications = summarizeNotifications(
    open.map((visit) => ({ ...visit, to: findReplacement(visit, chosenKey(visit, form.values)) })),
  );
  const submit =
    activeCompletion?.submit ?? (activeCompletion ? m.board_deactivate_all() : m.board_reassign_submit());
  return (
    <form
      {...form.formProps}
      aria-label={warning}
      className="flex w-full flex-col gap-3 rounded bg-brass-soft px-3 py-2 text-sm text-brass-text"
    >
      <p className="flex items-start gap-2 font-medium">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>{visits.length > 0 ? warning : emptyText}</span>
      </p>
      <ul className="flex flex-col gap-3 empty:hidden">
        {visits.map((visit) => (
          <li key={visit.id} className="flex flex-col gap-1 border-t border-current/15 pt-2 text-xs">
            <VisitLine
              visit={visit}
              about={[visit.serviceName, placeInReaderLanguage(visit.area), bidiIsolate(visit.customerName)]}
            />
            {isReassigned(visit) ? (
              <>
                {!visit.isMovable && <p className="font-medium">{m.board_reassign_hand_over()}</p>}
                <div className="flex items-start gap-2">
                  <ReplacementSelect
                    visit={visit}
                    value={chosenKey(visit, form.values)}
                    onChoose={(key) => form.set({ [visit.id]: key })}
                    error={form.errors[visit.id]}
                  />
                  {open.length > 1 &&
                    completion?.kind !== "dispatch" &&
                    chosenKey(visit, form.values) !== "" && (
                      <Button
                        size="small"
                        tone="quiet"
                        className="shrink-0"
                        aria-label={m.board_reassign_single({ reference: visit.reference })}
                        disabled={sending !== null || form.pending}
                        onClick={() => void reassignOne(visit)}
                      >
                        {m.board_reassign_accept()}
                      </Button>
                    )}
                </div>
                <CustomerNotice visit={visit} to={findReplacement(visit, chosenKey(visit, form.values))} />
              </>
            ) : (
              <p>{m.board_reassign_under_way()}</p>
            )}
          </li>
        ))}
      </ul>
      {/* Sticky, so that it is visible with many visits. */}
      <div className="sticky bottom-0 -mx-3 -mb-2 flex flex-col gap-2 rounded-b border-t border-current/15 bg-brass-soft px-3 py-2">
        {notifications.length > 0 && (
          <dl className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
            {notifications.map(({ label, count }) => (
              <div key={label} className="flex gap-1.5">
                <dt>{label}</dt>
                <dd className="figures font-semibold">{count}</dd>
              </div>
            ))}
          </dl>
        )}
        <ChangeRefused error={form.refusal ?? refused} />
        {(open.length > 0 || activeCompletion) && (
          <Button
            type="submit"
            size="small"
            disabled={form.pending || sending !== null}
            className="self-start"
          >
            {form.pending ? m.admin_working() : submit}
          </Button>
        )}
      </div>
    </form>
  );
}

function replacementKey({ technicianId, startsAt }: Replacement): string {
  return `${technicianId} ${startsAt}`;
}

/** Empty if no technician is free and nothing is chosen. */
function chosenKey({ id, choices, proposed }: VisitToReassign, chosen: Record<string, string>): string {
  const key = chosen[id];
  const isListed = key === UNASSIGNED || choices.some((choice) => replacementKey(choice) === key);
  return key && isListed ? key : proposed ? replacementKey(proposed) : "";
}

function findReplacement({ choices, proposed }: VisitToReassign, key: string): Replacement | null {
  return (
    [...choices, ...(proposed ? [proposed] : [])].find((choice) => replacementKey(choice) === key) ?? null
  );
}

function toReassignment(visit: VisitToReassign, chosen: Record<string, string>): VisitReassignments[number] {
  const to = findReplacement(visit, chosenKey(visit, chosen));
  const at = to && to.startsAt !== visit.startsAt ? new Date(to.startsAt) : null;
  return {
    visitId: visit.id,
    version: visit.version,
    technicianId: to?.technicianId ?? null,
    at: at ? { date: dubaiDate(at), time: dubaiTime(at) } : undefined,
  };
}

function CustomerNotice({ visit, to }: { visit: VisitToReassign; to: Replacement | null }) {
  const { customerNotice, phone } = visit;
  const words = customerNoticeText(visit, to);
  if (customerNotice !== "phone") return <p>{words}</p>;
  return (
    <p>
      <span>{words}</span>{" "}
      <a href={callHref(phone)} className="figures inline-flex min-h-6 items-center underline">
        {formatPhone(phone)}
      </a>
    </p>
  );
}

function ReplacementSelect({
  visit,
  value,
  onChoose,
  error,
}: {
  visit: VisitToReassign;
  value: string;
  onChoose: (key: string) => void;
  error: string | undefined;
}) {
  const errorId = `${visit.id}-error`;
  const when = formatTime(visit.startsAt, "dateTime");
  const others = visit.choices.filter(({ startsAt }) => startsAt !== visit.startsAt);
  return (
    <div className="min-w-0 grow">
      <select
        name={visit.id}
        aria-label={m.board_reassign_technician({ reference: visit.reference, when })}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className={`${controlClass} select-arrow pe-10`}
      >
        {value === "" && <option value="">{m.board_reassign_none_free()}</option>}
        {visit.choices
          .filter(({ startsAt }) => startsAt === visit.startsAt)
          .map((choice) => (
            <option key={replacementKey(choice)} value={replacementKey(choice)}>
              {choice.isPreferred
                ? m.preferred_technician_choice({ name: bidiIsolate(choice.name) })
                : choice.name}
            </option>
          ))}
        {others.length > 0 && (
          <optgroup label={m.board_reassign_other_time()}>
            {others.map((choice) => (
              <option key={replacementKey(choice)} value={replacementKey(choice)}>
                {m.board_reassign_at({
                  name: bidiIsolate(choice.name),
                  when: formatTime(choice.startsAt, "dateTime"),
                })}
              </option>
            ))}
          </optgroup>
        )}
        <option value={UNASSIGNED}>{m.board_reassign_leave_unassigned()}</option>
      </select>
      <FieldError id={errorId} error={error} />
    </div>
  );
}
