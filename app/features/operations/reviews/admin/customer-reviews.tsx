import { useQuery } from "@tanstack/react-query";
import ShieldAlert from "lucide-react/icons/shield-alert";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { notices } from "~/ui/overlay/toast-store";
import { Section } from "~/ui/section";
import { reviewsClient } from "../admin-client";
import { Stars } from "../components/stars";
import { ReviewAnswer } from "./review-answer";

/** Feedback of the customer after completion; hidden if there is none. */
export function CustomerReview({ bookingId, name }: { bookingId: string; name: string }) {
  const query = reviewsClient.query("/admin/bookings/{id}/feedback", { id: bookingId });
  const { data, isError } = useQuery(query);
  const publishing = reviewsClient.useChange("/admin/bookings/{id}/review", (words, queryClient) =>
    queryClient.setQueryData(query.queryKey, words),
  );
  const mayPublish = useMay("reviews.publish");

  function publish(published: boolean) {
    publishing.mutate(
      { id: bookingId, published },
      {
        onError: (error) =>
          notices.show({
            title: m.admin_feedback_publish_failed(),
            description: error.message,
            tone: "error",
          }),
      },
    );
  }
  if (isError) {
    return (
      <p role="alert" className="text-sm text-error">
        {m.admin_feedback_failed()}
      </p>
    );
  }
  if (!data) return null;
  const { review, warrantyRequest } = data;
  return (
    <>
      {warrantyRequest && (
        <div className="flex items-start gap-2 rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
          <ShieldAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0">
            <p className="font-medium">{m.admin_feedback_warranty_request()}</p>
            <p className="whitespace-pre-line" dir="auto">
              {warrantyRequest.message}
            </p>
            <time dateTime={warrantyRequest.requestedAt} className="figures text-xs">
              {formatTime(warrantyRequest.requestedAt, "dateTime")}
            </time>
          </div>
        </div>
      )}
      {review && (
        <Section title={m.admin_feedback_review()}>
          <Stars rating={review.rating} />
          {review.comment && (
            <p className="mt-1.5 text-sm whitespace-pre-line" dir="auto">
              {review.comment}
            </p>
          )}
          <div className="mt-2">
            <ReviewAnswer review={{ bookingId, name, answer: review.answer }} mayAnswer={mayPublish} />
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            {mayPublish && (
              <Button tone="quiet" disabled={publishing.isPending} onClick={() => publish(!review.published)}>
                {review.published ? m.admin_feedback_withdraw() : m.admin_feedback_publish()}
              </Button>
            )}
            <p role="status" className="text-xs text-muted">
              {review.published ? m.admin_feedback_published() : m.admin_feedback_unpublished()}
            </p>
          </div>
        </Section>
      )}
    </>
  );
}
