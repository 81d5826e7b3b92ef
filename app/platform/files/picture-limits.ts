export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];
/** More than the server accepts, because the browser converts pictures. Most systems know no type of HEIC. */
export const ACCEPTED_PICTURES = "image/*,.heic,.heif";
export const PICTURE_LIMIT_BYTES = 10 * 1024 * 1024;
/** Larger pictures are scaled down. */
export const MAX_EDGE_PX = 2048;
