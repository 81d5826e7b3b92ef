import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { addDays, dubaiDate } from "~/platform/time";
import { Dialog } from "~/ui/overlay/dialog";
import { chargedVatPercent, labelForNoVat } from "../../../core/pricing/vat-treatment";
import { QuoteBody } from "../components/quote-body";
import { MAX_VALID_DAYS } from "../schema";
import type { QuoteDetail, QuoteVersion } from "../views";

interface QuotePreviewProps {
  open: boolean;
  onClose: () => void;
  quote: QuoteDetail;
  version: QuoteVersion;
}

/** Customer's view of a version; does not mark it as viewed. */
export function QuotePreview({ open, onClose, quote, version }: QuotePreviewProps) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const address = quote.customer.properties.find(({ id }) => id === quote.propertyId)?.address ?? null;
  const shown = {
    ...version,
    reference: quote.reference,
    depositPercent: Number.isInteger(version.depositPercent) ? version.depositPercent : 0,
    vatPercent: chargedVatPercent(quote.vatPercent, version),
    vatReason: labelForNoVat(version),
    photos: version.photoIds.map((id) => ({ id })),
    lines: version.lines.map((line, at) => ({ ...line, position: at + 1 })),
    address,
    validUntil: version.sentAt ? quote.validUntil : addDays(dubaiDate(new Date()), daysShown(version)),
  };
  return (
    <Dialog open={open} onClose={onClose} title={m.quotes_preview_title()}>
      <div>
        <p className="text-sm text-muted">
          <span>{m.quotes_for({ name: bidiIsolate(quote.customer.name) })}</span> ·{" "}
          <span className="figures">{quote.reference}</span>
        </p>
        <p dir="auto" className="text-2xl font-semibold">
          {version.title}
        </p>
        {address && <p className="text-muted">{bidiIsolate(address)}</p>}
      </div>
      <QuoteBody
        quote={shown}
        ticked={ticked}
        onTick={(position, on) => {
          const next = new Set(ticked);
          if (on) next.add(position);
          else next.delete(position);
          setTicked(next);
        }}
        hrefOfPhoto={(id) => `/api/admin/quotes/${quote.id}/photos/${id}`}
      />
    </Dialog>
  );
}

/** A draft may have other numbers, with an error beside the field; a date of millions of years does not exist. */
function daysShown({ validDays }: QuoteVersion): number {
  return Number.isInteger(validDays) ? Math.min(validDays, MAX_VALID_DAYS) : 0;
}
