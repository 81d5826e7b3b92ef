import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { RecordDrawer, RecordHead, RecordSections } from "~/ui/overlay/drawer";
import { RecordRow } from "~/ui/record-row";
import { Section } from "~/ui/section";
import { Truncate } from "~/ui/truncate";
import { ContractsOfCustomer } from "../../../finance/contracts/admin/contracts-of-customer";
import { RelatedInvoices } from "../../../finance/invoices/admin/related-invoices";
import { CustomerPayments } from "../../../finance/payments/admin/customer-payments";
import { CustomerQuotesSection } from "../../../finance/quotes/admin/quote-button";
import { PropertiesAccess } from "../../../operations/bookings/admin/access/properties-access";
import { StateBadge } from "../../../operations/bookings/components/state-badge";
import { CustomerRecurringBookings } from "../../../operations/recurring-bookings/admin/customer-recurring-bookings";
import { CustomerConversation } from "../../inbox/admin/customer-conversation";
import { customerQuery } from "../admin-client";
import type { CustomerDetail } from "../views";
import { CustomerActions } from "./customer-actions";
import { CustomerBilling } from "./customer-billing";
import { CustomerContact } from "./customer-contact";
import { CustomerEdits } from "./customer-edits";
import { CustomerNotes } from "./customer-notes";
import { DuplicateCustomers } from "./duplicate-customers";

interface CustomerDrawerProps {
  id: string;
  closePath: string;
  /** Path of a customer. */
  pathOf: (id: string) => string;
}

/** One customer beside the list. A merged customer's address redirects to the kept one. */
export function CustomerDrawer({ id, closePath, pathOf }: CustomerDrawerProps) {
  const query = useQuery(customerQuery(id));
  const navigate = useNavigate();
  const findRedirect = query.data && query.data.id !== id ? pathOf(query.data.id) : null;
  useEffect(() => {
    if (findRedirect) navigate(findRedirect, { replace: true, preventScrollReset: true });
  }, [findRedirect, navigate]);

  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={query}
      nameOf={(customer) => customer.name}
      headOf={(customer) => (
        <RecordHead
          title={<Truncate>{customer.name}</Truncate>}
          detail={m.customers_since({ day: formatTime(customer.createdAt, "fullDate") })}
        >
          <Badge tone={customer.account ? "done" : "neutral"}>
            {customer.account ? m.customers_has_account() : m.customers_no_account()}
          </Badge>
        </RecordHead>
      )}
      footerOf={(customer) => <CustomerActions key={customer.id} customer={customer} />}
      missing={m.admin_customers_error_not_found()}
      failed={m.admin_customer_failed()}
    >
      {(customer) => <Opened key={customer.id} customer={customer} />}
    </RecordDrawer>
  );
}

function Opened({ customer }: { customer: CustomerDetail }) {
  return (
    <RecordSections>
      <CustomerContact customer={customer} />
      <DuplicateCustomers customer={customer} />
      <Section title={m.customers_properties()}>
        {customer.properties.length === 0 ? (
          <p className="text-sm text-muted">{m.customers_no_properties()}</p>
        ) : (
          <PropertiesAccess customerId={customer.id} properties={customer.properties} />
        )}
      </Section>
      <Section
        title={m.customers_bookings()}
        action={
          customer.bookingCount > customer.bookings.length &&
          customer.phone && (
            <Link
              to={`/admin/bookings?search=${encodeURIComponent(customer.phone)}`}
              className="text-xs font-medium text-link hover:underline"
            >
              {m.customers_all_bookings()}
            </Link>
          )
        }
      >
        <Bookings bookings={customer.bookings} />
      </Section>
      <CustomerRecurringBookings customerId={customer.id} bookings={customer.bookings} />
      <ContractsOfCustomer customerId={customer.id} />
      <CustomerQuotesSection customerId={customer.id} />
      <CustomerPayments customerId={customer.id} />
      <RelatedInvoices of={{ customer: customer.id }} />
      <CustomerBilling customer={customer} />
      <CustomerConversation customerId={customer.id} />
      <CustomerNotes customer={customer} />
      <CustomerEdits customer={customer} />
      {customer.merged.length > 0 && (
        <Section title={m.customers_merged()}>
          <ul className="flex flex-col gap-1 text-sm">
            {customer.merged.map(({ id, name, phone, email, at }) => (
              <li key={id} className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 truncate">
                  <bdi>{name}</bdi>
                  {phone && <span className="figures text-muted">{` ${formatPhone(phone)}`}</span>}
                  {email && <span className="text-muted">{` ${email}`}</span>}
                </span>
                <time dateTime={at} className="figures shrink-0 text-xs text-muted">
                  {formatTime(at, "date")}
                </time>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </RecordSections>
  );
}

function Bookings({ bookings }: { bookings: CustomerDetail["bookings"] }) {
  if (bookings.length === 0) return <p className="text-sm text-muted">{m.customers_no_bookings()}</p>;
  return (
    <ul className="flex flex-col text-sm">
      {bookings.map(({ id, reference, state, serviceName, requestedAt }) => (
        <RecordRow
          key={id}
          to={`/admin/bookings/${id}`}
          name={<span className="block truncate">{serviceName}</span>}
          facts={[reference, formatTime(requestedAt, "date")]}
          badge={<StateBadge state={state} />}
        />
      ))}
    </ul>
  );
}
