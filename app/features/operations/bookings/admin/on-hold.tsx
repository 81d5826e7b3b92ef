import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { dubaiDate, formatDay } from "~/platform/time";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { type Checked, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Fact, Section, SectionAction } from "~/ui/section";
import { useSetContinuationDate } from "../admin-client";
import type { BookingDetail } from "../office/views";
import { ContinuationDate } from "./continuation-date";

/** Why the work is on hold, and when it is expected to continue. */
export function OnHold({ booking, now }: { booking: BookingDetail; now: Date }) {
  const mayManage = useMay("bookings.manage");
  const [isEditing, setEditing] = useState(false);
  const { onHold } = booking;
  if (!onHold) return null;
  const { reason, continueOn } = onHold;
  return (
    <Section
      title={m.office_bookings_on_hold()}
      action={
        mayManage &&
        !isEditing && (
          <SectionAction onClick={() => setEditing(true)}>
            {continueOn ? m.office_bookings_continue_change() : m.office_bookings_continue_set()}
          </SectionAction>
        )
      }
    >
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={m.office_bookings_on_hold_reason()}>
          <span dir="auto">{reason}</span>
        </Fact>
        {!isEditing && (
          <Fact name={m.office_bookings_continue_on()}>
            <span className="block">
              {continueOn ? formatDay(continueOn) : m.office_bookings_continue_unknown()}
            </span>
            {continueOn && continueOn <= dubaiDate(now) && (
              <ContinuationDate continueOn={continueOn} now={now} />
            )}
          </Fact>
        )}
      </dl>
      {isEditing && <ContinuationForm booking={booking} onClose={() => setEditing(false)} />}
    </Section>
  );
}

function ContinuationForm({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const change = useSetContinuationDate();
  const { id, version } = booking;
  const form = useForm({
    initialValues: { continueOn: booking.onHold?.continueOn ?? "" },
    check: ({ continueOn }): Checked<string | null> => ({ ok: true, input: continueOn || null }),
    send: (continueOn) => change.mutateAsync({ id, version, continueOn }),
    onDone: ({ booking: { reference } }) =>
      passingNotices.show({ title: m.office_bookings_continue_done({ reference }), tone: "success" }),
    next: onClose,
  });
  return (
    <div className="mt-3">
      <EditForm
        label={m.office_bookings_continue_on()}
        submit={m.office_bookings_continue_save()}
        form={form}
        onClose={onClose}
      >
        <DateField
          autoFocus
          min={dubaiDate(new Date())}
          label={m.office_bookings_continue_on()}
          hint={m.office_bookings_continue_hint()}
          {...form.field("continueOn")}
        />
      </EditForm>
    </div>
  );
}
