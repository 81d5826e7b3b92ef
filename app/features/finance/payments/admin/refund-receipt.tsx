import { localPath } from "~/platform/locale/locale";

interface RefundReceiptProps {
  refund: { id: string; reference: string; hasReceipt: boolean };
}

/** Reference of a completed refund, with its receipt once that can be opened. */
export function RefundReceipt({ refund: { id, reference, hasReceipt } }: RefundReceiptProps) {
  if (!hasReceipt) return <span className="figures text-xs whitespace-nowrap text-muted">{reference}</span>;
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
