import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { topicClient } from "~/platform/browser/topic-client";
import { Section } from "~/ui/section";
import type { visitReportsApi } from "../api.server";
import { VisitReports } from "../components/visit-reports";

const bookings = topicClient<typeof visitReportsApi>("booking");

/** Reports of a booking's visits; hidden if none. */
export function BookingReports({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(bookings.query("/admin/bookings/{bookingId}/reports", { bookingId }));
  if (!data || data.reports.length === 0) return null;
  return (
    <Section title={m.technician_reports()}>
      <VisitReports reports={data.reports} hrefOf={(fileId) => `/api/files/${fileId}`} />
    </Section>
  );
}
