import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { Section } from "~/ui/section";
import { seriesOfCustomerQuery } from "../admin-client";
import { wordForRhythm } from "../labels";
import { SeriesCard } from "./series-card";

/** What is repeated for a customer, or nothing where nothing is. */
export function SeriesOfCustomer({ customerId }: { customerId: string }) {
  const mayRead = useMay("bookings.read");
  const { data } = useQuery({ ...seriesOfCustomerQuery(customerId), enabled: mayRead });
  if (!data?.series.length) return null;
  return (
    <Section title={m.series_title()}>
      <ul className="flex flex-col gap-4">
        {data.series.map((series) => (
          <li key={series.id} className="flex flex-col gap-1">
            <p className="text-sm font-medium">{series.serviceName}</p>
            <p className="text-sm text-muted">{wordForRhythm(series.rhythm)}</p>
            <SeriesCard series={series} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
