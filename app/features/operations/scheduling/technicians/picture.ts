export const PICTURE_MEDIA_TYPE = "image/webp";

/** URL for office pages; null without a picture. */
export function technicianPictureUrl({
  id,
  pictureId,
}: {
  id: string;
  pictureId: string | null;
}): string | null {
  return pictureId && `/api/admin/technicians/${id}/picture/${pictureId}`;
}
