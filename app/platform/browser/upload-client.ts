import { m } from "~/paraglide/messages";
import { readPictureHeader } from "../files/picture-header";
import { MAX_EDGE_PX, PICTURE_LIMIT_BYTES, PICTURE_TYPES } from "../files/picture-limits";
import { localPath } from "../locale/locale";
import { HttpError } from "./http-client";

interface UploadOptions {
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** Unclaimed pictures are deleted after a day. Throws an `HttpError`, or the abort reason of `signal`. */
export async function uploadPicture(file: Blob, { onProgress, signal }: UploadOptions): Promise<string> {
  const picture = await preparePicture(file);
  signal.throwIfAborted();
  return uploadFile("/api/pictures", picture, { onProgress, signal });
}

/** Uploads a voice message with the rules of `uploadPicture`. */
export function uploadRecording(recording: Blob, options: UploadOptions): Promise<string> {
  return uploadFile("/api/recordings", recording, options);
}

export async function preparePicture(file: Blob): Promise<Blob> {
  const heic = readPictureHeader(new Uint8Array(await file.slice(0, 16).arrayBuffer())) === "heic";
  // Some systems report no type for HEIC.
  const maybe = heic || file.type === "" || file.type.startsWith("image/");
  const uploadable = !heic && PICTURE_TYPES.includes(file.type);
  const picture = uploadable ? await shrink(file) : maybe ? await drawAsJpeg(file) : null;
  if (!picture) {
    throw heic
      ? pictureError("heic", m.file_picture_heic())
      : pictureError("not-a-picture", m.file_picture_not_a_picture());
  }
  if (picture.size > PICTURE_LIMIT_BYTES) throw pictureError("too-large", m.file_picture_too_large());
  return picture;
}

function pictureError(reason: string, message: string): HttpError {
  return new HttpError(422, message, reason);
}

const WORTH_SHRINKING_BYTES = 1024 * 1024;

async function shrink(file: Blob): Promise<Blob> {
  if (file.size < WORTH_SHRINKING_BYTES) return file;
  const smaller = await drawAsJpeg(file);
  return smaller && smaller.size < file.size ? smaller : file;
}

async function drawAsJpeg(file: Blob): Promise<Blob | null> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, MAX_EDGE_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return null;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
  } catch {
    return null;
  }
}

/** Time limit without progress, in milliseconds. A weak connection may need minutes for a whole picture. */
const STALL_TIMEOUT_MS = 60_000;

/** `fetch` reports no upload progress. */
export function uploadFile(path: string, file: Blob, { onProgress, signal }: UploadOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", localPath(path));
    request.setRequestHeader("Content-Type", file.type);
    request.responseType = "json";
    let stallTimer: ReturnType<typeof setTimeout>;
    const expectProgress = () => {
      clearTimeout(stallTimer);
      stallTimer = setTimeout(() => {
        reject(new HttpError(0, m.common_no_answer(), "offline"));
        request.abort();
      }, STALL_TIMEOUT_MS);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      expectProgress();
      onProgress(total > 0 ? loaded / total : 0);
    };
    request.onloadend = () => clearTimeout(stallTimer);
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
    expectProgress();
  });
}
