import { useQuery } from "@tanstack/react-query";
import FilePlus from "lucide-react/icons/file-plus";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatMoney } from "~/platform/money";
import { CreateButton } from "~/ui/create-button";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { RecordRow } from "~/ui/record-row";
import { Section } from "~/ui/section";
import { fewQuotesQuery, useBeginQuote, useQuoteBooking } from "../admin-client";
import { QuoteBadge } from "../components/quote-badge";

/** Begins a quote with what a booking knows, and opens it. */
export function QuoteButton({ bookingId }: { bookingId: string }) {
  const quote = useQuoteBooking();
  const navigate = useNavigate();
  const mayManage = useMay("quotes.manage");
  if (!mayManage) return null;
  return (
    <CreateButton
      Icon={FilePlus}
      label={m.quote_begin()}
      mutation={quote}
      onClick={() =>
        quote.mutate({ id: bookingId }, { onSuccess: ({ id }) => navigate(`/admin/quotes/${id}`) })
      }
    />
  );
}

/** The quotes of a booking, or nothing where there are none. */
export function QuotesOfBooking({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(fewQuotesQuery({ booking: bookingId }));
  if (!data?.quotes.length) return null;
  return (
    <Section title={m.quote_office_title()}>
      <QuoteRows quotes={data.quotes} />
    </Section>
  );
}

/** The quotes of a customer, and the way to another one. */
export function QuotesOfCustomer({ customerId }: { customerId: string }) {
  const { data } = useQuery(fewQuotesQuery({ customer: customerId }));
  const begin = useBeginQuote();
  const navigate = useNavigate();
  const mayManage = useMay("quotes.manage");
  return (
    <Section
      title={m.quote_office_title()}
      action={
        mayManage && (
          <Button
            size="small"
            tone="plain"
            disabled={begin.isPending}
            onClick={() =>
              begin.mutate({ customerId }, { onSuccess: ({ id }) => navigate(`/admin/quotes/${id}`) })
            }
          >
            <FilePlus aria-hidden />
            {m.quote_begin()}
          </Button>
        )
      }
    >
      <ChangeRefused error={begin.error} />
      {data?.quotes.length ? (
        <QuoteRows quotes={data.quotes} />
      ) : (
        <p className="text-sm text-muted">{m.quote_none_yet()}</p>
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
