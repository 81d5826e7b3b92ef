import type { ReactNode } from "react";
import { ContractOfBooking } from "~/features/finance/contracts/admin/contract-of-booking";
import { InvoiceButton } from "~/features/finance/invoices/admin/invoice-button";
import { RelatedInvoices } from "~/features/finance/invoices/admin/related-invoices";
import { UnpaidInvoices } from "~/features/finance/invoices/admin/unpaid-invoices";
import { BookingQuotes, QuoteButton } from "~/features/finance/quotes/admin/quote-button";
import { BookingAccess } from "~/features/operations/bookings/admin/access/booking-access";
import { BookingPageSlots } from "~/features/operations/bookings/admin/booking-page-slots";
import type { BookingDetail } from "~/features/operations/bookings/office/views";
import { EmergencySteps } from "~/features/operations/emergencies/admin/emergency-steps";
import { RecurringBookingSection } from "~/features/operations/recurring-bookings/admin/recurring-booking-section";
import { CustomerReview } from "~/features/operations/reviews/admin/customer-reviews";
import { BookingReports } from "~/features/operations/technician-app/admin/booking-reports";
import { BookingConversation } from "~/features/oversight/notifications/admin/booking-conversation";

const slots = {
  Access: BookingAccess,
  Conversation: BookingConversation,
  CustomerReview,
  Documents,
  Emergency: EmergencySteps,
  Reports: BookingReports,
};

/** Fills a booking's record with parts of later features, on its page and on the board. */
export function BookingSlots({ children }: { children: ReactNode }) {
  return <BookingPageSlots value={slots}>{children}</BookingPageSlots>;
}

/** States without agreed work, in which nothing can be invoiced. */
const unagreed: readonly BookingDetail["state"][] = ["requested", "declined", "cancelled"];

function Documents({ booking }: { booking: BookingDetail }) {
  return (
    <>
      <RecurringBookingSection
        booking={booking}
        buttons={
          <>
            <QuoteButton bookingId={booking.id} />
            {!unagreed.includes(booking.state) && <InvoiceButton of={{ bookingId: booking.id }} />}
          </>
        }
      />
      <ContractOfBooking booking={booking} />
      <BookingQuotes bookingId={booking.id} />
      <RelatedInvoices of={{ booking: booking.id }} />
      <UnpaidInvoices customerId={booking.customerId} />
    </>
  );
}
