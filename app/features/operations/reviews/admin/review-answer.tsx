import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { EditForm } from "~/ui/form/edit-form";
import { TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { SectionAction } from "~/ui/section";
import { reviewsClient } from "../admin-client";
import { ANSWER_LENGTH } from "../review";
import type { AnswerView } from "../views";

interface ReviewAnswerProps {
  review: { bookingId: string; name: string; answer: AnswerView };
  mayAnswer: boolean;
}

/** The office's answer to a review, edited in place. */
export function ReviewAnswer({ review, mayAnswer }: ReviewAnswerProps) {
  const { bookingId, answer } = review;
  const [writing, setWriting] = useState(false);
  const remove = reviewsClient.useChange("/admin/bookings/{id}/review/answer/remove", undefined, {
    id: bookingId,
  });
  if (writing) return <AnswerForm review={review} onClose={() => setWriting(false)} />;
  if (!answer) {
    return mayAnswer ? (
      <div className="-ms-2">
        <SectionAction
          label={m.website_review_answer_of({ name: bidiIsolate(review.name) })}
          onClick={() => setWriting(true)}
        >
          {m.website_review_answer()}
        </SectionAction>
      </div>
    ) : null;
  }
  return (
    <div className="flex flex-col gap-1 border-s-2 border-accent ps-3 text-sm">
      <p className="text-xs text-muted">
        {m.website_review_answered({ date: formatTime(answer.at, "fullDateTime") })}
      </p>
      <p dir="auto" className="max-w-prose whitespace-pre-line">
        {answer.text}
      </p>
      {mayAnswer && (
        <p className="-ms-2 flex flex-wrap gap-1">
          <SectionAction
            label={m.website_review_answer_edit({ name: bidiIsolate(review.name) })}
            onClick={() => setWriting(true)}
          >
            {m.admin_edit()}
          </SectionAction>
          <SectionAction
            label={m.website_review_answer_remove({ name: bidiIsolate(review.name) })}
            onClick={() => remove.mutate({ seenAt: answer.at })}
          >
            {m.website_review_answer_withdraw()}
          </SectionAction>
        </p>
      )}
      <ChangeRefused error={remove.error} />
    </div>
  );
}

function AnswerForm({ review, onClose }: { review: ReviewAnswerProps["review"]; onClose: () => void }) {
  const { bookingId, name, answer } = review;
  const send = reviewsClient.useChange("/admin/bookings/{id}/review/answer", undefined, { id: bookingId });
  // Version at the start of editing, so that a concurrent change is not overwritten.
  const [seenAt] = useState(answer?.at ?? null);
  const form = useForm({
    initialValues: { answer: answer?.text ?? "" },
    send: (written) => send.mutateAsync({ ...written, seenAt }),
    next: onClose,
  });
  return (
    <EditForm
      label={m.website_review_answer_of({ name: bidiIsolate(name) })}
      submit={answer ? m.admin_save() : m.website_review_answer_send()}
      form={form}
      onClose={onClose}
    >
      <TextArea
        label={m.website_review_answer_label()}
        hint={answer ? m.website_review_answer_hint_edit() : m.website_review_answer_hint()}
        maxLength={ANSWER_LENGTH}
        rows={3}
        required
        autoFocus
        {...form.field("answer")}
      />
    </EditForm>
  );
}
