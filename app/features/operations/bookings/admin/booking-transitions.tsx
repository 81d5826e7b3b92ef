import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { HttpError } from "~/platform/browser/http-client";
import { Button, ButtonLink } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { useTransitionBooking } from "../admin-client";
import type { PlainTransition, Transition } from "../booking";
import type { BookingDetail } from "../views";
import { AssignForm } from "./visits/assign-form";
import { showTransitionToast } from "./visits/transition-toast";

const labels: Record<Transition, () => string> = {
  confirm: m.admin_transition_confirm,
  decline: m.admin_transition_decline,
  cancel: m.admin_transition_cancel,
  assign: m.admin_transition_assign,
  unassign: m.admin_transition_unassign,
  depart: m.admin_transition_depart,
  arrive: m.admin_transition_arrive,
  reportNoAccess: m.admin_transition_report_no_access,
  hold: m.admin_transition_hold,
  undoDepart: m.admin_transition_undo_depart,
  undoArrive: m.admin_transition_undo_arrive,
  finishWork: m.admin_transition_finish_work,
  complete: m.admin_transition_complete,
  close: m.admin_transition_close,
};

const reasonQuestions: Partial<Record<Transition, () => string>> = {
  decline: m.admin_reason_decline,
  cancel: m.admin_reason_cancel,
  hold: m.admin_reason_hold,
};

const lessProminent: readonly Transition[] = ["undoDepart", "undoArrive", "decline", "cancel"];

export function BookingTransitions({ booking }: { booking: BookingDetail }) {
  const [openForm, setOpenForm] = useState<Transition | null>(null);
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

  function labelFor(transition: Transition): string {
    if (transition === "assign" && booking.state === "scheduled") return m.admin_transition_reassign();
    return transition === "depart" && isOtherDayRefused
      ? m.admin_transition_depart_anyway()
      : labels[transition]();
  }

  if (!mayManage) return null;
  if (openForm === "assign") return <AssignForm booking={booking} onClose={close} />;
  if (openForm) return <ReasonForm key={openForm} booking={booking} transition={openForm} onClose={close} />;

  const transitions = [
    ...booking.availableTransitions.filter((transition) => !lessProminent.includes(transition)),
    ...booking.availableTransitions.filter((transition) => lessProminent.includes(transition)),
  ];
  return (
    <section aria-label={m.admin_booking_actions()} className="flex flex-col gap-3">
      {transitions.length === 0 && booking.state !== "completed" && (
        <p className="text-sm text-muted">{m.admin_booking_no_actions()}</p>
      )}
      <div className="flex flex-wrap gap-2">
        {transitions.map((transition, index) => (
          <Button
            key={transition}
            size="small"
            tone={lessProminent.includes(transition) ? "plain" : index === 0 ? "action" : "quiet"}
            disabled={change.isPending}
            onClick={() =>
              transition === "assign" || reasonQuestions[transition]
                ? setOpenForm(transition)
                : submit(transition)
            }
          >
            {labelFor(transition)}
          </Button>
        ))}
        {booking.state === "completed" && (
          <ButtonLink to={`/admin/bookings/new?warrantyOf=${id}`} size="small" tone="quiet">
            {m.admin_booking_warranty_visit()}
          </ButtonLink>
        )}
      </div>
      <ChangeRefused error={change.error} />
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
    initialValues: { reason: "" },
    check({ reason }): Checked<string> {
      return reason.trim()
        ? { ok: true, input: reason.trim() }
        : { ok: false, errors: { reason: m.admin_reason_required() } };
    },
    send: (reason) => change.mutateAsync({ id: booking.id, version: booking.version, transition, reason }),
    onDone: ({ booking }) => showTransitionToast(booking, transition),
    next: onClose,
  });
  return (
    <EditForm
      cancels={transition === "cancel"}
      label={labels[transition]()}
      submit={labels[transition]()}
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
    </EditForm>
  );
}
