import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { HttpError } from "~/platform/browser/http-client";
import { dubaiDate } from "~/platform/time";
import { Button, ButtonLink } from "~/ui/button";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { ActionMenu } from "~/ui/overlay/action-menu";
import { ChangeRefused } from "~/ui/overlay/change-refused";
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

const lessProminent: readonly OfferedTransition[] = ["undoDepart", "undoArrive", "decline", "cancel"];

export function BookingTransitions({ booking }: { booking: BookingDetail }) {
  const [openForm, setOpenForm] = useState<OfferedTransition | null>(null);
  const change = useTransitionBooking();
  const mayManage = useMay("bookings.manage");
  const { id, version } = booking;
  const close = () => setOpenForm(null);
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

  if (!mayManage) return null;
  if (openForm === "assign") return <AssignForm booking={booking} onClose={close} />;
  if (openForm) return <ReasonForm key={openForm} booking={booking} transition={openForm} onClose={close} />;

  const [primary, ...others] = [
    ...booking.availableTransitions.filter((transition) => !lessProminent.includes(transition)),
    ...booking.availableTransitions.filter((transition) => lessProminent.includes(transition)),
  ];
  const start = (transition: OfferedTransition) =>
    transition === "assign" || reasonQuestions[transition] ? setOpenForm(transition) : submit(transition);
  return (
    <section aria-label={m.office_bookings_actions()} className="flex flex-col gap-2">
      <ChangeRefused error={change.error} />
      <div className="flex flex-wrap items-center gap-2">
        {primary && (
          <Button size="small" disabled={change.isPending} onClick={() => start(primary)} className="grow">
            {labelFor(primary)}
          </Button>
        )}
        {booking.state === "completed" && (
          <ButtonLink to={`/admin/bookings/new?warrantyOf=${id}`} size="small" className="grow">
            {m.office_bookings_warranty_visit()}
          </ButtonLink>
        )}
        {!primary && booking.state !== "completed" && (
          <p className="text-sm text-muted">{m.office_bookings_no_actions()}</p>
        )}
        <ActionMenu
          disabled={change.isPending}
          actions={others.map((transition) => ({
            label: labelFor(transition),
            run: () => start(transition),
          }))}
        />
      </div>
    </section>
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
