import { useLocation, useParams } from "react-router";
import { BookingAccess } from "~/features/access/admin/booking-access";
import { BookingDrawer } from "~/features/bookings/admin/booking-drawer";
import type { BookingDetail } from "~/features/bookings/views";
import { ContractOfBooking } from "~/features/contracts/admin/contract-of-booking";
import { EmergencySteps } from "~/features/emergencies/admin/emergency-steps";
import { InvoiceButton } from "~/features/invoices/admin/invoice-button";
import { RelatedInvoices } from "~/features/invoices/admin/related-invoices";
import { UnpaidInvoices } from "~/features/invoices/admin/unpaid-invoices";
import { BookingQuotes, QuoteButton } from "~/features/quotes/admin/quote-button";
import { RecurringBookingSection } from "~/features/recurring-bookings/admin/recurring-booking-section";
import { CustomerReview } from "~/features/reviews/admin/customer-reviews";
import { BookingReports } from "~/features/technician-app/admin/booking-reports";

/** /admin/bookings/:bookingId; keeps the filters of the list in the address. */
export default function BookingPage() {
  const { bookingId } = useParams();
  const { search } = useLocation();
  return (
    <BookingDrawer
      id={bookingId!}
      closePath={`/admin/bookings${search}`}
      Emergency={EmergencySteps}
      CustomerReview={CustomerReview}
      Reports={BookingReports}
      Documents={Documents}
      Access={BookingAccess}
    />
  );
}

/** States without agreed work, in which nothing can be invoiced. */
const unagreed: readonly BookingDetail["state"][] = ["requested", "declined", "cancelled"];

function Documents({ booking }: { booking: BookingDetail }) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <QuoteButton bookingId={booking.id} />
        {!unagreed.includes(booking.state) && <InvoiceButton of={{ bookingId: booking.id }} />}
      </div>
      <RecurringBookingSection booking={booking} />
      <ContractOfBooking booking={booking} />
      <BookingQuotes bookingId={booking.id} />
      <RelatedInvoices of={{ booking: booking.id }} />
      <UnpaidInvoices customerId={booking.customerId} />
    </>
  );
}
