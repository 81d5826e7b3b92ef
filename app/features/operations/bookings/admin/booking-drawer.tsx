import { useQuery } from "@tanstack/react-query";
import NotebookPen from "lucide-react/icons/notebook-pen";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatRelativeTime } from "~/platform/relative-time";
import { useNow } from "~/ui/hooks/use-now";
import { RecordDrawer, RecordHead, RecordSections } from "~/ui/overlay/drawer";
import { Section, SectionAction } from "~/ui/section";
import { shortServiceName } from "../../../core/catalogue/short-trade";
import { bookingQuery } from "../admin-client";
import { liveVisitStates } from "../booking";
import { PhotoStrip } from "../components/photo-strip";
import { StateBadge } from "../components/state-badge";
import type { BookingDetail } from "../office/views";
import { BookingContact, BookingCustomer } from "./booking-contact";
import { BookingFacts, type PlanningOptions } from "./booking-facts";
import { useBookingPageSlots } from "./booking-page-slots";
import { BookingTransitions } from "./booking-transitions";
import { EmergencyBadge } from "./emergency-badge";
import { NoteForm } from "./note-forms";
import { OfficeTimeline } from "./office-timeline";
import { OnHold } from "./on-hold";
import { PropertyBookings } from "./property-bookings";
import { ResponseTargetBanner } from "./response-target-clock";

const CLOCK_MS = 20_000;

interface BookingDrawerProps {
  id: string;
  closePath: string;
}

export function BookingDrawer({ id, closePath }: BookingDrawerProps) {
  const result = useQuery(bookingQuery(id));
  const now = useNow(CLOCK_MS);
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={result}
      nameOf={(booking) => booking.reference}
      headOf={(booking) => (
        <RecordHead title={titleOf(booking, now)} detail={booking.reference}>
          <StateBadge state={booking.state} />
          {booking.emergency && <EmergencyBadge />}
        </RecordHead>
      )}
      footerOf={(booking) => <BookingTransitions key={booking.id} booking={booking} />}
      missing={m.office_bookings_not_found()}
      failed={m.office_bookings_failed()}
    >
      {(booking) => <BookingSections key={booking.id} booking={booking} />}
    </RecordDrawer>
  );
}

/** "Plumbing · Tomorrow, 4 PM": the trade with the first visit that is not over, otherwise with the last one. */
function titleOf(booking: BookingDetail, now: Date): string {
  const service = shortServiceName(booking);
  const { visits } = booking;
  const visit =
    visits.find(({ state }) => (liveVisitStates as readonly string[]).includes(state)) ?? visits.at(-1);
  return visit ? m.office_bookings_head({ service, time: formatRelativeTime(visit.startsAt, now) }) : service;
}

interface BookingSectionsProps {
  booking: BookingDetail;
  /** How days are planned on the board. */
  planning?: PlanningOptions;
}

/** Facts, visits, money, conversation and timeline, also of a visit on the board. */
export function BookingSections({ booking, planning }: BookingSectionsProps) {
  const { Access, Conversation, CustomerReview, Documents, Emergency, Reports } = useBookingPageSlots();
  const now = useNow(CLOCK_MS);
  const [isAddingNote, setAddingNote] = useState(false);
  const mayNote = useMay("bookings.manage");
  return (
    <RecordSections>
      <ResponseTargetBanner booking={booking} now={now} />
      {booking.emergency && <Emergency booking={booking} />}
      <BookingCustomer booking={booking} />
      <OnHold booking={booking} now={now} />
      <BookingFacts booking={booking} planning={planning} />
      <Documents booking={booking} />
      <CustomerReview bookingId={booking.id} name={booking.customerName} />
      <BookingContact booking={booking} />
      <PropertyBookings booking={booking} />
      <Access bookingId={booking.id} />
      {booking.photos.length > 0 && (
        <Section title={m.booking_section_photos()}>
          <PhotoStrip
            photos={booking.photos}
            hrefOf={(photoId) => `/api/admin/bookings/${booking.id}/photos/${photoId}`}
          />
        </Section>
      )}
      <Reports bookingId={booking.id} />
      <Conversation customerId={booking.customerId} bookingId={booking.id} />
      <Section
        title={m.office_bookings_timeline()}
        action={
          mayNote &&
          !isAddingNote && (
            <SectionAction onClick={() => setAddingNote(true)}>
              <NotebookPen aria-hidden />
              {m.admin_log_note()}
            </SectionAction>
          )
        }
      >
        {isAddingNote && (
          <div className="mb-4">
            <NoteForm booking={booking} onClose={() => setAddingNote(false)} />
          </div>
        )}
        <OfficeTimeline booking={booking} />
      </Section>
    </RecordSections>
  );
}
