import { type FormEvent, useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { queryClient } from "~/platform/query-client";
import { dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { alternativesOf, rescheduleBooking } from "../client";
import type { BookingView, SlotChoice } from "../views";
import { setFieldValue, useFieldValue } from "./form-fields";
import { TimeFields } from "./time-fields";

interface RescheduleDialogProps {
  open: boolean;
  booking: BookingView;
  /** From the mailed link. */
  bookingKey: string;
  onClose: () => void;
  onDone: (booking: BookingView) => void;
}

export function RescheduleDialog({ open, onClose, ...rest }: RescheduleDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={m.booking_reschedule_title()}>
      <RescheduleForm {...rest} />
    </Dialog>
  );
}

function RescheduleForm({ booking, bookingKey, onDone }: Omit<RescheduleDialogProps, "open" | "onClose">) {
  const form = useRef<HTMLFormElement>(null);
  const date = useFieldValue(form, "preferredDate");
  const time = useFieldValue(form, "preferredTime");
  const [sending, setSending] = useState(false);
  const [error, setError] = useState("");
  const [alternatives, setAlternatives] = useState<SlotChoice[] | null>(null);

  // The days around the one that was agreed come first into question.
  const agreedDay = booking.visit && dubaiDate(new Date(booking.visit.startsAt));
  useEffect(() => {
    if (agreedDay) setFieldValue(form.current, "preferredDate", agreedDay);
  }, [agreedDay]);

  async function move(event: FormEvent) {
    event.preventDefault();
    setSending(true);
    setError("");
    setAlternatives(null);
    try {
      const { reference, version } = booking;
      const answer = await rescheduleBooking({ reference, key: bookingKey, version, date, time });
      onDone(answer.booking);
    } catch (error) {
      if (!(error instanceof HttpError)) return setError(m.common_unexpected_answer());
      const taken = alternativesOf(error);
      if (taken) {
        setAlternatives(taken);
        queryClient.invalidateQueries({ queryKey: ["availability"] });
      } else {
        setError(error.message);
      }
    } finally {
      setSending(false);
    }
  }

  return (
    <form ref={form} onSubmit={move} noValidate className="flex flex-col gap-4">
      <TimeFields
        form={form}
        serviceId={booking.serviceId}
        alternatives={alternatives}
        onAlternative={() => setAlternatives(null)}
      />
      {error && (
        <p role="alert" className="text-sm text-error">
          {error}
        </p>
      )}
      <Button type="submit" disabled={sending || date === "" || time === ""}>
        {m.booking_reschedule_submit()}
      </Button>
    </form>
  );
}
