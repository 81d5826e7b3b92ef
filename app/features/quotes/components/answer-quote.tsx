import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Failure } from "~/ui/form/failure";
import { TextArea, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { createSubmissionKeys } from "../../forms/components/submission-key";
import { answerInWords, approve, type QuoteAddress } from "../client";
import type { PostedAnswer } from "../posted-answer";
import type { OpenedQuote, QuoteView } from "../views";

/** The form that the options of a quote belong to. */
export const APPROVAL_FORM = "approve-quote";

interface AnswerProps {
  address: QuoteAddress;
  quote: QuoteView;
  ticked: ReadonlySet<number>;
  totalFils: number;
  /** What was posted without our code, and not taken. */
  posted: PostedAnswer | null;
  onAnswered: (opened: OpenedQuote) => void;
  /** It was refused: how the quote stands now is asked for again. */
  onRefused: () => void;
}

/** How a customer answers: approves by typing their name, or says what should be different, or why not. */
export function AnswerQuote(props: AnswerProps) {
  return (
    <Card className="flex flex-col gap-6">
      <Approve {...props} />
      <div className="flex flex-col gap-2 border-t border-line pt-4">
        <InWords {...props} answer="changes">
          {m.quote_ask_changes()}
        </InWords>
        <InWords {...props} answer="decline">
          {m.quote_decline()}
        </InWords>
      </div>
    </Card>
  );
}

function Approve({ address, quote, ticked, totalFils, posted, onAnswered, onRefused }: AnswerProps) {
  const [keys] = useState(() => createSubmissionKeys());
  const own = posted?.answer === "approve" ? posted : null;
  const [told, setTold] = useState(own?.message ?? null);
  const { errors, refusal, pending, formProps } = useForm<{ name: string }, { name: string }, OpenedQuote>({
    found: own?.errors,
    send({ name }) {
      const approval = { revision: quote.revision, name, chosen: [...ticked] };
      return approve(address, approval, keys.keyFor(approval));
    },
    onDone: onAnswered,
  });
  return (
    <form
      {...formProps}
      id={APPROVAL_FORM}
      aria-labelledby="approve-title"
      onSubmit={(event) => {
        setTold(null);
        formProps.onSubmit(event);
      }}
      className="flex flex-col gap-4"
    >
      <h2 id="approve-title" className="text-xl">
        {m.quote_approve_title()}
      </h2>
      <Refusal words={told ?? refusal?.message} stale={refusal?.status === 409} onRefused={onRefused} />
      <input type="hidden" name="answer" value="approve" />
      <input type="hidden" name="revision" value={quote.revision} />
      <TextField
        name="name"
        // It keeps what is typed itself: on a phone that begins before our code is there.
        defaultValue={own?.values.name}
        error={errors.name}
        label={m.quote_name()}
        hint={m.quote_name_hint()}
        autoComplete="name"
        required
        maxLength={100}
      />
      <Button type="submit" size="large" disabled={pending}>
        {pending ? m.quote_sending() : m.quote_approve({ total: formatMoney(totalFils) })}
      </Button>
    </form>
  );
}

function Refusal({
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
          {m.quote_show_now()}
        </Button>
      )}
    </div>
  );
}

interface InWordsProps extends AnswerProps {
  answer: "changes" | "decline";
  children: ReactNode;
}

function InWords({ address, quote, posted, onAnswered, onRefused, answer, children }: InWordsProps) {
  const [keys] = useState(() => createSubmissionKeys());
  const own = posted?.answer === answer ? posted : null;
  const [told, setTold] = useState(own?.message ?? null);
  const { errors, refusal, pending, formProps } = useForm<{ words: string }, { words: string }, OpenedQuote>({
    found: own?.errors,
    send({ words }) {
      const body = { revision: quote.revision, words };
      return answerInWords(address, answer, body, keys.keyFor(body));
    },
    onDone: onAnswered,
  });
  return (
    <details open={own !== null} className="group">
      {/* Opened by hand, so that two taps and a name approve it and nothing else is in the way. */}
      <summary className="flex min-h-11 cursor-pointer items-center font-medium text-link hover:underline">
        {children}
      </summary>
      <form
        {...formProps}
        onSubmit={(event) => {
          setTold(null);
          formProps.onSubmit(event);
        }}
        className="flex flex-col gap-3 pb-3"
      >
        <Refusal words={told ?? refusal?.message} stale={refusal?.status === 409} onRefused={onRefused} />
        <input type="hidden" name="answer" value={answer} />
        <input type="hidden" name="revision" value={quote.revision} />
        <TextArea
          name="words"
          defaultValue={own?.values.words}
          error={errors.words}
          label={answer === "changes" ? m.quote_changes_words() : m.quote_decline_words()}
          required
          maxLength={1000}
        />
        <Button type="submit" tone="quiet" disabled={pending}>
          {pending
            ? m.quote_sending()
            : answer === "changes"
              ? m.quote_changes_send()
              : m.quote_decline_send()}
        </Button>
      </form>
    </details>
  );
}
