import type { SitePayment } from "./site-payment";

/** Rows of visit reports and late reports, whose columns are alike. */

export function paymentColumns(payment: SitePayment | undefined) {
  return { paymentMethod: payment?.method ?? null, paymentFils: payment?.fils ?? null };
}

export function paymentOf({
  paymentMethod,
  paymentFils,
}: ReturnType<typeof paymentColumns>): SitePayment | null {
  return paymentMethod && paymentFils !== null ? { method: paymentMethod, fils: paymentFils } : null;
}

export function photoRows(
  reportId: string,
  { photoIds, beforePhotoIds = [] }: { photoIds: readonly string[]; beforePhotoIds?: readonly string[] },
) {
  return photoIds.map((fileId, index) => ({
    reportId,
    position: index + 1,
    fileId,
    beforeWork: beforePhotoIds.includes(fileId),
  }));
}
