import { useId } from "react";
import { m } from "~/paraglide/messages";
import { uploadFile, uploadPicture } from "~/platform/browser/upload-client";
import { CHOOSABLE_PICTURES } from "~/platform/files/picture-limits";
import { FieldError } from "~/ui/form/field";
import { UploadButton } from "~/ui/form/upload-button";
import { useUpload } from "~/ui/form/use-upload";
import { SectionAction } from "~/ui/section";

const PDF = "application/pdf";

interface FileFieldProps {
  label: string;
  name: string;
  /** The id of the file. */
  value: string | null;
  /** Whether the file is shown as a picture. */
  isPicture?: boolean;
  /** Whether a PDF may be chosen, too. */
  pdf?: boolean;
  error?: string;
  onChange: (id: string | null, file: { isPicture: boolean }) => void;
}

/** One picture or PDF, uploaded as soon as it is chosen. */
export function FileField({ label, name, value, isPicture = true, pdf, error, onChange }: FileFieldProps) {
  const id = useId();
  const { send, sent, failure } = useUpload(async (file, options) => {
    const isPdf = pdf && file.type === PDF;
    const uploaded = isPdf
      ? await uploadFile("/api/admin/paper-files", file, options)
      : await uploadPicture(file, options);
    onChange(uploaded, { isPicture: !isPdf });
  });

  const problem = failure ?? error;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{label}</span>
      {value && isPicture && (
        <img
          src={`/api/files/${value}`}
          alt={label}
          className="aspect-[4/3] w-40 rounded border border-line bg-sunken object-cover"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <UploadButton
          id={id}
          label={label}
          name={name}
          accept={pdf ? `${PDF},${CHOOSABLE_PICTURES}` : CHOOSABLE_PICTURES}
          invalid={Boolean(problem)}
          describedBy={problem ? `${id}-error` : undefined}
          onChoose={send}
        >
          {value ? m.website_photo_replace() : pdf ? m.website_paper_file_choose() : m.website_photo_choose()}
        </UploadButton>
        {value && (
          <>
            {!isPicture && (
              <a
                href={`/api/files/${value}`}
                className="inline-flex min-h-8 items-center text-sm text-link underline underline-offset-4"
              >
                {m.website_paper_open()}
              </a>
            )}
            <SectionAction
              label={`${m.website_photo_remove()}: ${label}`}
              onClick={() => onChange(null, { isPicture: true })}
            >
              {m.website_photo_remove()}
            </SectionAction>
          </>
        )}
        <span role="status" className="figures text-xs text-muted">
          {sent !== null && m.website_photo_sending({ percent: Math.round(sent * 100) })}
        </span>
      </div>
      <FieldError id={`${id}-error`} error={problem} />
    </div>
  );
}
