import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { HttpError } from "~/platform/browser/http-client";
import { dubaiDate } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { type RecordAction, RecordActions } from "~/ui/overlay/record-actions";
import { useTransitionBooking } from "../admin-client";
import type { OfferedTransition, PlainTransition } from "../booking";
import type { BookingDetail } from "../office/views";
import { AssignForm } from "./visits/assign-form";
import { showTransitionToast } from "./visits/transition-toast";

export const transitionLabels: Record<OfferedTransition, () => string> = {
  confirm: m.office_bookings_transition_confirm,
  decline: m.office_bookings_transition_decline,
  cancel: m.office_bookings_transition_cancel,
  assign: m.office_bookings_transition_assign,
  unassign: m.office_bookings_transition_unassign,
  depart: m.office_bookings_transition_depart,
  arrive: m.office_bookings_transition_arrive,
  reportNoAccess: m.office_bookings_transition_report_no_access,
  hold: m.office_bookings_transition_hold,
  undoDepart: m.office_bookings_transition_undo_depart,
  undoArrive: m.office_bookings_transition_undo_arrive,
  finishWork: m.office_bookings_transition_finish_work,
  complete: m.office_bookings_transition_complete,
  close: m.office_bookings_transition_close,
};

const reasonQuestions: Partial<Record<OfferedTransition, () => string>> = {
  decline: m.office_bookings_reason_decline,
  cancel: m.office_bookings_reason_cancel,
  hold: m.office_bookings_reason_hold,
};

/** Steps that come before their alternatives, such as a hold or a further visit. */
const nextSteps: readonly OfferedTransition[] = ["finishWork", "complete"];
const lessProminent: readonly OfferedTransition[] = ["undoDepart", "undoArrive", "decline", "cancel"];

export function BookingTransitions({ booking }: { booking: BookingDetail }) {
  const change = useTransitionBooking();
  const mayManage = useMay("bookings.manage");
  const { id, version, availableTransitions: available } = booking;
  // The server refused a departure for a visit of another day; pressing again confirms it.
  const isOtherDayRefused = change.error instanceof HttpError && change.error.reason === "not-today";

  function submit(transition: PlainTransition) {
    const confirmOtherDay = (transition === "depart" && isOtherDayRefused) || undefined;
    change.mutate(
      { id, version, transition, confirmOtherDay },
      { onSuccess: ({ booking }) => showTransitionToast(booking, transition) },
    );
  }

  function labelFor(transition: OfferedTransition): string {
    if (transition === "assign" && booking.state === "scheduled")
      return m.office_bookings_transition_reassign();
    return transition === "depart" && isOtherDayRefused
      ? m.office_bookings_transition_depart_anyway()
      : transitionLabels[transition]();
  }

  function actionFor(transition: OfferedTransition): RecordAction {
    const action = {
      id: transition,
      label: labelFor(transition),
      isOffered: available.includes(transition),
      disabled: change.isPending,
      error: change.error,
    };
    if (transition === "assign") {
      return { ...action, form: (onClose) => <AssignForm booking={booking} onClose={onClose} /> };
    }
    if (!reasonQuestions[transition]) return { ...action, run: () => submit(transition) };
    return {
      ...action,
      form: (onClose) => <ReasonForm booking={booking} transition={transition} onClose={onClose} />,
    };
  }

  if (!mayManage) return null;
  // In the order of the server. Transitions no longer available follow, because their forms may be open.
  const transitions = new Set([
    ...nextSteps,
    ...available,
    ...(Object.keys(transitionLabels) as OfferedTransition[]),
  ]);
  const isProminent = (transition: OfferedTransition) => !lessProminent.includes(transition);
  const isCompleted = booking.state === "completed";
  return (
    <RecordActions
      actions={[
        ...[...transitions].filter(isProminent).map(actionFor),
        {
          label: m.office_bookings_warranty_visit(),
          isOffered: isCompleted,
          to: `/admin/bookings/new?warrantyOf=${id}`,
        },
        ...[...transitions].filter((transition) => !isProminent(transition)).map(actionFor),
      ]}
    >
      {available.length === 0 && !isCompleted && (
        <p className="text-sm text-muted">{m.office_bookings_no_actions()}</p>
      )}
    </RecordActions>
  );
}

function ReasonForm({
  booking,
  transition,
  onClose,
}: {
  booking: BookingDetail;
  transition: PlainTransition;
  onClose: () => void;
}) {
  const change = useTransitionBooking();
  const form = useForm({
    initialValues: { reason: "", continueOn: "" },
    check({ reason, continueOn }): Checked<{ reason: string; continueOn: string | undefined }> {
      return reason.trim()
        ? { ok: true, input: { reason: reason.trim(), continueOn: continueOn || undefined } }
        : { ok: false, errors: { reason: m.admin_reason_required() } };
    },
    send: (input) => change.mutateAsync({ id: booking.id, version: booking.version, transition, ...input }),
    onDone: ({ booking }) => showTransitionToast(booking, transition),
    next: onClose,
  });
  return (
    <EditForm
      cancels={transition === "cancel"}
      label={transitionLabels[transition]()}
      submit={transitionLabels[transition]()}
      form={form}
      onClose={onClose}
    >
      <TextArea
        autoFocus
        label={reasonQuestions[transition]?.()}
        maxLength={500}
        rows={3}
        required
        {...form.field("reason")}
      />
      {transition === "hold" && (
        <DateField
          min={dubaiDate(new Date())}
          label={m.office_bookings_continue_on()}
          optional={m.common_optional()}
          hint={m.office_bookings_continue_hint()}
          {...form.field("continueOn")}
        />
      )}
    </EditForm>
  );
}
