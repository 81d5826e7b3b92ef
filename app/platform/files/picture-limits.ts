/** What an upload may be, for the browser that makes it and the server that takes it. */
export const PICTURE_TYPES = ["image/jpeg", "image/png", "image/webp"];
/**
 * What a field for pictures lets be chosen: more than may be uploaded, as the browser makes a JPEG of what it can read and says
 * in words what it cannot. HEIC by its endings, too: most systems know no type of it.
 */
export const ACCEPTED_PICTURES = "image/*,.heic,.heif";
export const PICTURE_LIMIT_BYTES = 10 * 1024 * 1024;
/** Of the longer edge, in pixels, after which a picture is made smaller. */
export const MAX_EDGE_PX = 2048;
