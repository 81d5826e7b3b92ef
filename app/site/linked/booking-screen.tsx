import { useQuery } from "@tanstack/react-query";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import CircleCheck from "lucide-react/icons/circle-check";
import MessageCircle from "lucide-react/icons/message-circle";
import PhoneCall from "lucide-react/icons/phone-call";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Link, useActionData, useSearchParams } from "react-router";
import { totalText } from "~/features/core/pricing/price-text";
import { BookingDocuments, BookingPrice } from "~/features/finance/payments/components/booking-money";
import { DepositTerms } from "~/features/finance/payments/components/deposit-terms";
import { EMERGENCY_ARRIVAL_MIN, type VisitState } from "~/features/operations/bookings/booking";
import { arrivalStep, nextStepText, stateText } from "~/features/operations/bookings/booking-state-text";
import {
  ArrivalClock,
  isArrivalClockRunning,
  refreshAfter,
} from "~/features/operations/bookings/components/arrival-clock";
import { BookingLines } from "~/features/operations/bookings/components/booking-lines";
import { BookingProgress } from "~/features/operations/bookings/components/booking-progress";
import { BookingTimeline } from "~/features/operations/bookings/components/booking-timeline";
import { calendarFile } from "~/features/operations/bookings/components/calendar-file";
import { CancelDialog } from "~/features/operations/bookings/components/cancel-dialog";
import { CutOffNotice } from "~/features/operations/bookings/components/cut-off-notice";
import { DeferredBookingLinkForm } from "~/features/operations/bookings/components/deferred-booking-link-form";
import { OwnPermit } from "~/features/operations/bookings/components/own-permit";
import { PhotoStrip } from "~/features/operations/bookings/components/photo-strip";
import { RescheduleDialog } from "~/features/operations/bookings/components/reschedule-dialog";
import { StateBadge } from "~/features/operations/bookings/components/state-badge";
import { labelForVisitState } from "~/features/operations/bookings/labels";
import {
  bookingQuery,
  confirmContact,
  confirmVisit,
  renewLink,
} from "~/features/operations/bookings/link/client";
import { preferredTechnicianText } from "~/features/operations/bookings/preferred-technician";
import type { BookingView } from "~/features/operations/bookings/views";
import { RecurrenceNote } from "~/features/operations/recurring-bookings/components/recurrence-note";
import {
  AfterCompletion,
  BookAgain,
  isOver,
} from "~/features/operations/reviews/components/after-completion";
import { AssignedTechnician, isComing } from "~/features/operations/reviews/components/assigned-technician";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { formatRelativeDay, formatShortSpan } from "~/platform/relative-time";
import { callHref, whatsappHref } from "~/platform/text/contact-links";
import { addMinutes, dubaiDate, formatClock, formatDay, formatTime } from "~/platform/time";
import { vatIncluded } from "~/platform/uae/vat";
import { ActionBar } from "~/ui/action-bar";
import { Button, ButtonAnchor } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { Failure } from "~/ui/form/failure";
import { useReplayClick } from "~/ui/form/use-replay-click";
import { passingNotices } from "~/ui/overlay/toast-store";
import { type PublicBusiness, useBusiness } from "../frame/business";
import type { Route } from "./+types/booking-page";
import type { action } from "./booking-data.server";
import { CallButton, ExpiredLink, isExpiredLink, LinkedPageNotFound, LinkedPageWaiting } from "./linked-page";

/** Booking page for holders of the emailed link; right after booking it shows the next steps. */
export function BookingScreen({ params, loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const [search] = useSearchParams();
  const posted = useActionData<typeof action>();
  const justBooked = search.has("booked");

  const query = bookingQuery(params.reference);
  const {
    data: booking,
    error,
    refetch,
  } = useQuery(
    {
      ...query,
      refetchInterval: ({ state }) => refreshAfter(state.data),
      initialData: loaderData.booking ?? undefined,
    },
    queryClient,
  );

  return (
    <div className="page-column py-8 sm:py-12">
      <title>
        {booking || loaderData.linkExpired || isExpiredLink(error)
          ? m.booking_page_title({ reference: params.reference, business: bidiIsolate(business.name) })
          : m.booking_link_page_title({ business: bidiIsolate(business.name) })}
      </title>
      <meta name="robots" content="noindex" />
      {!booking && <ActionBar {...business} />}
      {booking ? (
        <Booking
          booking={booking}
          business={business}
          justBooked={justBooked}
          onChange={(changed) => queryClient.setQueryData(query.queryKey, changed)}
        />
      ) : loaderData.linkExpired || isExpiredLink(error) ? (
        <ExpiredLink
          formValue="link"
          posted={posted?.message ?? null}
          requestLink={() => renewLink(params.reference)}
        />
      ) : error ? (
        <LinkedPageNotFound
          error={error}
          unknown={{ title: m.booking_error_not_found(), hint: m.booking_page_use_link() }}
          alternative={{ to: "/", label: m.common_go_home() }}
          onRetry={refetch}
          business={business}
        >
          <section
            aria-labelledby="follow-title"
            className="my-2 flex w-full max-w-md flex-col gap-5 rounded-lg bg-sunken p-5 text-start text-ink sm:p-7"
          >
            <h2 id="follow-title" className="text-xl">
              {m.booking_link_again()}
            </h2>
            <DeferredBookingLinkForm />
          </section>
        </LinkedPageNotFound>
      ) : (
        <LinkedPageWaiting>
          <p>{m.booking_page_use_link()}</p>
          <p>
            <Link to="/bookings#follow">{m.booking_link_again()}</Link>
          </p>
        </LinkedPageWaiting>
      )}
    </div>
  );
}

/** Preferred technician, until one is on site. */
function PreferredTechnician({ booking }: { booking: BookingView }) {
  const isAhead = ["requested", "confirmed", "scheduled"].includes(booking.state);
  const sentence = isAhead ? preferredTechnicianText(booking) : null;
  return sentence && <p className="measure text-muted">{sentence}</p>;
}

interface ConfirmationProps {
  booking: BookingView;
  onConfirmed: (booking: BookingView) => void;
}

/** Hold of a guest, with the button that confirms the email for holders of the emailed link. */
function Hold({ booking, onConfirmed }: ConfirmationProps) {
  const { reference, heldUntil, canConfirmContact } = booking;
  const { pending, failure, submit } = useConfirmation(() => confirmContact(reference), onConfirmed);
  if (!heldUntil) return null;
  const until = formatTime(heldUntil, "dateTime");
  return (
    <form method="post" onSubmit={submit} className="flex flex-col items-start gap-3">
      <p className="measure font-medium text-brass-text">
        {canConfirmContact ? m.booking_held_confirm({ until }) : labelForHold(booking, until)}
      </p>
      {canConfirmContact && (
        <Button type="submit" name="answer" value="confirm" disabled={pending}>
          {m.booking_keep_time()}
        </Button>
      )}
      <Failure>{failure}</Failure>
    </form>
  );
}

/** Asks from the day before the visit on whether the customer will be there. */
function VisitConfirmation({ booking, onConfirmed }: ConfirmationProps) {
  const { reference, visit, canConfirmVisit, visitConfirmedAt } = booking;
  const startsAt = visit?.startsAt ?? "";
  const { pending, failure, submit } = useConfirmation(
    () => confirmVisit({ reference, startsAt }),
    onConfirmed,
  );
  if (visitConfirmedAt) return <p className="measure">{m.booking_visit_confirmed_note()}</p>;
  if (!canConfirmVisit) return null;
  return (
    <form method="post" onSubmit={submit} className="flex flex-col items-start gap-3">
      <p className="measure font-medium">{m.booking_visit_ask({ when: formatTime(startsAt, "dateTime") })}</p>
      <input type="hidden" name="startsAt" value={startsAt} />
      <Button type="submit" name="answer" value="confirm-visit" disabled={pending}>
        {m.booking_visit_confirm()}
      </Button>
      <Failure>{failure}</Failure>
    </form>
  );
}

/** Sends a form of one button, which also works without JavaScript. */
function useConfirmation(
  send: () => Promise<{ booking: BookingView }>,
  onConfirmed: ConfirmationProps["onConfirmed"],
) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState("");

  async function confirm() {
    setPending(true);
    try {
      onConfirmed((await send()).booking);
    } catch (error) {
      setFailure(error instanceof HttpError ? error.message : m.common_unexpected_answer());
    } finally {
      setPending(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void confirm();
  }

  return { pending, failure, submit };
}

interface BookingProps {
  booking: BookingView;
  business: PublicBusiness;
  justBooked: boolean;
  onChange: (booking: BookingView) => void;
}

/** Phones show state, visit with price and actions, then the rest; larger screens show the second beside the others. */
function Booking({ booking, business, justBooked, onChange }: BookingProps) {
  const whatsappText = m.booking_whatsapp({ reference: booking.reference });
  const [dialog, setDialog] = useState<"cancel" | "reschedule" | null>(null);
  const actions = useRef<HTMLDivElement>(null);
  useReplayClick(actions);
  // A new request shows its steps below instead.
  const now = booking.answeredAt;
  const next = booking.state === "requested" ? null : nextStepText({ ...booking, now });

  const changeLabel = booking.visit ? m.booking_reschedule() : m.booking_choose_time();

  function done(changed: BookingView, notice: string) {
    onChange(changed);
    setDialog(null);
    passingNotices.show({ title: notice, tone: "success" });
  }

  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:gap-x-12">
      <div className="flex min-w-0 flex-col gap-8">
        {justBooked && booking.state === "requested" ? (
          <Received booking={booking} />
        ) : (
          <Heading booking={booking} />
        )}
        {isArrivalClockRunning(booking) && <ArrivalClock booking={booking} />}
        <Card data-panel="" className="flex flex-col gap-5">
          <BookingProgress state={booking.state} />
          <AssignedTechnician booking={booking} />
          <PreferredTechnician booking={booking} />
          <RecurrenceNote reference={booking.reference} />
          <dl className="flex flex-col gap-3">
            <StatusRow term={m.booking_current_step()}>
              <span className="block">
                {stateText({
                  ...booking,
                  technicianName: booking.visit?.technicianName ?? null,
                  startsAt: booking.visit?.startsAt,
                  now,
                })}
              </span>
              {booking.onHold?.reason && (
                <span className="block">
                  {m.booking_on_hold_reason({ reason: bidiIsolate(booking.onHold.reason) })}
                </span>
              )}
            </StatusRow>
            {next && <StatusRow term={m.booking_next_step()}>{next}</StatusRow>}
          </dl>
          <Hold booking={booking} onConfirmed={(confirmed) => done(confirmed, m.booking_time_kept())} />
          <VisitConfirmation
            booking={booking}
            onConfirmed={(confirmed) => done(confirmed, m.booking_visit_confirmed())}
          />
          {booking.moveEmailed === false && (
            <p className="measure font-medium text-brass-text">{m.booking_move_unmailed()}</p>
          )}
          {booking.ownLink && <OwnLink url={booking.ownLink} />}
          {booking.holdExpired && (
            <p className="measure font-medium text-brass-text">{m.booking_hold_expired()}</p>
          )}
          {booking.timeNotHeld && (
            <p className="measure font-medium text-brass-text">{m.booking_time_not_held()}</p>
          )}
        </Card>
        {booking.state === "requested" && <WhatsNext booking={booking} justBooked={justBooked} />}
        <AfterCompletion booking={booking} />
      </div>

      <div
        ref={actions}
        className="flex flex-col gap-4 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1"
      >
        <Card data-panel="" className="flex flex-col gap-5">
          <dl className="flex flex-col gap-4">
            {!hasEnded(booking) && (
              <Fact term={m.booking_page_visit()}>
                <VisitTimes booking={booking} />
              </Fact>
            )}
            {booking.visit?.technicianName && !isComing(booking) && (
              <Fact term={m.booking_page_technician()}>
                {formatList([booking.visit.technicianName, ...booking.visit.helperNames].map(bidiIsolate))}
              </Fact>
            )}
            <Fact term={m.booking_page_service()}>{booking.serviceName}</Fact>
            <Fact term={m.booking_page_address()}>
              <bdi>{booking.address}</bdi>
            </Fact>
            {booking.contract && (
              <Fact term={m.booking_page_contract()}>
                <span className="figures">
                  {m.contract_covers_by({
                    reference: booking.contract.reference,
                    name: bidiIsolate(booking.contract.packageName),
                  })}
                </span>
              </Fact>
            )}
            <BookingPrice reference={booking.reference} estimate={<Estimate booking={booking} />} />
          </dl>
          <CutOffNotice booking={booking} />
          <div className="flex flex-col gap-2 empty:hidden">
            {booking.visit && isUpcoming(booking.visit) && (
              <Button
                tone="quiet"
                className="noscript:hidden"
                onClick={() => saveCalendarFile(booking, business.name)}
              >
                <CalendarPlus aria-hidden />
                {m.booking_add_to_calendar()}
              </Button>
            )}
            {booking.canReschedule && (
              <Button
                tone="quiet"
                className="noscript:hidden max-md:hidden"
                onClick={() => setDialog("reschedule")}
              >
                {changeLabel}
              </Button>
            )}
            {booking.canCancel && (
              <Button tone="plain" className="noscript:hidden" onClick={() => setDialog("cancel")}>
                {m.booking_cancel()}
              </Button>
            )}
            {(booking.canReschedule || booking.canCancel) && (
              <noscript>
                <p>{m.booking_change_without_script()}</p>
              </noscript>
            )}
            {booking.canCancel && booking.days.length > 0 && (
              <p className="text-sm text-muted">{m.booking_days_reschedule()}</p>
            )}
          </div>
        </Card>
        {/* The bottom bar of phones has a contact menu. */}
        <div className="grid grid-cols-2 gap-2 max-md:hidden">
          <ButtonAnchor tone="quiet" href={whatsappHref(business.whatsapp, whatsappText)}>
            <MessageCircle aria-hidden />
            {m.site_whatsapp()}
          </ButtonAnchor>
          <Call booking={booking} business={business} />
        </div>
        <ActionBar {...business} message={whatsappText}>
          {booking.canReschedule ? (
            <Button className="grow px-2! noscript:hidden" onClick={() => setDialog("reschedule")}>
              {changeLabel}
            </Button>
          ) : booking.emergency && !isOver(booking.state) ? (
            <Call booking={booking} business={business} className="grow px-2!" />
          ) : (
            <BookAgain booking={booking} className="grow px-2! noscript:hidden" />
          )}
        </ActionBar>
      </div>

      <div className="flex min-w-0 flex-col gap-8 lg:col-start-1">
        {booking.message && (
          <section className="flex flex-col gap-4">
            <h2 className="text-xl">{m.booking_page_message()}</h2>
            <p dir="auto" className="measure whitespace-pre-line">
              {booking.message}
            </p>
          </section>
        )}
        {booking.photos.length > 0 && (
          <section className="flex flex-col gap-4">
            <h2 className="text-xl">{m.booking_page_photos()}</h2>
            <PhotoStrip
              photos={booking.photos}
              hrefOf={(photoId) => `/api/bookings/${booking.reference}/photos/${photoId}`}
            />
          </section>
        )}
        {!hasEnded(booking) && booking.state !== "completed" && <OwnPermit reference={booking.reference} />}
        <BookingDocuments reference={booking.reference} />
        <section className="flex flex-col gap-4">
          <h2 className="text-xl">{m.booking_page_timeline()}</h2>
          <BookingTimeline timeline={booking.timeline} />
        </section>
      </div>

      <CancelDialog
        open={dialog === "cancel"}
        booking={booking}
        terms={<DepositTerms reference={booking.reference} />}
        onClose={() => setDialog(null)}
        onDone={(changed) => done(changed, m.booking_cancelled())}
      />
      <RescheduleDialog
        open={dialog === "reschedule"}
        booking={booking}
        onClose={() => setDialog(null)}
        onDone={(changed) => done(changed, booking.visit ? m.booking_rescheduled() : m.booking_time_chosen())}
      />
    </div>
  );
}

function Estimate({ booking: { lines, estimateFils, vatPercent } }: { booking: BookingView }) {
  // The lines show it.
  const isFree = estimateFils === 0 && lines.length > 0;
  return (
    <>
      {lines.length > 0 && (
        <div className="mb-2 font-normal">
          <BookingLines lines={lines} totalFils={estimateFils} />
        </div>
      )}
      <p>
        {estimateFils && lines.length > 0
          ? notesOnTotal(lines, vatIncluded(estimateFils, vatPercent))
          : !isFree && totalText({ lines, totalFils: estimateFils })}
      </p>
    </>
  );
}

/** Notes on the total: VAT included, lines that need a survey. */
function notesOnTotal(lines: BookingView["lines"], vatFils: number): string {
  const bySurvey = lines.some(({ grossFils }) => grossFils === null);
  return [vatFils > 0 && m.lines_vat({ vat: formatMoney(vatFils) }), bySurvey && m.lines_survey()]
    .filter(Boolean)
    .join(" ");
}

/** Emergencies always dial the emergency line, because the office may be closed. */
function Call({
  booking,
  business,
  className,
}: Pick<BookingProps, "booking" | "business"> & { className?: string }) {
  if (booking.emergency) {
    return (
      <ButtonAnchor
        tone="signal"
        href={callHref(business.emergencyPhone)}
        data-emergency=""
        className={className}
      >
        <PhoneCall aria-hidden />
        {m.site_call()}
      </ButtonAnchor>
    );
  }
  return <CallButton business={business} className={className} />;
}

function Received({ booking }: { booking: BookingView }) {
  return (
    <header className="flex flex-col gap-3">
      <CircleCheck aria-hidden className="size-11 text-calm-text" strokeWidth={1.5} />
      <h1 className="text-3xl">{m.booking_received_title()}</h1>
      <p className="text-lg text-muted">{labelForEmailed(booking.emailed)}</p>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-sm text-muted">{m.booking_received_reference()}</span>
        <strong className="figures text-2xl font-semibold whitespace-nowrap select-all">
          {booking.reference}
        </strong>
      </p>
    </header>
  );
}

/** Emails are limited per address and network, so a confirmation may not have been sent. */
function labelForEmailed(emailed: BookingView["emailed"]): string {
  if (emailed === null) return m.booking_received_lead_open();
  return emailed ? m.booking_received_lead() : m.booking_received_lead_unmailed();
}

/** Only an email has the link that keeps the time. */
function labelForHold({ emailed, contactConfirmed }: BookingView, until: string): string {
  if (contactConfirmed) return m.booking_held_until_reply({ until });
  if (emailed === null) return m.booking_held_until_open({ until });
  return emailed ? m.booking_held_until({ until }) : m.booking_held_until_unmailed({ until });
}

/** For customers whose confirmation could not be emailed. */
function OwnLink({ url }: { url: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="measure">{m.booking_own_link()}</p>
      <div className="flex flex-wrap items-center gap-3">
        <a href={url} dir="ltr" className="min-w-0 text-sm break-all">
          {url}
        </a>
        <CopyButton value={url} label={m.booking_own_link_copy()} />
      </div>
    </div>
  );
}

function Heading({ booking }: { booking: BookingView }) {
  return (
    <header className="flex flex-col gap-2">
      <p className="text-sm text-muted">{m.booking_page_for({ name: bidiIsolate(booking.customerName) })}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="figures text-2xl">{titleOf(booking)}</h1>
        <StateBadge state={booking.state} forCustomer />
      </div>
      <p className="text-sm text-muted">
        <bdi>{booking.address}</bdi>
      </p>
      <p className="figures text-sm whitespace-nowrap text-muted select-all">{booking.reference}</p>
    </header>
  );
}

/** "Electrical, tomorrow 4 – 5 PM"; without an agreed time only the service. */
function titleOf({ serviceName, visit, answeredAt }: BookingView): string {
  if (!visit) return serviceName;
  const { startsAt, endsAt } = visit;
  return m.booking_page_heading({
    service: serviceName,
    day: formatRelativeDay(startsAt, new Date(answeredAt)),
    time: formatShortSpan(startsAt, endsAt),
  });
}

/** Next steps with the response target as a clock time. */
function WhatsNext({ booking, justBooked }: Pick<BookingProps, "booking" | "justBooked">) {
  const before = (due: Date) => {
    // A due time on another day includes the day.
    const sameDay = dubaiDate(due) === dubaiDate(new Date(booking.requestedAt));
    return m.booking_next_before({ time: formatTime(due, sameDay ? "time" : "dateTime") });
  };
  const steps: { when: string; what: string }[] = [];
  // On later visits the email has arrived.
  if (justBooked && booking.emailed) {
    steps.push({ when: m.booking_next_now(), what: m.booking_next_mail() });
  }
  if (booking.emergency) {
    steps.push({
      when: before(addMinutes(new Date(booking.requestedAt), EMERGENCY_ARRIVAL_MIN)),
      what: m.booking_next_emergency(),
    });
  } else {
    if (booking.contactDueAt)
      steps.push({ when: before(new Date(booking.contactDueAt)), what: m.booking_next_contact() });
    steps.push({
      when: booking.visit ? formatTime(booking.visit.startsAt, "dateTime") : m.booking_next_agreed_time(),
      what: arrivalStep(booking),
    });
  }
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{m.booking_next_title()}</h2>
      <ol className="flex flex-col gap-4">
        {steps.map((step) => (
          <li key={step.what} className="grid gap-x-6 border-s-2 border-accent ps-4 sm:grid-cols-[11rem_1fr]">
            <span className="figures font-semibold">{step.when}</span>
            <span>{step.what}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function StatusRow({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[3.5rem_1fr]">
      <dt className="text-sm text-muted sm:leading-7">{term}</dt>
      <dd className="measure wrap-anywhere">{children}</dd>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-xs text-muted">{term}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

function hasEnded({ state }: BookingView): boolean {
  return ["declined", "cancelled", "closed"].includes(state);
}

function isUpcoming({ state }: NonNullable<BookingView["visit"]>): boolean {
  return state === "held" || state === "scheduled";
}

/** Lists all days of a multi-day job. */
function VisitTimes({ booking }: { booking: BookingView }) {
  const { days } = booking;
  if (days.length === 0) return <span>{visitText(booking)}</span>;
  return (
    <>
      <span>{m.booking_days({ count: days.length })}</span>
      <ol className="mt-1 flex flex-col gap-1 text-sm font-normal">
        {days.map(({ startsAt, endsAt, state }, index) => (
          <li key={startsAt} className="flex items-baseline justify-between gap-3">
            <span>
              <span className="sr-only">{`${m.booking_day_of({ day: index + 1, days: days.length })} `}</span>
              <span className="figures">
                {m.booking_day_span({
                  date: formatTime(startsAt, "date"),
                  start: formatTime(startsAt, "time"),
                  end: formatTime(endsAt, "time"),
                })}
              </span>
            </span>
            <span className="text-xs text-muted">{labelForVisitState(state as VisitState)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

function visitText({ visit, emergency, preferredDate, preferredTime }: BookingView): string {
  if (visit) return formatTime(visit.startsAt, "dateTime");
  if (emergency) return m.booking_visit_emergency();
  if (preferredDate && preferredTime)
    return m.booking_visit_preferred({
      time: m.booking_date_at_time({ date: formatDay(preferredDate), time: formatClock(preferredTime) }),
    });
  if (preferredDate) return m.booking_visit_preferred({ time: formatDay(preferredDate) });
  if (preferredTime) return m.booking_visit_preferred({ time: formatClock(preferredTime) });
  return m.booking_next_agreed_time();
}

function saveCalendarFile(booking: BookingView, business: string) {
  const file = calendarFile(booking, { url: new URL(window.location.href), business, now: new Date() });
  if (!file) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([file], { type: "text/calendar" }));
  link.download = `${booking.reference}.ics`;
  link.click();
  URL.revokeObjectURL(link.href);
}
