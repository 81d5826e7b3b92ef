/** What technicians are shown by. */
export const PICTURE_MEDIA_TYPE = "image/webp";

/** Where the office finds a technician's picture; null: there is none. */
export function technicianPictureUrl({
  id,
  pictureId,
}: {
  id: string;
  pictureId: string | null;
}): string | null {
  return pictureId && `/api/admin/technicians/${id}/picture/${pictureId}`;
}
