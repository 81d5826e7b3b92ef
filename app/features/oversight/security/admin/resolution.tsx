import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section } from "~/ui/section";
import { type History, MAX_TEXT_LENGTH } from "../views";

interface Change<Input> {
  mutate: (input: Input) => void;
  mutateAsync: (input: Input) => Promise<unknown>;
  error: Error | null;
  isPending: boolean;
}

interface ResolutionFormProps {
  open: boolean;
  /** Label of the action, such as "Deal with it". */
  label: string;
  /** Label of the text field. */
  textLabel: string;
  answer: Change<{ comment: string }>;
  reopen: Change<Record<never, never>>;
}

/** Form that records how a case or error was resolved, and reopens it. */
export function ResolutionForm({ open, label, textLabel: words, answer, reopen }: ResolutionFormProps) {
  const [writing, setWriting] = useState(false);
  if (!useMay("activity.answer")) return null;
  if (open && writing)
    return <AnswerForm label={label} textLabel={words} answer={answer} onClose={() => setWriting(false)} />;
  return (
    <div className="flex flex-col items-start gap-2">
      {open ? (
        <Button size="small" onClick={() => setWriting(true)}>
          {label}
        </Button>
      ) : (
        <Button size="small" tone="plain" disabled={reopen.isPending} onClick={() => reopen.mutate({})}>
          {m.security_reopen()}
        </Button>
      )}
      <ChangeRefused error={reopen.error} />
    </div>
  );
}

function AnswerForm({
  label,
  textLabel: words,
  answer,
  onClose,
}: Pick<ResolutionFormProps, "label" | "textLabel" | "answer"> & { onClose: () => void }) {
  const form = useForm({
    initialValues: { comment: "" },
    send: (written) => answer.mutateAsync(written),
    next: onClose,
  });
  return (
    <EditForm label={label} submit={label} form={form} onClose={onClose}>
      <TextArea
        label={words}
        maxLength={MAX_TEXT_LENGTH}
        rows={3}
        required
        autoFocus
        {...form.field("comment")}
      />
    </EditForm>
  );
}

export function ResolutionHistory({ history }: { history: History }) {
  if (history.length === 0) return null;
  return (
    <Section title={m.security_done()}>
      <ul className="flex flex-col gap-3 text-sm">
        {history.map(({ id, type, actorName, at, comment }) => (
          <li key={id}>
            {comment && (
              <p className="whitespace-pre-line" dir="auto">
                {comment}
              </p>
            )}
            <p className="figures text-xs text-muted">
              {[labelFor(type), actorName && bidiIsolate(actorName), formatTime(at, "dateTime")]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const actionLabels: Record<string, () => string> = {
  "security.resolved": m.security_resolved,
  "client-error.fixed": m.security_fixed,
  "security.reopened": m.security_reopened,
  "client-error.reopened": m.security_reopened,
};

function labelFor(type: string): string {
  return actionLabels[type]?.() ?? type;
}
