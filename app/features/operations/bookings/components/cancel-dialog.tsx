import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { Dialog } from "~/ui/overlay/dialog";
import { cancelBooking } from "../link/client";
import type { BookingView } from "../views";

interface CancelDialogProps {
  open: boolean;
  booking: BookingView;
  terms?: ReactNode;
  onClose: () => void;
  onDone: (booking: BookingView) => void;
}

export function CancelDialog({ open, ...rest }: CancelDialogProps) {
  return (
    <Dialog open={open} onClose={rest.onClose} title={m.booking_cancel_title()}>
      <CancelForm {...rest} />
    </Dialog>
  );
}

function CancelForm({ booking, terms, onClose, onDone }: Omit<CancelDialogProps, "open">) {
  const { reference, version } = booking;
  const { field, refusal, pending, formProps } = useForm({
    initialValues: { reason: "" },
    draft: `cancel ${reference}`,
    send: ({ reason }) => cancelBooking({ reference, version, reason: reason.trim() || undefined }),
    onDone: ({ booking }) => onDone(booking),
  });
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-muted">{booking.visit ? m.booking_cancel_note() : m.booking_cancel_note_open()}</p>
      {terms}
      <TextArea
        label={m.booking_cancel_reason()}
        optional={m.common_optional()}
        maxLength={300}
        rows={3}
        {...field("reason")}
      />
      <Failure>{refusal?.message}</Failure>
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onClose}>
          {m.booking_cancel_keep()}
        </Button>
        <Button type="submit" disabled={pending}>
          {m.booking_cancel()}
        </Button>
      </div>
    </form>
  );
}
