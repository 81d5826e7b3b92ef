import { queryOptions, useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { getJson } from "~/platform/http-client";
import { Section } from "~/ui/section";
import type { BookingReports as Reports } from "../views";
import { VisitReports } from "../visit-reports";

/** Starts with the live topic that makes it stale (app/platform/live-client.ts). */
const reportsQuery = (bookingId: string) =>
  queryOptions({
    queryKey: ["booking", "reports", bookingId],
    queryFn: ({ signal }) => getJson<Reports>(`/api/admin/bookings/${bookingId}/reports`, {}, signal),
  });

/** What technicians brought back from the visits of a booking; nothing where there is nothing. */
export function BookingReports({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(reportsQuery(bookingId));
  if (!data || data.reports.length === 0) return null;
  return (
    <Section title={m.technician_reports()}>
      <VisitReports reports={data.reports} hrefOf={(fileId) => `/api/files/${fileId}`} />
    </Section>
  );
}
