import Camera from "lucide-react/icons/camera";
import Trash2 from "lucide-react/icons/trash-2";
import { useEffect, useId, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { preparePicture } from "~/platform/browser/upload-client";
import { ACCEPTED_PICTURES } from "~/platform/files/picture-limits";
import { buttonClass } from "~/ui/button";
import { FieldError } from "~/ui/form/field";
import { photoOf } from "../offline/drafts";
import type { DraftOf, DraftPicture } from "../offline/phone-store";
import { reportLimits } from "../visit-report";

interface PhotosProps {
  of: DraftOf;
  label: string;
  /** All photos of the report, because the limit applies to them together. */
  photos: DraftPicture[];
  /** Adds and shows those taken before the work, or the others. */
  beforeWork?: boolean;
  onChange: (photos: DraftPicture[]) => void;
}

export function ReportPhotos({ of, label, photos, beforeWork = false, onChange }: PhotosProps) {
  const id = useId();
  const [previews, setPreviews] = useState<{ photo: DraftPicture; url: string }[]>([]);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const shown = photos.filter((photo) => (photo.beforeWork ?? false) === beforeWork);
    const urls = shown.map((photo) => ({ photo, url: URL.createObjectURL(photo.blob) }));
    setPreviews(urls);
    return () => {
      for (const { url } of urls) URL.revokeObjectURL(url);
    };
  }, [photos, beforeWork]);
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
      onChange([...photos, ...pictures.map((picture) => photoOf(of, picture, beforeWork))]);
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
        <span>{full ? m.technician_error_photos({ max: reportLimits.photos }) : label}</span>
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
        {previews.map(({ photo, url }) => (
          <li key={photo.part} className="relative">
            <img src={url} alt="" className="aspect-square w-full rounded border border-line object-cover" />
            <button
              type="button"
              aria-label={m.technician_photo_remove({ number: photos.indexOf(photo) + 1 })}
              onClick={() => onChange(photos.filter((other) => other !== photo))}
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
