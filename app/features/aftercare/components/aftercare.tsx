import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { queryClient } from "~/platform/query-client";
import { useSession } from "~/platform/session";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { TextArea } from "~/ui/field";
import { passingNotices } from "~/ui/toast-store";
import type { BookingState } from "../../bookings/booking";
import { prefill } from "../../bookings/components/form-fields";
import { REVIEW_LENGTH, REVISIT_LENGTH } from "../aftercare";
import { aftercareQuery, askForRevisit, writeReview } from "../client";
import type { AftercareView } from "../views";
import { Stars, StarsField } from "./stars";

interface AftercareProps {
  booking: { reference: string; state: BookingState };
}

const OVER: readonly BookingState[] = ["completed", "cancelled", "declined", "closed"];

/** On the page of a booking that is over, for its signed-in customer: a review, the warranty, the same again. */
export function Aftercare({ booking }: AftercareProps) {
  const session = useSession();
  const over = OVER.includes(booking.state);
  const query = aftercareQuery(booking.reference);
  const { data } = useQuery({ ...query, enabled: over && session.state === "signed-in" }, queryClient);
  const navigate = useNavigate();
  if (!over || !data) return null;

  function keep(changed: AftercareView, notice: string) {
    queryClient.setQueryData(query.queryKey, changed);
    passingNotices.show({ title: notice, tone: "success" });
  }
  function bookAgain(fields: AftercareView["bookAgain"]) {
    prefill(fields);
    navigate("/bookings");
  }

  return (
    <section aria-labelledby="aftercare" className="flex flex-col gap-4">
      <h2 id="aftercare" className="text-xl">
        {m.account_aftercare()}
      </h2>
      {data.review && (
        <Card className="flex flex-col gap-2">
          <h3 className="font-semibold">{m.account_review_yours()}</h3>
          <Stars rating={data.review.rating} />
          {data.review.words && <p>{data.review.words}</p>}
        </Card>
      )}
      {data.canReview && (
        <Review
          reference={booking.reference}
          onDone={(changed) => keep(changed, m.account_review_thanks())}
        />
      )}
      {data.revisitAskedAt && (
        <p className="text-muted">
          {m.account_revisit_asked({ date: formatTime(data.revisitAskedAt, "date") })}
        </p>
      )}
      {data.canAskRevisit && (
        <Revisit
          reference={booking.reference}
          onDone={(changed) => keep(changed, m.account_revisit_sent())}
        />
      )}
      <Button tone="quiet" className="self-start" onClick={() => bookAgain(data.bookAgain)}>
        {m.account_book_again()}
      </Button>
    </section>
  );
}

interface FormProps {
  reference: string;
  onDone: (changed: AftercareView) => void;
}

function Review({ reference, onDone }: FormProps) {
  const [rating, setRating] = useState(0);
  const { failure, sending, submit } = useSending(async (words) => {
    if (rating === 0) throw new HttpError(400, m.account_rating_required(), "invalid");
    onDone(await writeReview(reference, { rating, words }));
  });
  return (
    <Card>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <h3 className="font-semibold">{m.account_review_title()}</h3>
        <StarsField rating={rating} onRating={setRating} />
        <TextArea
          name="words"
          label={m.account_review_words()}
          optional={m.common_optional()}
          maxLength={REVIEW_LENGTH}
          rows={3}
          hint={m.account_review_hint()}
        />
        <Failure>{failure}</Failure>
        <Button type="submit" className="self-start" disabled={sending}>
          {m.account_review_send()}
        </Button>
      </form>
    </Card>
  );
}

function Revisit({ reference, onDone }: FormProps) {
  const { failure, sending, submit } = useSending(async (words) =>
    onDone(await askForRevisit(reference, words)),
  );
  return (
    <details className="rounded-lg border border-line bg-surface px-5 sm:px-6">
      <summary className="cursor-pointer py-4 font-medium">{m.account_revisit_title()}</summary>
      <form onSubmit={submit} noValidate className="flex flex-col gap-4 pb-5">
        <p className="text-muted">{m.account_revisit_lead()}</p>
        <TextArea
          name="words"
          label={m.account_revisit_words()}
          maxLength={REVISIT_LENGTH}
          rows={3}
          required
        />
        <Failure>{failure}</Failure>
        <Button type="submit" className="self-start" disabled={sending}>
          {m.account_revisit_send()}
        </Button>
      </form>
    </details>
  );
}

/** A form of a few words: sent, or told why not. */
function useSending(send: (words: string) => Promise<void>) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get("words") ?? "");
    setSending(true);
    setFailure("");
    try {
      await send(words);
    } catch (error) {
      setFailure(wordsOf(error));
    } finally {
      setSending(false);
    }
  }
  return { sending, failure, submit };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof HttpError)) return m.common_unexpected_answer();
  const [first] = Object.values((error.body.errors as Record<string, string> | undefined) ?? {});
  return first ?? error.message;
}

function Failure({ children }: { children: string }) {
  if (!children) return null;
  return (
    <p role="alert" className="text-sm text-error">
      {children}
    </p>
  );
}
