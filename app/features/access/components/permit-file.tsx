import { useId } from "react";
import { m } from "~/paraglide/messages";
import { uploadFile, uploadPicture } from "~/platform/browser/upload-client";
import { CHOOSABLE_PICTURES } from "~/platform/files/picture-limits";
import { FieldError } from "~/ui/form/field";
import { UploadButton } from "~/ui/form/upload-button";
import { useUpload } from "~/ui/form/use-upload";
import { SectionAction } from "~/ui/section";

const PDF = "application/pdf";

interface PermitFileProps {
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
  /** One is kept already, and stays without another. */
  kept?: boolean;
}

/** The paper of the permit: a PDF or a picture, uploaded as soon as it is chosen. */
export function PermitFile({ value, onChange, error, kept = false }: PermitFileProps) {
  const id = useId();
  const { send, sent, failure } = useUpload(async (file, options) => {
    onChange(
      file.type === PDF
        ? await uploadFile("/api/permit-files", file, options)
        : await uploadPicture(file, options),
    );
  });
  const problem = failure ?? error;
  return (
    <div className="flex flex-col gap-1.5">
      <span className="text-sm font-medium">{m.access_permit_file()}</span>
      <div className="flex flex-wrap items-center gap-2">
        <UploadButton
          id={id}
          label={m.access_permit_file()}
          name="permitFileId"
          accept={`${PDF},${CHOOSABLE_PICTURES}`}
          invalid={Boolean(problem)}
          describedBy={problem ? `${id}-error` : undefined}
          onChoose={send}
        >
          {value || kept ? m.website_photo_replace() : m.website_paper_file_choose()}
        </UploadButton>
        {value && (
          <>
            <span className="text-sm text-muted">{m.access_permit_there()}</span>
            <SectionAction onClick={() => onChange(null)}>{m.website_photo_remove()}</SectionAction>
          </>
        )}
        {!value && kept && <span className="text-sm text-muted">{m.access_permit_stays()}</span>}
        <span role="status" className="figures text-xs text-muted">
          {sent !== null && m.website_photo_sending({ percent: Math.round(sent * 100) })}
        </span>
      </div>
      <FieldError id={`${id}-error`} error={problem} />
    </div>
  );
}
