import NotebookPen from "lucide-react/icons/notebook-pen";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Section, SectionAction } from "~/ui/section";
import { TextForm } from "../../../operations/bookings/admin/note-forms";
import { useWriteCustomerNote } from "../admin-client";
import type { CustomerDetail } from "../views";

/** Notes of the office, newest first. */
export function CustomerNotes({ customer: { id, notes } }: { customer: CustomerDetail }) {
  const [writing, setWriting] = useState(false);
  return (
    <Section
      title={m.customers_notes()}
      action={
        !writing && (
          <SectionAction onClick={() => setWriting(true)}>
            <NotebookPen aria-hidden />
            {m.admin_log_note()}
          </SectionAction>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {writing && <NoteForm customerId={id} onClose={() => setWriting(false)} />}
        {notes.length === 0 && !writing && <p className="text-sm text-muted">{m.customers_no_notes()}</p>}
        {notes.length > 0 && (
          <ul className="flex flex-col gap-2 text-sm">
            {notes.map(({ id, text, author, at, forTechnician }) => (
              <li key={id} className="border-s-2 border-accent bg-brass-soft py-1.5 ps-2.5 pe-2.5">
                <p className="whitespace-pre-line" dir="auto">
                  {text}
                </p>
                <p className="figures text-xs text-muted">
                  {[
                    author && bidiIsolate(author),
                    formatTime(at, "dateTime"),
                    forTechnician && m.admin_timeline_for_technician(),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

function NoteForm({ customerId, onClose }: { customerId: string; onClose: () => void }) {
  const note = useWriteCustomerNote();
  return (
    <TextForm
      hint={m.customers_note_hint()}
      send={(written) => note.mutateAsync({ id: customerId, ...written })}
      onClose={onClose}
    />
  );
}
