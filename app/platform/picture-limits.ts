/** What an upload may be, for the browser that makes it and the server that takes it. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];
export const PICTURE_LIMIT_BYTES = 10 * 1024 * 1024;
/** Of the longer edge, in pixels, after which a picture is made smaller. */
export const LONGEST_EDGE = 2048;
