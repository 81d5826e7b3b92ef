import type { PriceExtras } from "../price";
import { extrasTexts } from "./price-cells";

export function PriceExtrasText({ of, className }: { of: PriceExtras; className?: string }) {
  return (
    <span className={`flex flex-wrap gap-x-3 ${className ?? ""}`}>
      {extrasTexts(of).map((text) => (
        <span key={text} className="whitespace-nowrap">
          {text}
        </span>
      ))}
    </span>
  );
}
