import { localPath } from "~/platform/locale/locale";

/** The paper of a refund whose money is back, by the reference that stands on it. */
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
