import { useQuery } from "@tanstack/react-query";
import BellRing from "lucide-react/icons/bell-ring";
import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import PhoneMissed from "lucide-react/icons/phone-missed";
import X from "lucide-react/icons/x";
import { m } from "~/paraglide/messages";
import { labelForChannel, labelForMessageState } from "~/platform/messaging/labels";
import { formatTime } from "~/platform/time";
import { Badge, type StateMark } from "~/ui/badge";
import { Section } from "~/ui/section";
import { onCallPagesQuery } from "../admin-client";
import type { OnCallPage } from "../views";

/** Each paged technician with the steps so far; refreshed while a phone rings. */
export function OnCallPages({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(onCallPagesQuery(bookingId));
  if (!data?.pages.length) return null;
  return (
    <Section title={m.office_bookings_pages()}>
      <ul className="flex flex-col gap-3 text-sm">
        {data.pages.map((page) => (
          <li key={page.technicianId}>
            <p className="flex items-center justify-between gap-3">
              <bdi className="truncate font-medium">{page.name}</bdi>
              <Result page={page} />
            </p>
            <ol className="mt-1">
              {listSteps(page).map(({ label, at }) => (
                <li key={label} className="flex items-baseline justify-between gap-3 text-muted">
                  <span>{label}</span>
                  <time dateTime={at} className="figures shrink-0 text-xs">
                    {formatTime(at, "time")}
                  </time>
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function listSteps(page: OnCallPage): { label: string; at: string }[] {
  const { pagedAt, rings, rangAt, unansweredAt, offeredAt, declinedAt, texts } = page;
  const steps = [
    { label: m.office_bookings_page_step_paged(), at: pagedAt },
    { label: m.office_bookings_page_step_rang({ count: rings }), at: rangAt },
    {
      label: rangAt ? m.office_bookings_page_step_unanswered() : m.office_bookings_page_step_no_device(),
      at: unansweredAt,
    },
    ...texts.map(({ channel, state, at }) => ({
      label: m.office_bookings_page_step_text({
        channel: labelForChannel(channel),
        state: labelForMessageState(state),
      }),
      at,
    })),
    { label: m.office_bookings_page_step_offered(), at: offeredAt },
    { label: m.office_bookings_page_step_declined(), at: declinedAt },
  ];
  return steps
    .flatMap(({ label, at }) => (at ? [{ label, at }] : []))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function Result({ page }: { page: OnCallPage }) {
  const { mark, label } = resultOf(page);
  return <Badge {...mark}>{label}</Badge>;
}

function resultOf({ isAssigned, declinedAt, offeredAt, isRinging, unansweredAt }: OnCallPage): {
  mark: StateMark;
  label: string;
} {
  if (isAssigned) return { mark: { tone: "done", Icon: Check }, label: m.office_bookings_page_assigned() };
  if (declinedAt)
    return { mark: { tone: "neutral", Icon: X }, label: m.office_bookings_page_step_declined() };
  if (offeredAt)
    return { mark: { tone: "waiting", Icon: Check }, label: m.office_bookings_page_step_offered() };
  if (isRinging)
    return {
      mark: { tone: "emergency", Icon: BellRing },
      label: unansweredAt ? m.office_bookings_page_still_ringing() : m.office_bookings_page_rings(),
    };
  return unansweredAt
    ? { mark: { tone: "waiting", Icon: PhoneMissed }, label: m.office_bookings_page_step_unanswered() }
    : { mark: { tone: "neutral", Icon: Clock }, label: m.office_bookings_page_not_rung() };
}
