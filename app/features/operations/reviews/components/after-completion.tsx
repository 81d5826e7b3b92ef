import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { queryClient } from "~/platform/browser/query-client";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { classNames } from "~/ui/class-names";
import { Failure } from "~/ui/form/failure";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { LoadError } from "~/ui/screen/load-error";
import { NeedsScripts } from "~/ui/screen/needs-scripts";
import type { BookingState } from "../../bookings/booking";
import { afterCompletionQuery, requestWarrantyVisit, writeReview } from "../client";
import { REVIEW_LENGTH, WARRANTY_REQUEST_LENGTH } from "../review";
import type { AfterCompletionView } from "../views";
import { Stars } from "./stars";
import { StarsField } from "./stars-field";
import { useBookAgain } from "./use-book-again";

interface AfterCompletionProps {
  booking: { reference: string; state: BookingState };
}

const OVER: readonly BookingState[] = ["completed", "cancelled", "declined", "closed"];

export function isOver(state: BookingState): boolean {
  return OVER.includes(state);
}

/** Books a finished booking again; nothing for visitors who may not, and before it is finished. */
export function BookAgain({ booking, ...look }: AfterCompletionProps & ComponentProps<typeof Button>) {
  const over = isOver(booking.state);
  const { data } = useQuery({ ...afterCompletionQuery(booking.reference), enabled: over }, queryClient);
  const bookAgain = useBookAgain();
  if (!over || !data) return null;
  return (
    <Button {...look} onClick={() => bookAgain(booking.reference)}>
      {m.account_book_again()}
    </Button>
  );
}

/** Follow-up of a finished booking: review, warranty request, book again, which phones have in the bottom bar. */
export function AfterCompletion({ booking }: AfterCompletionProps) {
  const over = isOver(booking.state);
  const query = afterCompletionQuery(booking.reference);
  const { data, error, refetch } = useQuery({ ...query, enabled: over }, queryClient);
  if (!over || (error instanceof HttpError && error.status === 404)) return null;
  if (!data) {
    return error ? (
      <LoadError error={error} onRetry={refetch} />
    ) : (
      <NeedsScripts>
        <p>{m.account_aftercare_needs_scripts()}</p>
      </NeedsScripts>
    );
  }

  function keep(changed: AfterCompletionView, notice: string) {
    queryClient.setQueryData(query.queryKey, changed);
    passingNotices.show({ title: notice, tone: "success" });
  }

  const onlyRebooks =
    !data.review && !data.canReview && !data.warrantyVisitRequestedAt && !data.canRequestWarrantyVisit;
  return (
    <section
      aria-labelledby="after-completion"
      className={classNames("flex flex-col gap-4", onlyRebooks && "max-md:hidden")}
    >
      <h2 id="after-completion" className="text-xl">
        {booking.state === "completed" ? m.account_aftercare() : m.account_aftercare_unvisited()}
      </h2>
      {data.review && (
        <Card className="flex flex-col gap-2">
          <h3 className="font-semibold">{m.account_review_yours()}</h3>
          <Stars rating={data.review.rating} />
          {data.review.comment && <p dir="auto">{data.review.comment}</p>}
          {data.review.answer && (
            <div className="border-s-2 border-accent ps-4">
              <h4 className="text-sm text-muted">{m.account_review_answer()}</h4>
              <p dir="auto" className="whitespace-pre-line">
                {data.review.answer}
              </p>
            </div>
          )}
        </Card>
      )}
      {data.canReview && (
        <Review
          reference={booking.reference}
          onDone={(changed) => keep(changed, m.account_review_thanks())}
        />
      )}
      {data.warrantyVisitRequestedAt && (
        <p className="text-muted">
          {warrantyText(booking.reference, data.warrantyVisitRequestedAt, data.warrantyContactDueAt)}
        </p>
      )}
      {data.canRequestWarrantyVisit && (
        <Revisit
          reference={booking.reference}
          onDone={(changed) => keep(changed, m.account_warranty_sent())}
        />
      )}
      <BookAgain booking={booking} tone="quiet" className="self-start max-md:hidden" />
    </section>
  );
}

function warrantyText(reference: string, requestedAt: string, dueAt: string | null): string {
  const date = formatTime(requestedAt, "date");
  return dueAt
    ? m.account_warranty_requested_by({ reference, date, by: formatTime(dueAt, "dateTime") })
    : m.account_warranty_requested({ reference, date });
}

interface FormProps {
  reference: string;
  onDone: (changed: AfterCompletionView) => void;
}

function Review({ reference, onDone }: FormProps) {
  const form = useForm({
    initialValues: { rating: 0, comment: "" },
    draft: `review ${reference}`,
    check: (review) =>
      review.rating === 0
        ? { ok: false, errors: { rating: m.account_rating_required() } }
        : { ok: true, input: review },
    send: (review, _form, key) => writeReview(reference, review, key),
    onDone,
  });
  return (
    <Card>
      <form {...form.formProps} className="flex flex-col gap-4">
        <h3 className="font-semibold">{m.account_review_title()}</h3>
        <StarsField
          rating={form.values.rating}
          error={form.errors.rating}
          onRating={(rating) => form.set({ rating })}
        />
        <TextArea
          label={m.account_review_comment()}
          optional={m.common_optional()}
          maxLength={REVIEW_LENGTH}
          rows={3}
          hint={m.account_review_hint()}
          {...form.field("comment")}
        />
        <Failure>{form.refusal?.message}</Failure>
        <Button type="submit" className="self-start" disabled={form.pending}>
          {m.account_review_send()}
        </Button>
      </form>
    </Card>
  );
}

function Revisit({ reference, onDone }: FormProps) {
  const form = useForm({
    initialValues: { message: "" },
    draft: `warranty ${reference}`,
    send: ({ message }, _form, key) => requestWarrantyVisit(reference, message, key),
    onDone,
  });
  return (
    <details className="rounded-lg border border-line bg-surface px-5 sm:px-6">
      <summary className="cursor-pointer py-4 font-medium">{m.account_warranty_title()}</summary>
      <form {...form.formProps} className="flex flex-col gap-4 pb-5">
        <p className="text-muted">{m.account_warranty_lead()}</p>
        <TextArea
          label={m.account_warranty_message()}
          maxLength={WARRANTY_REQUEST_LENGTH}
          rows={3}
          required
          {...form.field("message")}
        />
        <Failure>{form.refusal?.message}</Failure>
        <Button type="submit" className="self-start" disabled={form.pending}>
          {m.account_warranty_send()}
        </Button>
      </form>
    </details>
  );
}
