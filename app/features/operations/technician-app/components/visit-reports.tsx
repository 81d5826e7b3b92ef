import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { formatTime } from "~/platform/time";
import { PhotoStrip } from "../../bookings/components/photo-strip";
import { labelForTimelineEntry } from "../../bookings/labels";
import { labelForSitePayment } from "../labels";
import type { VisitReport } from "../views";

interface VisitReportsProps {
  reports: readonly (VisitReport & { technicianName?: string })[];
  /** URL of a picture or voice message for the current reader. */
  hrefOf: (fileId: string) => string;
}

/** Reports of a visit. */
export function VisitReports({ reports, hrefOf }: VisitReportsProps) {
  return (
    <ul className="flex flex-col gap-4">
      {reports.map(({ id, transition, at, technicianName, ...content }) => (
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
          <ReportContent {...content} hrefOf={hrefOf} />
        </li>
      ))}
    </ul>
  );
}

type ReportContentProps = Omit<VisitReport, "id" | "transition" | "at"> & Pick<VisitReportsProps, "hrefOf">;

export function ReportContent({
  note,
  recordingId,
  readings,
  parts,
  payment,
  photos,
  signature,
  hrefOf,
}: ReportContentProps) {
  const before = photos.filter(({ beforeWork }) => beforeWork);
  const after = photos.filter(({ beforeWork }) => !beforeWork);
  return (
    <>
      {note && (
        <p className="whitespace-pre-line" dir="auto">
          {note}
        </p>
      )}
      {recordingId && (
        // biome-ignore lint/a11y/useMediaCaption: the technician's own words, which are not transcribed.
        <audio
          controls
          preload="none"
          src={hrefOf(recordingId)}
          aria-label={m.technician_voice_message()}
          className="w-full max-w-96"
        />
      )}
      {readings && <TypedFact name={m.technician_readings()} text={readings} />}
      {parts && <TypedFact name={m.technician_parts()} text={parts} />}
      {payment && (
        <p className="font-medium">
          {m.technician_payment_taken({
            amount: formatExactMoney(payment.fils),
            method: labelForSitePayment(payment.method),
          })}
        </p>
      )}
      {before.length > 0 && (
        <LabelledPhotos label={m.technician_photos_before()} photos={before} hrefOf={hrefOf} />
      )}
      {before.length > 0 && after.length > 0 && (
        <LabelledPhotos label={m.technician_photos_after()} photos={after} hrefOf={hrefOf} />
      )}
      {before.length === 0 && after.length > 0 && <PhotoStrip photos={after} hrefOf={hrefOf} />}
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

function TypedFact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <p className="text-muted">{name}</p>
      <p className="whitespace-pre-line" dir="auto">
        {text}
      </p>
    </div>
  );
}

function LabelledPhotos({
  label,
  photos,
  hrefOf,
}: { label: string } & Pick<ReportContentProps, "photos" | "hrefOf">) {
  return (
    <figure className="flex flex-col gap-1">
      <figcaption className="text-muted">{label}</figcaption>
      <PhotoStrip photos={photos} hrefOf={hrefOf} />
    </figure>
  );
}
