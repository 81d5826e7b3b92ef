import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Failure } from "~/ui/form/failure";
import { TextArea, TextField } from "~/ui/form/field";
import { useRestoredDraft } from "~/ui/form/restore-draft";
import { useForm } from "~/ui/form/use-form";
import { createSubmissionKeys } from "../../../core/forms/components/submission-key";
import { type QuoteAddress, sendApproval, sendTextAnswer } from "../client";
import type { PostedAnswer } from "../posted-answer";
import type { OpenedQuote, QuoteView } from "../views";

/** Id of the form that the options' checkboxes belong to. */
export const APPROVAL_FORM = "approve-quote";

interface AnswerProps {
  address: QuoteAddress;
  quote: QuoteView;
  ticked: ReadonlySet<number>;
  totalFils: number;
  /** Result of a form posted without JavaScript that was not accepted. */
  posted: PostedAnswer | null;
  onAnswered: (opened: OpenedQuote) => void;
  /** Reloads the quote after a refusal. */
  onRefused: () => void;
}

export function AnswerQuote(props: AnswerProps) {
  return (
    <Card data-no-print="" className="flex flex-col gap-6">
      <ApprovalForm {...props} />
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        <TextAnswerForm {...props} answer="changes">
          {m.quotes_ask_changes()}
        </TextAnswerForm>
        <TextAnswerForm {...props} answer="decline">
          {m.quotes_decline()}
        </TextAnswerForm>
      </div>
    </Card>
  );
}

function ApprovalForm({ address, quote, ticked, totalFils, posted, onAnswered, onRefused }: AnswerProps) {
  const [keys] = useState(() => createSubmissionKeys());
  const postedHere = posted?.answer === "approve" ? posted : null;
  const [message, setMessage] = useState(postedHere?.message ?? null);
  const { errors, refusal, pending, formProps } = useForm<{ name: string }, { name: string }, OpenedQuote>({
    initialErrors: postedHere?.errors,
    send({ name }) {
      const approval = { revision: quote.revision, name, chosenPositions: [...ticked] };
      return sendApproval(address, approval, keys.keyFor(approval));
    },
    onDone: onAnswered,
  });
  const restoreTyped = useRestoredDraft(`approve ${quote.reference}`);
  return (
    <form
      ref={restoreTyped}
      {...formProps}
      id={APPROVAL_FORM}
      aria-labelledby="approve-title"
      onSubmit={(event) => {
        setMessage(null);
        formProps.onSubmit(event);
      }}
      className="flex flex-col gap-4"
    >
      <h2 id="approve-title" className="text-xl">
        {m.quotes_approve_title()}
      </h2>
      <RefusalNotice
        words={message ?? refusal?.message}
        stale={refusal?.status === 409}
        onRefused={onRefused}
      />
      <input type="hidden" name="answer" value="approve" />
      <input type="hidden" name="revision" value={quote.revision} />
      <TextField
        name="name"
        // Uncontrolled, because on slow phones typing starts before hydration.
        defaultValue={postedHere?.values.name}
        error={errors.name}
        label={m.quotes_name()}
        hint={m.quotes_name_hint()}
        autoComplete="name"
        required
        maxLength={100}
      />
      <Button type="submit" size="large" disabled={pending}>
        {pending ? m.quotes_sending() : m.quotes_approve({ total: formatMoney(totalFils) })}
      </Button>
    </form>
  );
}

function RefusalNotice({
  words,
  stale,
  onRefused,
}: {
  words: string | undefined;
  stale: boolean;
  onRefused: () => void;
}) {
  if (!words) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <Failure>{words}</Failure>
      {stale && (
        <Button tone="quiet" size="small" onClick={onRefused}>
          {m.quotes_show_now()}
        </Button>
      )}
    </div>
  );
}

interface TextAnswerFormProps extends AnswerProps {
  answer: "changes" | "decline";
  children: ReactNode;
}

function TextAnswerForm({
  address,
  quote,
  posted,
  onAnswered,
  onRefused,
  answer,
  children,
}: TextAnswerFormProps) {
  const [keys] = useState(() => createSubmissionKeys());
  const postedHere = posted?.answer === answer ? posted : null;
  const [message, setMessage] = useState(postedHere?.message ?? null);
  const { errors, refusal, pending, formProps } = useForm<
    { comment: string },
    { comment: string },
    OpenedQuote
  >({
    initialErrors: postedHere?.errors,
    send({ comment }) {
      const body = { revision: quote.revision, comment };
      return sendTextAnswer(address, answer, body, keys.keyFor(body));
    },
    onDone: onAnswered,
  });
  const restoreTyped = useRestoredDraft(`${answer} ${quote.reference}`);
  return (
    <details open={postedHere !== null} className="group">
      {/* Collapsed, so that approving takes only a name and a tap. */}
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-link hover:underline">
        {children}
      </summary>
      <form
        ref={restoreTyped}
        {...formProps}
        onSubmit={(event) => {
          setMessage(null);
          formProps.onSubmit(event);
        }}
        className="flex flex-col gap-3 pb-3"
      >
        <RefusalNotice
          words={message ?? refusal?.message}
          stale={refusal?.status === 409}
          onRefused={onRefused}
        />
        <input type="hidden" name="answer" value={answer} />
        <input type="hidden" name="revision" value={quote.revision} />
        <TextArea
          name="comment"
          defaultValue={postedHere?.values.comment}
          error={errors.comment}
          label={answer === "changes" ? m.quotes_changes_comment() : m.quotes_decline_comment()}
          required
          maxLength={1000}
        />
        <Button type="submit" tone="quiet" disabled={pending}>
          {pending
            ? m.quotes_sending()
            : answer === "changes"
              ? m.quotes_changes_send()
              : m.quotes_decline_send()}
        </Button>
      </form>
    </details>
  );
}
