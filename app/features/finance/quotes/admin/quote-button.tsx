import { useQuery } from "@tanstack/react-query";
import FilePlus from "lucide-react/icons/file-plus";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatMoney } from "~/platform/money";
import { CreateButton } from "~/ui/create-button";
import { RecordRow } from "~/ui/record-row";
import { Section } from "~/ui/section";
import { CustomerChoice, candidatesFrom } from "../../../core/customers/components/customer-choice";
import { relatedQuotesQuery, useCreateQuoteForBooking } from "../admin-client";
import { QuoteBadge } from "../components/quote-badge";

export function QuoteButton({ bookingId }: { bookingId: string }) {
  const quote = useCreateQuoteForBooking();
  const navigate = useNavigate();
  const mayManage = useMay("quotes.manage");
  if (!mayManage) return null;
  const create = (customerId?: string) =>
    quote.mutate({ id: bookingId, customerId }, { onSuccess: ({ id }) => navigate(`/admin/quotes/${id}`) });
  const candidates = candidatesFrom(quote.error);
  return (
    <div className="flex flex-col gap-2">
      <CreateButton Icon={FilePlus} label={m.quotes_create()} mutation={quote} onClick={() => create()} />
      {candidates && (
        <CustomerChoice
          question={m.customers_choice_billed()}
          candidates={candidates}
          pending={quote.isPending}
          submit={m.quotes_create()}
          onChoose={create}
        />
      )}
    </div>
  );
}

export function BookingQuotes({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(relatedQuotesQuery({ booking: bookingId }));
  if (!data?.quotes.length) return null;
  return (
    <Section title={m.quotes_office_title()}>
      <QuoteRows quotes={data.quotes} />
    </Section>
  );
}

export function CustomerQuotesSection({ customerId }: { customerId: string }) {
  const { data } = useQuery(relatedQuotesQuery({ customer: customerId }));
  return (
    <Section title={m.quotes_office_title()}>
      {data?.quotes.length ? (
        <QuoteRows quotes={data.quotes} />
      ) : (
        <p className="text-sm text-muted">{m.quotes_none_yet()}</p>
      )}
    </Section>
  );
}

type Rows = {
  id: string;
  reference: string;
  title: string;
  totalFils: number;
  state: Parameters<typeof QuoteBadge>[0]["state"];
}[];

function QuoteRows({ quotes }: { quotes: Rows }) {
  return (
    <ul className="flex flex-col text-sm">
      {quotes.map(({ id, reference, title, totalFils, state }) => (
        <RecordRow
          key={id}
          to={`/admin/quotes/${id}`}
          name={
            <span dir="auto" className="block truncate">
              {title}
            </span>
          }
          facts={[reference, formatMoney(totalFils)]}
          badge={<QuoteBadge state={state} />}
        />
      ))}
    </ul>
  );
}
