import { type ReactNode, useId } from "react";
import { m } from "~/paraglide/messages";
import { SectionAction } from "../section";
import { FieldError } from "./field";
import { UploadButton } from "./upload-button";
import { type UploadOptions, useUpload } from "./use-upload";

interface FileFieldProps {
  label: string;
  name?: string;
  accept: string;
  /** Uploads and applies the file; throws a message for the user. */
  upload: (file: File, options: UploadOptions) => Promise<void>;
  filled: boolean;
  choose: string;
  hint?: string;
  error?: string;
  picture?: ReactNode;
  note?: ReactNode;
  /** Absent: the file is required. Throws a message for the user. */
  onRemove?: () => unknown;
}

export function FileField({ label, name, accept, upload, filled, choose, ...shown }: FileFieldProps) {
  const id = useId();
  const { send, sent, failure, trying } = useUpload(upload);
  const { hint, picture, note, onRemove } = shown;
  const problem = failure ?? shown.error;
  const hintId = hint && `${id}-hint`;
  const errorId = problem && `${id}-error`;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      {picture}
      {hint && (
        <p id={hintId} className="max-w-xl text-xs text-muted">
          {hint}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <UploadButton
          id={id}
          label={label}
          name={name}
          accept={accept}
          invalid={Boolean(problem)}
          describedBy={[hintId, errorId].filter(Boolean).join(" ") || undefined}
          onChoose={send}
        >
          <span>{filled ? m.file_replace() : choose}</span>
        </UploadButton>
        {note}
        {onRemove && (
          <SectionAction
            label={m.file_remove_of({ what: label })}
            onClick={() => void trying(async () => void (await onRemove()))}
          >
            {m.file_remove()}
          </SectionAction>
        )}
        <span role="status" className="figures text-xs text-muted">
          {sent !== null && m.file_sending({ percent: Math.round(sent * 100) })}
        </span>
      </div>
      <FieldError id={`${id}-error`} error={problem} />
    </div>
  );
}
