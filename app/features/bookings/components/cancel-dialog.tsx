import { type FormEvent, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { TextArea } from "~/ui/field";
import { cancelBooking } from "../client";
import type { BookingView } from "../views";

interface CancelDialogProps {
  open: boolean;
  booking: BookingView;
  /** From the mailed link. */
  bookingKey: string;
  onClose: () => void;
  onDone: (booking: BookingView) => void;
}

export function CancelDialog({ open, booking, bookingKey, onClose, onDone }: CancelDialogProps) {
  const [sending, setSending] = useState(false);
  const [error, setError] = useState("");

  async function cancel(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason") ?? "").trim();
    setSending(true);
    setError("");
    try {
      const { reference, version } = booking;
      const answer = await cancelBooking({
        reference,
        key: bookingKey,
        version,
        reason: reason || undefined,
      });
      onDone(answer.booking);
    } catch (error) {
      setError(error instanceof HttpError ? error.message : m.common_unexpected_answer());
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog open={open} onClose={onClose} title={m.booking_cancel_title()}>
      <form onSubmit={cancel} className="flex flex-col gap-4">
        <p className="text-muted">{m.booking_cancel_note({ reference: booking.reference })}</p>
        <TextArea
          name="reason"
          label={m.booking_cancel_reason()}
          optional={m.common_optional()}
          maxLength={300}
          rows={3}
        />
        {error && (
          <p role="alert" className="text-sm text-error">
            {error}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button tone="quiet" onClick={onClose}>
            {m.booking_cancel_keep()}
          </Button>
          <Button type="submit" disabled={sending}>
            {m.booking_cancel()}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
