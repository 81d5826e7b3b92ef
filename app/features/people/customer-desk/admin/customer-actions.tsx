import CalendarPlus from "lucide-react/icons/calendar-plus";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useSession } from "~/platform/auth/session";
import { useMay } from "~/platform/auth/use-may";
import { RecordActions } from "~/ui/overlay/record-actions";
import { useCreateQuote } from "../../../finance/quotes/admin-client";
import type { CustomerDetail } from "../views";
import { CustomerContactForm, CustomerLanguageForm } from "./customer-contact";

export function CustomerActions({ customer }: { customer: CustomerDetail }) {
  const mayBook = useMay("bookings.manage");
  const mayQuote = useMay("quotes.manage");
  const mayReadInvoices = useMay("invoices.read");
  const quote = useCreateQuote();
  const navigate = useNavigate();
  const session = useSession();
  const languages = (session.state === "signed-in" && session.user.languages) || [];
  const { id } = customer;
  return (
    <RecordActions
      actions={[
        {
          label: m.customers_book(),
          Icon: CalendarPlus,
          isOffered: mayBook,
          to: `/admin/bookings/new?customer=${id}`,
        },
        {
          label: m.customers_edit(),
          form: (onClose) => <CustomerContactForm customer={customer} onClose={onClose} />,
        },
        {
          label: m.customers_language_edit(),
          isOffered: languages.length > 1,
          form: (onClose) => (
            <CustomerLanguageForm customer={customer} languages={languages} onClose={onClose} />
          ),
        },
        {
          label: m.quotes_create(),
          isOffered: mayQuote,
          disabled: quote.isPending,
          error: quote.error,
          run: () =>
            quote.mutate(
              { customerId: id },
              { onSuccess: (created) => navigate(`/admin/quotes/${created.id}`) },
            ),
        },
        {
          label: m.invoices_statement(),
          isOffered: mayReadInvoices,
          to: `/admin/customers/${id}/statement`,
        },
      ]}
    />
  );
}
