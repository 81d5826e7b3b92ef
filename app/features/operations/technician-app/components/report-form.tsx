import ArrowLeft from "lucide-react/icons/arrow-left";
import Camera from "lucide-react/icons/camera";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useId, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { preparePicture } from "~/platform/browser/upload-client";
import { ACCEPTED_PICTURES } from "~/platform/files/picture-limits";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, dubaiDate, formatTime } from "~/platform/time";
import { Button, buttonClass } from "~/ui/button";
import { FieldError, TextArea, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { LoadingScreen } from "~/ui/screen/loading-screen";
import { CONTINUATION_HORIZON_DAYS, continuationProblem } from "../../bookings/booking";
import { moveLabels } from "../labels";
import {
  type Draft,
  dropDraft,
  dropPart,
  emptyDraft,
  findDraft,
  keepPart,
  photoOf,
  signatureOf,
  wordsOf,
} from "../offline/drafts";
import type { DraftOf, DraftPicture } from "../offline/phone-store";
import type { OwnVisit, ReportedMove } from "../views";
import { needsReason, reportLimits } from "../visit-report";
import { SignaturePad } from "./signature-pad";

export interface Report {
  reason: string;
  /** Dubai day on which work put on hold is expected to continue; empty if unknown. */
  continueOn: string;
  note: string;
  photos: Blob[];
  signature: { blob: Blob; signedBy: string } | null;
}

const holdReasons = [m.technician_reason_parts, m.technician_reason_approval, m.technician_reason_access];
const handoverReasons = [m.technician_reason_vehicle, m.technician_reason_ill];

interface ReportFormProps {
  move: ReportedMove;
  visit: OwnVisit;
  /** Key of its stored draft. */
  of: DraftOf;
  /** True if the phone could not store it. */
  failed: boolean;
  /** True right after a tap. */
  settling: boolean;
  onSubmit: (report: Report) => Promise<boolean>;
  onClose: () => void;
}

/** Report form of a transition, restored from its draft. */
export function ReportForm(props: ReportFormProps) {
  const { of } = props;
  const [draft, setDraft] = useState<Draft | null>(null);
  // Runs once; afterwards the form holds the state.
  useEffect(() => {
    void findDraft(of).then((found) => setDraft((known) => known ?? found));
  }, [of]);

  if (!draft) return <LoadingScreen>{m.common_loading()}</LoadingScreen>;
  async function startAgain() {
    await dropDraft(of);
    setDraft(emptyDraft);
  }
  return <Fields key={draft.at} {...props} draft={draft} onStartAgain={startAgain} />;
}

interface FieldsProps extends ReportFormProps {
  draft: Draft;
  onStartAgain: () => void;
}

function Fields({ move, visit, failed, settling, onSubmit, onClose, of, draft, onStartAgain }: FieldsProps) {
  const [photos, setPhotos] = useState(draft.photos);
  const [signature, setSignature] = useState<Promise<Blob | null>>(() =>
    Promise.resolve(draft.signature?.blob ?? null),
  );
  const [kept, setKept] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const today = dubaiDate(new Date());
  const form = useForm({
    initialValues: {
      reason: draft.words?.reason ?? "",
      continueOn: draft.words?.continueOn ?? "",
      note: draft.words?.note ?? "",
      signedBy: draft.words?.signedBy ?? visit.customerName,
    },
    check: (words) => {
      const errors = {
        ...(needsReason(move) && !words.reason.trim() ? { reason: m.technician_reason_required() } : {}),
        ...(words.continueOn ? continuationErrors(words.continueOn) : {}),
      };
      return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, input: words };
    },
    async send({ reason, continueOn, note, signedBy }) {
      const signed = await signature;
      if (signed && !signedBy.trim()) {
        const errors = { signedBy: m.technician_error_signed_by() };
        throw new HttpError(400, errors.signedBy, "invalid", { errors });
      }
      const report = {
        reason: reason.trim(),
        continueOn,
        note: note.trim(),
        photos: photos.map(({ blob }) => blob),
        signature: signed && { blob: signed, signedBy: signedBy.trim() },
      };
      setKept(await onSubmit(report));
    },
  });

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  function write(change: Partial<typeof form.values>) {
    form.set(change);
    void keepPart(wordsOf(of, { ...form.values, ...change }));
  }

  function changePhotos(changed: DraftPicture[]) {
    setPhotos(changed);
    for (const photo of changed) if (!photos.includes(photo)) void keepPart(photo);
    for (const photo of photos) if (!changed.includes(photo)) void dropPart(of, photo.part);
  }

  async function sign(drawn: Promise<Blob | null>) {
    setSignature(drawn);
    const blob = await drawn;
    if (blob) void keepPart(signatureOf(of, blob));
    else void dropPart(of, "signature");
  }

  return (
    <form
      {...form.formProps}
      onSubmit={(event) => (settling ? event.preventDefault() : form.formProps.onSubmit(event))}
      className="flex grow flex-col"
    >
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
          {m.technician_report_of({ customer: bidiIsolate(visit.customerName), service: visit.serviceName })}
        </p>
        {draft.at && (
          <div role="status" className="flex flex-col gap-3 rounded-lg bg-calm-soft p-4">
            <p>{m.technician_draft_restored({ time: formatTime(draft.at, "time") })}</p>
            <Button tone="quiet" className="min-h-14" onClick={onStartAgain}>
              {m.technician_draft_start_again()}
            </Button>
          </div>
        )}
        {needsReason(move) && (
          <div className="flex flex-col gap-3">
            <div className="flex flex-wrap gap-3">
              {(move === "hold" ? holdReasons : handoverReasons).map((usual) => (
                <Button
                  key={usual()}
                  tone="quiet"
                  className="min-h-14"
                  onClick={() => write({ reason: usual() })}
                >
                  {usual()}
                </Button>
              ))}
            </div>
            <TextArea
              label={m.technician_reason()}
              hint={move === "hold" ? m.technician_reason_hint() : m.technician_reason_office()}
              maxLength={reportLimits.reason}
              rows={2}
              required
              {...form.field("reason")}
              onChange={(event) => write({ reason: event.target.value })}
            />
          </div>
        )}
        {move === "hold" && (
          <TextField
            type="date"
            min={today}
            max={addDays(today, CONTINUATION_HORIZON_DAYS)}
            label={m.technician_continue_on()}
            hint={m.technician_continue_hint()}
            optional={m.common_optional()}
            {...form.field("continueOn")}
            onChange={(event) => write({ continueOn: event.target.value })}
          />
        )}
        <TextArea
          label={move === "finishWork" ? m.technician_note_done() : m.technician_note()}
          hint={m.technician_note_hint()}
          optional={m.common_optional()}
          maxLength={reportLimits.note}
          rows={4}
          {...form.field("note")}
          onChange={(event) => write({ note: event.target.value })}
        />
        <Photos of={of} photos={photos} onChange={changePhotos} />
        {move === "finishWork" && (
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 font-medium">{m.technician_signature()}</legend>
            <SignaturePad
              label={m.technician_signature_field()}
              initial={draft.signature?.blob ?? null}
              onChange={sign}
            />
            <TextField
              label={m.technician_signed_by()}
              maxLength={reportLimits.signedBy}
              {...form.field("signedBy")}
              onChange={(event) => write({ signedBy: event.target.value })}
            />
          </fieldset>
        )}
      </main>
      <footer className="sticky bottom-0 flex flex-col gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]">
        {failed && (
          <p role="alert" className="text-error">
            {m.technician_not_saved()}
          </p>
        )}
        <Button
          type="submit"
          disabled={form.pending || kept}
          aria-disabled={settling}
          className="min-h-18 text-xl! font-semibold aria-disabled:opacity-60"
        >
          {moveLabels[move]()}
        </Button>
      </footer>
    </form>
  );
}

/** A draft restored later may name a day that has passed. */
function continuationErrors(day: string): { continueOn?: string } {
  const problem = continuationProblem(day, dubaiDate(new Date()));
  if (!problem) return {};
  return { continueOn: problem === "past" ? m.booking_error_date_past() : m.booking_error_date_far() };
}

interface PhotosProps {
  of: DraftOf;
  photos: DraftPicture[];
  onChange: (photos: DraftPicture[]) => void;
}

function Photos({ of, photos, onChange }: PhotosProps) {
  const id = useId();
  const [previews, setPreviews] = useState<string[]>([]);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const urls = photos.map(({ blob }) => URL.createObjectURL(blob));
    setPreviews(urls);
    return () => {
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [photos]);
  const full = photos.length >= reportLimits.photos;

  /**
   * Resized at once to save space on the phone; unreadable files are reported while another photo can be
   * taken.
   */
  async function add(files: File[]) {
    setProblem(undefined);
    const room = reportLimits.photos - photos.length;
    try {
      const pictures = await Promise.all(files.slice(0, room).map(preparePicture));
      onChange([...photos, ...pictures.map((picture) => photoOf(of, picture))]);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      setProblem(error.message);
    }
  }

  return (
    <div className="flex flex-col gap-3">
      <label
        htmlFor={id}
        className="relative flex min-h-18 items-center gap-4 rounded border-2 border-dashed border-control px-4 py-3 text-lg font-medium focus-within:outline-2 focus-within:outline-accent"
      >
        <Camera aria-hidden className="size-8 shrink-0 text-accent" />
        <span>
          {full ? m.technician_error_photos({ max: reportLimits.photos }) : m.technician_photos_add()}
        </span>
        <input
          id={id}
          type="file"
          accept={ACCEPTED_PICTURES}
          multiple
          disabled={full}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={({ currentTarget }) => {
            void add([...(currentTarget.files ?? [])]);
            // Allows choosing the same picture again after removing it.
            currentTarget.value = "";
          }}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </label>
      <div role="alert" className="empty:hidden">
        <FieldError id={`${id}-error`} error={problem} />
      </div>
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
