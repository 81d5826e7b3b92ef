import type { ReportedMove } from "./views";

interface VisitReportRow {
  id: string;
  visit_id: string;
  technician_id: string;
  transition: ReportedMove;
  note: string;
  signed_by: string | null;
  signature_id: string | null;
  at: Date;
}

interface VisitReportPhotoRow {
  report_id: string;
  position: number;
  file_id: string;
}

declare module "~/platform/database/tables" {
  interface Tables {
    visit_reports: VisitReportRow;
    visit_report_photos: VisitReportPhotoRow;
  }
}
