import ArrowLeft from "lucide-react/icons/arrow-left";
import Camera from "lucide-react/icons/camera";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { reportLimits } from "~/features/field/report";
import type { OwnVisit, ReportedMove } from "~/features/field/views";
import { m } from "~/paraglide/messages";
import { PICTURE_TYPES } from "~/platform/picture-limits";
import { Button, buttonClass } from "~/ui/button";
import { TextArea, TextField } from "~/ui/field";
import { type SignatureHandle, SignaturePad } from "./signature-pad";
import { moveLabels } from "./words";

export interface Report {
  reason: string;
  note: string;
  photos: Blob[];
  signature: { blob: Blob; by: string } | null;
}

const usualReasons = [m.technician_reason_parts, m.technician_reason_approval, m.technician_reason_access];

interface ReportFormProps {
  move: ReportedMove;
  visit: OwnVisit;
  /** The phone could not keep it. */
  failed: boolean;
  onSubmit: (report: Report) => Promise<boolean>;
  onClose: () => void;
}

/** What a technician brings back from a visit, before he leaves it. */
export function ReportForm({ move, visit, failed, onSubmit, onClose }: ReportFormProps) {
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const [photos, setPhotos] = useState<Blob[]>([]);
  const [signedBy, setSignedBy] = useState(visit.customerName);
  const [errors, setErrors] = useState<{ reason?: string; signedBy?: string }>({});
  const [keeping, setKeeping] = useState(false);
  const signature = useRef<SignatureHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const signed = (await signature.current?.picture()) ?? null;
    const found = {
      reason: move === "hold" && !reason.trim() ? m.technician_reason_required() : undefined,
      signedBy: signed && !signedBy.trim() ? m.technician_error_signed_by() : undefined,
    };
    setErrors(found);
    if (found.reason) return document.getElementById(`${id}-reason`)?.focus();
    if (found.signedBy) return document.getElementById(`${id}-signed-by`)?.focus();
    setKeeping(true);
    const kept = await onSubmit({
      reason: reason.trim(),
      note: note.trim(),
      photos,
      signature: signed && { blob: signed, by: signedBy.trim() },
    });
    if (!kept) setKeeping(false);
  }

  return (
    <form noValidate onSubmit={submit} className="flex grow flex-col">
      <header className="flex items-center gap-2 px-2 pt-2">
        <Button
          tone="plain"
          aria-label={m.technician_back()}
          onClick={onClose}
          className="size-14 px-0! [&>svg]:size-7!"
        >
          <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
        </Button>
        <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
          {moveLabels[move]()}
        </h1>
      </header>
      <main className="flex grow flex-col gap-6 px-4 py-4">
        <p className="text-lg">
          {m.technician_report_of({ customer: visit.customerName, service: visit.serviceName })}
        </p>
        {move === "hold" && (
          <div className="flex flex-col gap-3">
            <div className="flex flex-wrap gap-3">
              {usualReasons.map((usual) => (
                <Button key={usual()} tone="quiet" className="min-h-14" onClick={() => setReason(usual())}>
                  {usual()}
                </Button>
              ))}
            </div>
            <TextArea
              id={`${id}-reason`}
              label={m.technician_reason()}
              hint={m.technician_reason_hint()}
              value={reason}
              maxLength={reportLimits.reason}
              rows={2}
              required
              error={errors.reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        )}
        <TextArea
          label={move === "finishWork" ? m.technician_note_done() : m.technician_note()}
          hint={m.technician_note_hint()}
          optional
          value={note}
          maxLength={reportLimits.note}
          rows={4}
          onChange={(event) => setNote(event.target.value)}
        />
        <Photos photos={photos} onChange={setPhotos} />
        {move === "finishWork" && (
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 font-medium">{m.technician_signature()}</legend>
            <SignaturePad ref={signature} label={m.technician_signature_field()} />
            <TextField
              id={`${id}-signed-by`}
              label={m.technician_signed_by()}
              value={signedBy}
              maxLength={reportLimits.signedBy}
              error={errors.signedBy}
              onChange={(event) => setSignedBy(event.target.value)}
            />
          </fieldset>
        )}
      </main>
      <footer className="sticky bottom-0 flex flex-col gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {failed && (
          <p role="alert" className="text-error">
            {m.technician_not_kept()}
          </p>
        )}
        <Button type="submit" disabled={keeping} className="min-h-18 text-xl! font-semibold">
          {moveLabels[move]()}
        </Button>
      </footer>
    </form>
  );
}

function Photos({ photos, onChange }: { photos: Blob[]; onChange: (photos: Blob[]) => void }) {
  const id = useId();
  const [previews, setPreviews] = useState<string[]>([]);
  useEffect(() => {
    const urls = photos.map((photo) => URL.createObjectURL(photo));
    setPreviews(urls);
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [photos]);
  const full = photos.length >= reportLimits.photos;

  return (
    <div className="flex flex-col gap-3">
      <label
        htmlFor={id}
        className="relative flex min-h-18 items-center gap-4 rounded border-2 border-dashed border-control px-4 py-3 text-lg font-medium focus-within:outline-2 focus-within:outline-accent"
      >
        <Camera aria-hidden className="size-8 shrink-0 text-accent" />
        {full ? m.technician_error_photos({ max: reportLimits.photos }) : m.technician_photos_add()}
        <input
          id={id}
          type="file"
          accept={PICTURE_TYPES.join()}
          multiple
          disabled={full}
          onChange={({ currentTarget }) => {
            const room = reportLimits.photos - photos.length;
            onChange([...photos, ...[...(currentTarget.files ?? [])].slice(0, room)]);
            // The same picture may be chosen again after it was removed.
            currentTarget.value = "";
          }}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </label>
      <ul className="grid grid-cols-3 gap-3 empty:hidden">
        {previews.map((preview, index) => (
          <li key={preview} className="relative">
            <img
              src={preview}
              alt=""
              className="aspect-square w-full rounded border border-line object-cover"
            />
            <button
              type="button"
              aria-label={m.technician_photo_remove({ number: index + 1 })}
              onClick={() => onChange(photos.filter((_, other) => other !== index))}
              className={buttonClass({ tone: "quiet" }, "absolute end-1 bottom-1 size-12 px-0!")}
            >
              <Trash2 aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
