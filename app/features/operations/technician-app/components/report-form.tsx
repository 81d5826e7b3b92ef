import ArrowLeft from "lucide-react/icons/arrow-left";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, dubaiDate, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { TextArea, TextField } from "~/ui/form/field";
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
  paymentOfWords,
  recordingOf,
  signatureOf,
  wordsOf,
} from "../offline/drafts";
import type { DraftOf, DraftPicture, DraftWords } from "../offline/phone-store";
import type { SitePayment } from "../site-payment";
import type { OwnVisit, ReportedMove } from "../views";
import { needsReason, reportLimits } from "../visit-report";
import { DictateButton } from "./dictate-button";
import { ReadAloud } from "./read-aloud";
import { ReportPayment } from "./report-payment";
import { ReportPhotos } from "./report-photos";
import { SignaturePad } from "./signature-pad";
import { useSettling } from "./use-settling";
import { VoiceMessage } from "./voice-message";

export interface Report {
  reason: string;
  /** Dubai day on which work put on hold is expected to continue; empty if unknown. */
  continueOn: string;
  note: string;
  readings: string;
  parts: string;
  payment: SitePayment | null;
  photos: DraftPicture[];
  /** Voice message. */
  recording: Blob | null;
  signature: { blob: Blob; signedBy: string } | null;
}

type ReportStep = "reason" | "photos" | "readings" | "note" | "payment" | "signature";

/** Screens of a report. That on finished work is guided; the others are short. */
function stepsOf(move: ReportedMove): readonly (readonly ReportStep[])[] {
  if (move === "finishWork") return [["photos"], ["readings"], ["note"], ["payment"], ["signature"]];
  return [["reason", "note", "photos"]];
}

const holdReasons = [m.technician_reason_parts, m.technician_reason_approval, m.technician_reason_access];
const handoverReasons = [m.technician_reason_vehicle, m.technician_reason_ill];

const stepTitles: Record<Exclude<ReportStep, "reason">, () => string> = {
  photos: m.technician_step_photos,
  readings: m.technician_step_readings,
  note: m.technician_note_done,
  payment: m.technician_step_payment,
  signature: m.technician_step_signature,
};

/** Pause between two steps, in ms: long enough for a second touch of a trembling finger. */
const STEP_SETTLE_MS = 400;

interface ReportFormProps {
  move: ReportedMove;
  visit: OwnVisit;
  /** Key of its stored draft. */
  of: DraftOf;
  /** True if the phone could not store it. */
  failed: boolean;
  /** True right after a tap. */
  settling: boolean;
  stepIndex: number;
  onStep: (index: number) => void;
  onSubmit: (report: Report) => Promise<boolean>;
  /** Returns to the step before, or from the first step to the visit. */
  onBack: () => void;
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

function Fields({
  move,
  visit,
  failed,
  onSubmit,
  onStep,
  onBack,
  of,
  draft,
  onStartAgain,
  ...props
}: FieldsProps) {
  const steps = stepsOf(move);
  const stepIndex = Math.min(props.stepIndex, steps.length - 1);
  const parts = steps[stepIndex]!;
  const isLast = stepIndex === steps.length - 1;
  const isGuided = steps.length > 1;
  const title = isGuided ? stepTitles[parts[0] as keyof typeof stepTitles]() : moveLabels[move]();
  const [firstIndex] = useState(stepIndex);
  const [photos, setPhotos] = useState(draft.photos);
  const [signature, setSignature] = useState<Promise<Blob | null>>(() =>
    Promise.resolve(draft.signature?.blob ?? null),
  );
  const [drawn, setDrawn] = useState(draft.signature?.blob ?? null);
  const [recording, setRecording] = useState(draft.recording?.blob ?? null);
  const [isRecording, setIsRecording] = useState(false);
  const [kept, setKept] = useState(false);
  const { settling: isStepSettling, settle: settleStep } = useSettling(STEP_SETTLE_MS);
  const settling = props.settling || isStepSettling;
  const heading = useRef<HTMLHeadingElement>(null);
  const today = dubaiDate(new Date());
  const form = useForm({
    initialValues: {
      reason: draft.words?.reason ?? "",
      continueOn: draft.words?.continueOn ?? "",
      note: draft.words?.note ?? "",
      readings: draft.words?.readings ?? "",
      parts: draft.words?.parts ?? "",
      paymentMethod: draft.words?.paymentMethod ?? "",
      paymentAmount: draft.words?.paymentAmount ?? "",
      signedBy: draft.words?.signedBy ?? visit.customerName,
    } satisfies Required<Omit<DraftWords, keyof DraftOf | "part" | "at">>,
    check: (words) => {
      const errors = {
        ...(needsReason(move) && !words.reason.trim() ? { reason: m.technician_reason_required() } : {}),
        ...(words.continueOn ? continuationErrors(words.continueOn) : {}),
        ...(parts.includes("payment") && isAmountMissing(words)
          ? { paymentAmount: m.technician_error_payment_amount() }
          : {}),
      };
      return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, input: words };
    },
    async send(words) {
      if (!isLast) return openStep(stepIndex + 1);
      const signed = await signature;
      if (signed && !words.signedBy.trim()) {
        const errors = { signedBy: m.technician_error_signed_by() };
        throw new HttpError(400, errors.signedBy, "invalid", { errors });
      }
      const report = {
        reason: words.reason.trim(),
        continueOn: words.continueOn,
        note: words.note.trim(),
        readings: words.readings.trim(),
        parts: words.parts.trim(),
        payment: paymentOfWords(words),
        photos,
        recording,
        signature: signed && { blob: signed, signedBy: words.signedBy.trim() },
      };
      setKept(await onSubmit(report));
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its heading.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [stepIndex]);

  function openStep(index: number) {
    settleStep();
    onStep(index);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    const paymentIndex = steps.findIndex((step) => step.includes("payment"));
    // A reload may have opened a later step.
    const isPaymentSkipped = isLast && paymentIndex >= 0 && isAmountMissing(form.values);
    if (settling || isPaymentSkipped) event.preventDefault();
    else form.formProps.onSubmit(event);
    if (!settling && isPaymentSkipped) openStep(paymentIndex);
  }

  function write(change: Partial<typeof form.values>) {
    form.set(change);
    void keepPart(wordsOf(of, { ...form.values, ...change }));
  }

  function changePhotos(changed: DraftPicture[]) {
    setPhotos(changed);
    for (const photo of changed) if (!photos.includes(photo)) void keepPart(photo);
    for (const photo of photos) if (!changed.includes(photo)) void dropPart(of, photo.part);
  }

  function changeRecording(changed: Blob | null) {
    setRecording(changed);
    if (changed) void keepPart(recordingOf(of, changed));
    else void dropPart(of, "recording");
  }

  async function sign(picture: Promise<Blob | null>) {
    setSignature(picture);
    const blob = await picture;
    setDrawn(blob);
    if (blob) void keepPart(signatureOf(of, blob));
    else void dropPart(of, "signature");
  }

  return (
    <form {...form.formProps} onSubmit={submit} className="flex grow flex-col">
      <header className="flex flex-col gap-1 px-2 pt-2">
        <div className="flex items-center gap-2">
          <Button
            tone="plain"
            aria-label={m.technician_back()}
            onClick={onBack}
            className="size-14 px-0! [&>svg]:size-7!"
          >
            <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
          </Button>
          <h1 ref={heading} tabIndex={-1} className="text-xl outline-none">
            {title}
          </h1>
          <ReadAloud texts={spokenTexts(parts, move)} />
        </div>
        {isGuided && (
          <div className="flex items-center gap-3 px-2">
            <span aria-hidden className="flex grow gap-1.5">
              {steps.map((step, index) => (
                <span
                  key={step.join()}
                  className={`h-1.5 grow rounded-full ${index <= stepIndex ? "bg-action" : "bg-line"}`}
                />
              ))}
            </span>
            <p className="figures shrink-0 text-muted">
              {m.technician_step_of({ number: stepIndex + 1, total: steps.length })}
            </p>
          </div>
        )}
      </header>
      <main className="flex grow flex-col gap-6 px-4 py-4">
        {stepIndex === firstIndex && (
          <p className="text-lg">
            {m.technician_report_of({
              customer: bidiIsolate(visit.customerName),
              service: visit.serviceName,
            })}
          </p>
        )}
        {draft.at && stepIndex === firstIndex && (
          <div role="status" className="flex flex-col gap-3 rounded-lg bg-calm-soft p-4">
            <p>{m.technician_draft_restored({ time: formatTime(draft.at, "time") })}</p>
            <Button tone="quiet" className="min-h-14" onClick={onStartAgain}>
              {m.technician_draft_start_again()}
            </Button>
          </div>
        )}
        {parts.includes("reason") && needsReason(move) && (
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
        {parts.includes("reason") && move === "hold" && (
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
        {parts.includes("readings") && (
          <>
            <TextArea
              label={m.technician_readings()}
              hint={m.technician_readings_hint()}
              optional={m.common_optional()}
              maxLength={reportLimits.readings}
              rows={4}
              {...form.field("readings")}
              onChange={(event) => write({ readings: event.target.value })}
            />
            <TextArea
              label={m.technician_parts()}
              hint={m.technician_parts_hint()}
              optional={m.common_optional()}
              maxLength={reportLimits.parts}
              rows={4}
              {...form.field("parts")}
              onChange={(event) => write({ parts: event.target.value })}
            />
          </>
        )}
        {parts.includes("note") && (
          <div className="flex flex-col gap-3">
            <TextArea
              label={isGuided ? m.technician_note_done() : m.technician_note()}
              hint={m.technician_note_hint()}
              optional={m.common_optional()}
              maxLength={reportLimits.note}
              rows={isGuided ? 8 : 4}
              {...form.field("note")}
              onChange={(event) => write({ note: event.target.value })}
            />
            <DictateButton onPhrase={(phrase) => write({ note: addPhrase(form.values.note, phrase) })} />
            <VoiceMessage recording={recording} onChange={changeRecording} onRecording={setIsRecording} />
          </div>
        )}
        {parts.includes("photos") && isGuided && (
          <ReportPhotos
            of={of}
            label={m.technician_photos_add_before()}
            photos={photos}
            beforeWork
            onChange={changePhotos}
          />
        )}
        {parts.includes("photos") && (
          <ReportPhotos
            of={of}
            label={isGuided ? m.technician_photos_add_after() : m.technician_photos_add()}
            photos={photos}
            onChange={changePhotos}
          />
        )}
        {parts.includes("payment") && (
          <ReportPayment
            method={form.values.paymentMethod}
            amount={form.values.paymentAmount}
            error={form.errors.paymentAmount}
            onChange={write}
          />
        )}
        {parts.includes("signature") && (
          <fieldset className="flex flex-col gap-3">
            <legend className="mb-2 font-medium">{m.technician_signature()}</legend>
            <SignaturePad label={m.technician_signature_field()} initial={drawn} onChange={sign} />
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
          disabled={form.pending || kept || isRecording}
          aria-disabled={settling}
          className="min-h-18 text-xl! font-semibold aria-disabled:opacity-60"
        >
          {isLast ? moveLabels[move]() : m.technician_next()}
        </Button>
      </footer>
    </form>
  );
}

/** Texts that a technician who reads slowly needs to fill in a step, in their order on the screen. */
function spokenTexts(parts: readonly ReportStep[], move: ReportedMove): string[] {
  const isGuided = stepsOf(move).length > 1;
  const texts: Record<ReportStep, () => string[]> = {
    reason: () =>
      needsReason(move)
        ? [m.technician_reason(), move === "hold" ? m.technician_reason_hint() : m.technician_reason_office()]
        : [],
    photos: () =>
      isGuided
        ? [m.technician_photos_add_before(), m.technician_photos_add_after()]
        : [m.technician_photos_add()],
    readings: () => [
      m.technician_readings(),
      m.technician_readings_hint(),
      m.technician_parts(),
      m.technician_parts_hint(),
    ],
    note: () => [isGuided ? m.technician_note_done() : m.technician_note(), m.technician_note_hint()],
    payment: () => [m.technician_payment(), m.technician_payment_hint()],
    signature: () => [m.technician_signature()],
  };
  return parts.flatMap((part) => texts[part]());
}

function addPhrase(note: string, phrase: string): string {
  return `${note}${note && !/\s$/.test(note) ? " " : ""}${phrase}`.slice(0, reportLimits.note);
}

function isAmountMissing(words: Pick<DraftWords, "paymentMethod" | "paymentAmount">): boolean {
  return Boolean(words.paymentMethod) && paymentOfWords(words) === null;
}

/** A draft restored later may name a day that has passed. */
function continuationErrors(day: string): { continueOn?: string } {
  const problem = continuationProblem(day, dubaiDate(new Date()));
  if (!problem) return {};
  return { continueOn: problem === "past" ? m.booking_error_date_past() : m.booking_error_date_far() };
}
