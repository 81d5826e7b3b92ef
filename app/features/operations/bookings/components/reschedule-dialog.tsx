import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { useForm } from "~/ui/form/use-form";
import { Dialog } from "~/ui/overlay/dialog";
import { fillEmpty, useDraft, useFieldValue } from "../../../core/forms/components/form-fields";
import { rescheduleBooking } from "../link/client";
import { proofOfWorkFrom, slotOfferFrom } from "../request/client";
import type { BookingView } from "../views";
import { ProofOfWorkPrompt } from "./form/proof-of-work-prompt";
import { TimeFields } from "./form/time-fields";

interface RescheduleDialogProps {
  open: boolean;
  booking: BookingView;
  onClose: () => void;
  onDone: (booking: BookingView) => void;
}

export function RescheduleDialog({ open, onClose, ...rest }: RescheduleDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={rest.booking.visit ? m.booking_reschedule_title() : m.booking_choose_time()}
    >
      <RescheduleForm {...rest} />
    </Dialog>
  );
}

function RescheduleForm({ booking, onDone }: Omit<RescheduleDialogProps, "open" | "onClose">) {
  const form = useRef<HTMLFormElement>(null);
  const date = useFieldValue(form, "preferredDate");
  const time = useFieldValue(form, "preferredTime");
  const [captchaToken, setCaptchaToken] = useState<string>();
  const { errors, refusal, clearRefusal, pending, formProps } = useForm({
    send() {
      const { reference, version } = booking;
      const request = rescheduleBooking({ reference, version, date, time, captchaToken });
      return request.finally(() => void queryClient.invalidateQueries({ queryKey: ["availability"] }));
    },
    onDone: ({ booking }) => onDone(booking),
  });
  const alternatives = refusal && slotOfferFrom(refusal);
  const work = refusal && proofOfWorkFrom(refusal);

  useDraft(form, { name: `reschedule ${booking.reference} ${booking.version}` });
  const agreedDay = booking.visit && dubaiDate(new Date(booking.visit.startsAt));
  useEffect(() => {
    if (agreedDay) fillEmpty(form.current, "preferredDate", agreedDay);
  }, [agreedDay]);

  return (
    <form ref={form} {...formProps} className="flex flex-col gap-4">
      <TimeFields
        form={form}
        job={{ reference: booking.reference }}
        errors={{ preferredDate: errors.date, preferredTime: errors.time }}
        alternatives={alternatives}
        onAlternative={clearRefusal}
      />
      {work && <ProofOfWorkPrompt message={refusal.message} work={work} onToken={setCaptchaToken} />}
      {!alternatives && !work && <Failure>{refusal?.message}</Failure>}
      <Button type="submit" disabled={pending || date === "" || time === ""}>
        {booking.visit ? m.booking_reschedule_submit() : m.booking_choose_time_submit()}
      </Button>
    </form>
  );
}
