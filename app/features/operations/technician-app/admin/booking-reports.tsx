import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { topicClient } from "~/platform/browser/topic-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay, formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Section } from "~/ui/section";
import type { visitReportsApi } from "../api.server";
import { ReportContent, VisitReports } from "../components/visit-reports";
import { labelForTap } from "../labels";
import type { LateReport } from "../views";

const bookings = topicClient<typeof visitReportsApi>("booking");

/** Reports of a booking's visits, and late reports to decide on; hidden if none. */
export function BookingReports({ bookingId }: { bookingId: string }) {
  const { data } = useQuery(bookings.query("/admin/bookings/{bookingId}/reports", { bookingId }));
  const late = useQuery(bookings.query("/admin/bookings/{bookingId}/late-reports", { bookingId }));
  const lateReports = late.data?.lateReports ?? [];
  return (
    <>
      {lateReports.length > 0 && (
        <Section title={m.technician_late_reports()}>
          <ul className="flex flex-col gap-4">
            {lateReports.map((report) => (
              <LateReportItem key={report.id} report={report} />
            ))}
          </ul>
        </Section>
      )}
      {data && data.reports.length > 0 && (
        <Section title={m.technician_reports()}>
          <VisitReports reports={data.reports} hrefOf={fileHref} />
        </Section>
      )}
    </>
  );
}

function fileHref(fileId: string): string {
  return `/api/files/${fileId}`;
}

function LateReportItem({ report }: { report: LateReport }) {
  const { id, technicianName, transition, reason, continueOn, at, receivedAt, accepted } = report;
  const decide = bookings.useChange("/admin/late-reports/{id}/decide");
  const mayDecide = useMay("bookings.manage");
  return (
    <li className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className="font-medium">{labelForTap({ move: transition })}</span>
        <span className="figures text-muted">{formatTime(at, "dateTime")}</span>
      </p>
      <p className="text-muted">
        {m.technician_late_received({
          name: bidiIsolate(technicianName),
          time: formatTime(receivedAt, "dateTime"),
        })}
      </p>
      {reason && (
        <p className="whitespace-pre-line" dir="auto">
          {reason}
        </p>
      )}
      {continueOn && <p>{m.technician_continues({ day: formatDay(continueOn, "longDate") })}</p>}
      <ReportContent {...report} hrefOf={fileHref} />
      {accepted === null ? (
        mayDecide && (
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ id, accept: true })}
            >
              {m.technician_late_accept()}
            </Button>
            <Button
              size="small"
              tone="quiet"
              disabled={decide.isPending}
              onClick={() => decide.mutate({ id, accept: false })}
            >
              {m.technician_late_dismiss()}
            </Button>
          </div>
        )
      ) : (
        <Badge tone={accepted ? "done" : "neutral"} className="self-start">
          {accepted ? m.technician_late_accepted() : m.technician_late_dismissed()}
        </Badge>
      )}
      <ChangeRefused error={decide.error} />
    </li>
  );
}
