/** Types accepted by the server. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];
/**
 * Types offered by file fields. More than the server accepts, because the browser converts what it can read.
 * HEIC by extension, because most systems know no type of it.
 */
export const ACCEPTED_PICTURES = "image/*,.heic,.heif";
export const PICTURE_LIMIT_BYTES = 10 * 1024 * 1024;
/** Longer edge in pixels above which pictures are scaled down. */
export const MAX_EDGE_PX = 2048;
