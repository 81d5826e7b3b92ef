import { localPath } from "~/platform/locale/locale";

export function RefundReceipt({ refund: { id, reference } }: { refund: { id: string; reference: string } }) {
  return (
    <a
      href={localPath(`/api/admin/refunds/${id}/receipt`)}
      target="_blank"
      rel="noopener"
      className="figures text-xs whitespace-nowrap text-link hover:underline"
    >
      {reference}
    </a>
  );
}
