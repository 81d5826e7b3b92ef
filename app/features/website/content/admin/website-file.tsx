import { m } from "~/paraglide/messages";
import { uploadPicture } from "~/platform/browser/upload-client";
import { ACCEPTED_PDF_OR_PICTURE, uploadPdfOrPicture } from "~/platform/browser/upload-pdf-or-picture";
import { ACCEPTED_PICTURES } from "~/platform/files/picture-limits";
import { FileField } from "~/ui/form/file-field";

interface WebsitePictureProps {
  label: string;
  name: string;
  /** Id of the uploaded file. */
  value: string | null;
  error?: string;
  onChange: (id: string | null) => void;
}

/** Picture of the website. */
export function WebsitePicture({ label, name, value, error, onChange }: WebsitePictureProps) {
  return (
    <FileField
      label={label}
      name={name}
      accept={ACCEPTED_PICTURES}
      filled={value !== null}
      choose={m.file_picture_choose()}
      error={error}
      picture={value && <Shown id={value} label={label} />}
      upload={async (file, options) => onChange(await uploadPicture(file, options))}
      onRemove={value ? () => onChange(null) : undefined}
    />
  );
}

interface WebsiteCertificateProps extends Omit<WebsitePictureProps, "onChange"> {
  /** Shows a preview instead of a link. */
  isPicture: boolean;
  onChange: (id: string | null, isPicture: boolean) => void;
}

/** Document of the website: PDF or picture. */
export function WebsiteCertificate({
  label,
  name,
  value,
  isPicture,
  error,
  onChange,
}: WebsiteCertificateProps) {
  return (
    <FileField
      label={label}
      name={name}
      accept={ACCEPTED_PDF_OR_PICTURE}
      filled={value !== null}
      choose={m.file_choose()}
      error={error}
      picture={value && isPicture && <Shown id={value} label={label} />}
      note={
        value &&
        !isPicture && (
          <a
            href={`/api/files/${value}`}
            className="inline-flex min-h-8 items-center text-sm text-link underline underline-offset-4"
          >
            {m.website_certificate_open()}
          </a>
        )
      }
      upload={async (file, options) => {
        const uploaded = await uploadPdfOrPicture("/api/admin/certificate-files", file, options);
        onChange(uploaded.id, uploaded.isPicture);
      }}
      onRemove={value ? () => onChange(null, true) : undefined}
    />
  );
}

function Shown({ id, label }: { id: string; label: string }) {
  return (
    <img
      src={`/api/files/${id}`}
      alt={label}
      className="aspect-[4/3] w-40 rounded border border-line bg-sunken object-cover"
    />
  );
}
