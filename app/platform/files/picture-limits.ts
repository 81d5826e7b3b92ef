export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];
/** Includes types that the browser converts. The suffixes cover systems without a type for HEIC. */
export const ACCEPTED_PICTURES = "image/*,.heic,.heif";
export const PICTURE_LIMIT_BYTES = 10 * 1024 * 1024;
export const MAX_EDGE_PX = 2048;
