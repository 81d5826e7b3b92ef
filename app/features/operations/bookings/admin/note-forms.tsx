import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { useLogContact, useWriteNote } from "../admin-client";
import { type ContactChannel, contactChannels } from "../booking";
import type { BookingDetail } from "../office/views";
import { LOG_LENGTH } from "../schema";

interface LogFormProps {
  booking: BookingDetail;
  onClose: () => void;
}

export function NoteForm({ booking, onClose }: LogFormProps) {
  const log = useWriteNote();
  const { id, version } = booking;
  return (
    <TextForm
      hint={m.office_bookings_log_note_hint()}
      send={(note) => log.mutateAsync({ id, version, ...note })}
      onDone={() => showSuccess(m.office_bookings_log_note_done())}
      onClose={onClose}
    />
  );
}

interface TextFormProps {
  hint: string;
  send: (note: { text: string; forTechnician: boolean }) => Promise<unknown>;
  onDone?: () => void;
  onClose: () => void;
}

export function TextForm({ hint, send, onDone, onClose }: TextFormProps) {
  const form = useForm({ initialValues: { text: "", forTechnician: false }, send, onDone, next: onClose });
  return (
    <EditForm label={m.admin_log_note()} submit={m.admin_log_note_submit()} form={form} onClose={onClose}>
      <TextArea
        label={m.admin_log_note_text()}
        hint={hint}
        maxLength={LOG_LENGTH}
        rows={3}
        required
        autoFocus
        {...form.field("text")}
      />
      <CheckLine {...form.flag("forTechnician")}>{m.office_bookings_log_note_for_technician()}</CheckLine>
    </EditForm>
  );
}

export function ContactForm({
  booking,
  channel: first,
  onClose,
}: LogFormProps & { channel: ContactChannel }) {
  const log = useLogContact();
  const { id, version } = booking;
  const form = useForm({
    initialValues: { channel: first, text: "" },
    send: (contact) => log.mutateAsync({ id, version, ...contact }),
    onDone: () => showSuccess(m.office_bookings_log_contact_done()),
    next: onClose,
  });
  const { channel } = form.values;
  return (
    <EditForm
      label={m.office_bookings_log_contact()}
      submit={m.office_bookings_log_contact()}
      form={form}
      onClose={onClose}
    >
      <fieldset>
        <legend className="mb-1.5 text-sm font-medium">{m.office_bookings_log_contact_how()}</legend>
        <div className="grid grid-cols-3 gap-1.5">
          {contactChannels.map((option) => (
            <label
              key={option}
              className={classNames(
                "grid min-h-9 cursor-pointer place-items-center rounded border px-2 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
                option === channel
                  ? "border-accent bg-brass-soft font-medium text-brass-text"
                  : "border-control bg-surface",
              )}
            >
              <input
                type="radio"
                name="channel"
                checked={option === channel}
                onChange={() => form.set({ channel: option })}
                className="sr-only"
              />
              <span>{labelForChannel(option)}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <TextArea
        label={m.office_bookings_log_contact_text()}
        optional={m.common_optional()}
        hint={m.office_bookings_log_contact_hint()}
        maxLength={LOG_LENGTH}
        rows={2}
        {...form.field("text")}
      />
    </EditForm>
  );
}

function showSuccess(title: string) {
  passingNotices.show({ title, tone: "success" });
}

function labelForChannel(channel: ContactChannel): string {
  return {
    call: m.admin_booking_call,
    whatsapp: m.admin_booking_whatsapp,
    email: m.admin_booking_email,
  }[channel]();
}
