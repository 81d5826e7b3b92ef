import type { PriceExtras } from "../price";
import { extrasTexts } from "../price-text";

/** Surcharges and duration of a price. */
export function Extras({ of, className }: { of: PriceExtras; className?: string }) {
  return (
    <span className={`flex flex-wrap gap-x-3 ${className ?? ""}`}>
      {extrasTexts(of).map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  );
}
