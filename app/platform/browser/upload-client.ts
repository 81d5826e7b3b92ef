import { m } from "~/paraglide/messages";
import { readPictureHeader } from "../files/picture-header";
import { MAX_EDGE_PX, PICTURE_LIMIT_BYTES, PICTURE_TYPES } from "../files/picture-limits";
import { localPath } from "../locale/locale";
import { HttpError } from "./http-client";

interface UploadOptions {
  /** From 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a picture and returns its id, to be sent with what it belongs to; unclaimed, it is kept for a day. Throws an
 * `HttpError` with words for people, or whatever `signal` was aborted with.
 */
export async function uploadPicture(file: Blob, { onProgress, signal }: UploadOptions): Promise<string> {
  const picture = await preparePicture(file);
  signal.throwIfAborted();
  return uploadFile("/api/pictures", picture, { onProgress, signal });
}

/**
 * As it will be uploaded: made smaller where it is large, and a JPEG where it is a picture of another kind that this browser
 * can read, such as HEIC in Safari. Throws an `HttpError` with words where it cannot be.
 */
export async function preparePicture(file: Blob): Promise<Blob> {
  const heic = readPictureHeader(new Uint8Array(await file.slice(0, 16).arrayBuffer())) === "heic";
  // Some systems know no type of it.
  const maybe = heic || file.type === "" || file.type.startsWith("image/");
  const uploadable = !heic && PICTURE_TYPES.includes(file.type);
  const picture = uploadable ? await shrink(file) : maybe ? await redraw(file) : null;
  if (!picture) {
    throw heic
      ? refused("heic", m.file_picture_heic())
      : refused("not-a-picture", m.file_picture_not_a_picture());
  }
  if (picture.size > PICTURE_LIMIT_BYTES) throw refused("too-large", m.file_picture_too_large());
  return picture;
}

function refused(reason: string, message: string): HttpError {
  return new HttpError(422, message, reason);
}

/** What is small already goes as it is. */
const WORTH_SHRINKING_BYTES = 1024 * 1024;

/** A phone's picture is several megabytes: made no larger than it will be kept, it is sent in a tenth of the time. */
async function shrink(file: Blob): Promise<Blob> {
  if (file.size < WORTH_SHRINKING_BYTES) return file;
  // Where this browser cannot read it, the server says what is wrong with it.
  const smaller = await redraw(file);
  return smaller && smaller.size < file.size ? smaller : file;
}

/** As a JPEG no larger than it will be kept; null: no picture that this browser can read. */
async function redraw(file: Blob): Promise<Blob | null> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MAX_EDGE_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return null;
    // A JPEG has no transparency: what is clear becomes paper, not night.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise((made) => canvas.toBlob(made, "image/jpeg", 0.85));
  } catch {
    return null;
  }
}

/** Uploads a file as it is. By XMLHttpRequest: `fetch` does not tell how much has been sent. */
export function uploadFile(path: string, file: Blob, { onProgress, signal }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", localPath(path));
    request.setRequestHeader("Content-Type", file.type);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const answer: Record<string, unknown> & { id?: string; message?: string; reason?: string } =
        request.response ?? {};
      if (request.status === 201 && answer.id) return resolve(answer.id);
      const message = answer.message ?? m.common_unexpected_answer();
      reject(new HttpError(request.status, message, answer.reason ?? "error", answer));
    };
    request.onerror = () => reject(new HttpError(0, m.common_offline(), "offline"));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}
