import Camera from "lucide-react/icons/camera";
import CircleAlert from "lucide-react/icons/circle-alert";
import ImageIcon from "lucide-react/icons/image";
import RotateCw from "lucide-react/icons/rotate-cw";
import Trash2 from "lucide-react/icons/trash-2";
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { uploadPicture } from "~/platform/browser/upload-client";
import { ACCEPTED_PICTURES } from "~/platform/files/picture-limits";
import { Button, buttonClass } from "~/ui/button";
import { FieldError } from "~/ui/form/field";
import { LazyImage } from "~/ui/lazy-image";
import { draftedAll } from "../../../../core/forms/components/form-fields";
import { MAX_PHOTOS } from "../../schema";

export interface PhotosHandle {
  settle(): Promise<{ ids: string[]; failed: number }>;
  clear(): void;
}

interface Photo {
  key: number;
  name: string;
  /** Object URL of the picture in the browser; null for a photo of the restored draft. */
  preview: string | null;
  /** Uploaded share of the file, from 0 to 1. */
  sent: number;
  id?: string;
  error?: string;
  /** Refused for good, so retrying is pointless. Does not count toward the limit. */
  refused?: boolean;
}

interface Upload {
  /** Null for a photo of the restored draft, which has arrived. */
  file: File | null;
  abort: AbortController;
  done: Promise<string | null>;
}

interface PhotosFieldProps {
  ref: Ref<PhotosHandle>;
  error?: string;
}

/** Hidden field of each uploaded photo, so that the form's draft includes it: id and file name. */
const DRAFT_FIELD = "uploaded-photo";

/**
 * Uploads each photo while the form is filled in. The booking includes those that arrived, so that a failed
 * upload does not block it.
 */
export function PhotosField({ ref, error }: PhotosFieldProps) {
  const [photos, setPhotos] = useState<Photo[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const uploads = useRef(new Map<number, Upload>());
  const input = useRef<HTMLInputElement>(null);
  const lastKey = useRef(0);
  /** Files beyond the limit, which replace refused ones. */
  const waiting = useRef<File[]>([]);
  const id = useId();

  function change(key: number, changed: Partial<Photo>) {
    setPhotos((photos) => photos.map((photo) => (photo.key === key ? { ...photo, ...changed } : photo)));
  }

  /** Sequential, because parallel uploads would share the same slow connection. */
  function start(key: number, file: File) {
    const before = [...uploads.current.values()].at(-1)?.done;
    const abort = new AbortController();
    const done = (async () => {
      await before;
      try {
        const id = await uploadPicture(file, {
          onProgress: (sent) => change(key, { sent }),
          signal: abort.signal,
        });
        change(key, { id, sent: 1 });
        return id;
      } catch (failure) {
        if (!abort.signal.aborted) fail(key, failure);
        return null;
      }
    })();
    uploads.current.set(key, { file, abort, done });
  }

  function fail(key: number, failure: unknown) {
    const error = failure instanceof HttpError ? failure.message : m.common_unexpected_answer();
    const refused = failure instanceof HttpError && !isRetryable(failure);
    change(key, { error, refused });
    if (!refused) return;
    uploads.current.delete(key);
    add(waiting.current);
  }

  function add(files: readonly File[]) {
    // The event carries no files if they were already read on mount, or if the dialog was cancelled.
    if (files.length === 0) return;
    const room = MAX_PHOTOS - uploads.current.size;
    waiting.current = files.slice(room);
    setTooMany(waiting.current.length > 0);
    const added = files.slice(0, room).map((file): Photo => {
      lastKey.current += 1;
      const key = lastKey.current;
      start(key, file);
      return { key, name: file.name, preview: URL.createObjectURL(file), sent: 0 };
    });
    setPhotos((photos) => [...photos, ...added]);
    // Allows choosing the same file again after removal.
    if (input.current) input.current.value = "";
  }

  function remove({ key, preview }: Photo) {
    uploads.current.get(key)?.abort.abort();
    uploads.current.delete(key);
    if (preview) URL.revokeObjectURL(preview);
    waiting.current = [];
    setTooMany(false);
    setPhotos((photos) => photos.filter((photo) => photo.key !== key));
    input.current?.focus();
  }

  function retry({ key }: Photo) {
    const upload = uploads.current.get(key);
    if (!upload?.file) return;
    uploads.current.delete(key);
    change(key, { error: undefined, sent: 0 });
    start(key, upload.file);
  }

  useImperativeHandle(ref, () => ({
    async settle() {
      const ids = await Promise.all([...uploads.current.values()].map(({ done }) => done));
      const arrived = ids.filter((id) => id !== null);
      return { ids: arrived, failed: ids.length - arrived.length };
    },
    clear() {
      for (const { abort } of uploads.current.values()) abort.abort();
      uploads.current.clear();
      waiting.current = [];
      setPhotos([]);
    },
  }));

  /** Photos that arrived before an error or a reload. */
  function restore(drafted: readonly string[]) {
    const restored = drafted.map((value): Photo => {
      const [id = "", name = ""] = value.split(/ (.*)/s);
      lastKey.current += 1;
      const key = lastKey.current;
      uploads.current.set(key, { file: null, abort: new AbortController(), done: Promise.resolve(id) });
      return { key, name, preview: null, sent: 1, id };
    });
    setPhotos(restored);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the draft and files chosen before hydration, once.
  useEffect(() => {
    restore(draftedAll(DRAFT_FIELD));
    if (input.current?.files?.length) add([...input.current.files]);
  }, []);

  const full = photos.filter(({ refused }) => !refused).length >= MAX_PHOTOS;
  const problem = tooMany ? m.booking_error_photos({ max: MAX_PHOTOS }) : error;
  return (
    <div className="flex flex-col gap-3">
      <label
        htmlFor={id}
        className={`relative flex min-h-24 items-center gap-4 rounded border border-dashed border-control px-4 py-3 transition-colors focus-within:border-accent focus-within:outline-2 focus-within:outline-accent ${full ? "bg-sunken text-muted" : "hover:border-accent hover:bg-brass-soft"}`}
      >
        <Camera aria-hidden className="size-7 shrink-0 text-accent" strokeWidth={1.5} />
        <span>
          <span className="block font-medium">{m.booking_photos_add()}</span>
          <span className="block text-xs text-muted">{m.booking_photos_hint({ max: MAX_PHOTOS })}</span>
        </span>
        {/* Covers the whole area, so that dropped files land in the field. No name, so that it is not posted. */}
        <input
          ref={input}
          id={id}
          type="file"
          accept={ACCEPTED_PICTURES}
          multiple
          disabled={full}
          aria-describedby={problem ? `${id}-error` : undefined}
          aria-invalid={problem ? true : undefined}
          onChange={(event) => add([...(event.currentTarget.files ?? [])])}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </label>
      <noscript>
        <p className="text-sm text-muted">{m.booking_photos_without_script()}</p>
      </noscript>
      <FieldError id={`${id}-error`} error={problem} />
      <ul className="flex flex-col gap-2 empty:hidden">
        {photos.map((photo, index) => (
          <li
            key={photo.key}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 rounded border border-line bg-paper p-2 pe-1 text-sm"
          >
            {photo.id && (
              <input type="hidden" name={DRAFT_FIELD} value={`${photo.id} ${photo.name}`} readOnly />
            )}
            {photo.preview ? (
              <LazyImage
                src={photo.preview}
                alt=""
                width={56}
                height={56}
                className="size-14 shrink-0 rounded-sm"
              />
            ) : (
              <ImageIcon aria-hidden className="size-14 shrink-0 p-3 text-muted" strokeWidth={1.5} />
            )}
            <div className="flex flex-col gap-1.5">
              <span dir="auto" className="truncate font-medium">
                {photo.name}
              </span>
              <Progress photo={photo} label={m.booking_photo_progress({ number: index + 1 })} />
            </div>
            <button
              type="button"
              onClick={() => remove(photo)}
              aria-label={m.booking_photo_remove({ number: index + 1 })}
              title={m.booking_photo_remove({ number: index + 1 })}
              className={buttonClass({ tone: "plain" }, "aspect-square px-0!")}
            >
              <Trash2 aria-hidden />
            </button>
            {photo.error && (
              <div className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-2 pe-1">
                <p role="alert" className="flex grow basis-48 items-start gap-1.5 text-error">
                  <CircleAlert aria-hidden className="mt-[0.2em] size-[1.1em] shrink-0" />
                  <span>{photo.error}</span>
                </p>
                {!photo.refused && (
                  <Button tone="quiet" size="small" onClick={() => retry(photo)}>
                    <RotateCw aria-hidden />
                    {m.booking_photo_retry()}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {m.booking_photos_arrived({ count: photos.filter(({ id }) => id).length })}
      </p>
    </div>
  );
}

function isRetryable({ status }: HttpError): boolean {
  return status === 0 || status === 429 || status >= 500;
}

function Progress({ photo: { id, sent, error }, label }: { photo: Photo; label: string }) {
  if (error) return null;
  if (id) return <span className="text-xs text-calm-text">{m.booking_photo_ready()}</span>;
  return <progress value={sent} max={1} aria-label={label} className="h-1.5 w-full accent-accent" />;
}
