import { m } from "~/paraglide/messages";
import { ACCEPTED_PDF_OR_PICTURE, uploadPdfOrPicture } from "~/platform/browser/upload-pdf-or-picture";
import { FileField } from "~/ui/form/file-field";

interface PermitFileProps {
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
  /** A stored file stays if no other is chosen. */
  hasStoredFile?: boolean;
}

/** Permit file: PDF or picture. */
export function PermitFile({ value, onChange, error, hasStoredFile = false }: PermitFileProps) {
  const words = value ? m.access_permit_on_file() : hasStoredFile ? m.access_permit_replace_hint() : null;
  return (
    <FileField
      label={m.access_permit_file()}
      name="permitFileId"
      accept={ACCEPTED_PDF_OR_PICTURE}
      filled={value !== null || hasStoredFile}
      choose={m.file_choose()}
      error={error}
      note={words && <span className="text-sm text-muted">{words}</span>}
      upload={async (file, options) =>
        onChange((await uploadPdfOrPicture("/api/permit-files", file, options)).id)
      }
      onRemove={value ? () => onChange(null) : undefined}
    />
  );
}
