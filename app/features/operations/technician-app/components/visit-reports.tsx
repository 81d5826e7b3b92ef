import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { PhotoStrip } from "../../bookings/components/photo-strip";
import { labelForTimelineEntry } from "../../bookings/labels";
import type { VisitReport } from "../views";

interface VisitReportsProps {
  reports: readonly (VisitReport & { technicianName?: string })[];
  /** URL of a picture for the current reader. */
  hrefOf: (fileId: string) => string;
}

/** Notes, photos and signatures of a visit. */
export function VisitReports({ reports, hrefOf }: VisitReportsProps) {
  return (
    <ul className="flex flex-col gap-4">
      {reports.map(({ id, transition, at, note, photos, signature, technicianName }) => (
        <li key={id} className="flex flex-col gap-2 text-sm">
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="font-medium">{labelForTimelineEntry(transition)}</span>
            <span className="figures text-muted">{formatTime(at, "dateTime")}</span>
          </p>
          {technicianName && (
            <p className="text-muted">
              <bdi>{technicianName}</bdi>
            </p>
          )}
          <ReportContent note={note} photos={photos} signature={signature} hrefOf={hrefOf} />
        </li>
      ))}
    </ul>
  );
}

/** Note, photos and signature. */
export function ReportContent({
  note,
  photos,
  signature,
  hrefOf,
}: Pick<VisitReport, "note" | "photos" | "signature"> & Pick<VisitReportsProps, "hrefOf">) {
  return (
    <>
      {note && <p className="whitespace-pre-line">{note}</p>}
      {photos.length > 0 && <PhotoStrip photos={photos} hrefOf={hrefOf} />}
      {signature && (
        <figure className="flex flex-col gap-1">
          {/* Black on white in both themes. */}
          <img
            src={hrefOf(signature.id)}
            alt={m.technician_signature_of({ name: bidiIsolate(signature.signedBy) })}
            loading="lazy"
            className="h-20 w-full max-w-64 rounded border border-line bg-[#fff] object-contain"
          />
          <figcaption className="text-muted">
            {m.technician_signed({ name: bidiIsolate(signature.signedBy) })}
          </figcaption>
        </figure>
      )}
    </>
  );
}
