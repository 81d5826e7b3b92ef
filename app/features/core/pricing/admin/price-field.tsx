import { Autocomplete as Parts } from "@base-ui/react/autocomplete";
import { type ComponentProps, useState } from "react";
import { formatMoney } from "~/platform/money";
import type { OfferedPrice } from "../views";

interface PriceFieldProps
  extends Pick<ComponentProps<"input">, "onPaste" | "placeholder" | "aria-label" | "aria-invalid"> {
  value: string;
  /** Undefined while loading. */
  offered: readonly OfferedPrice[] | undefined;
  onChange: (value: string) => void;
  onChoose: (price: OfferedPrice) => void;
  className: string;
}

const MAX_SUGGESTIONS = 8;

const textOf = ({ label, description, serviceName }: OfferedPrice) =>
  `${label} ${serviceName}${description === label ? "" : ` ${description}`}`;

/** Line description: free text with suggestions from the price book. */
export function PriceField({
  value,
  offered = [],
  onChange,
  onChoose,
  className,
  ...input
}: PriceFieldProps) {
  const [open, setOpen] = useState(false);
  const { contains } = Parts.useFilter();
  const suggestions = offered.filter((price) => contains(price, value, textOf));
  return (
    <Parts.Root
      items={offered}
      filteredItems={suggestions.slice(0, MAX_SUGGESTIONS)}
      // Opens with suggestions only, because an open popup hides the page from assistive technology.
      open={open && suggestions.length > 0}
      onOpenChange={setOpen}
      value={value}
      onValueChange={(typed, { reason }) => {
        if (reason !== "item-press") onChange(typed);
      }}
      itemToStringValue={textOf}
      autoHighlight
    >
      <Parts.Input
        {...input}
        data-field="description"
        className={className}
        maxLength={500}
        // Prices that arrive later open no list at a field that was left.
        onBlur={() => suggestions.length === 0 && setOpen(false)}
      />
      <Parts.Portal>
        <Parts.Positioner sideOffset={2} align="start" className="z-40">
          <Parts.Popup className="w-[min(34rem,92vw)] rounded border border-line bg-surface text-sm text-ink shadow-raised empty:hidden">
            <Parts.List className="relative max-h-80 overflow-y-auto overscroll-contain py-1 empty:hidden">
              {(price: OfferedPrice) => (
                <Parts.Item
                  key={price.id}
                  value={price}
                  onClick={() => onChoose(price)}
                  className="flex min-h-9 cursor-pointer items-center gap-3 px-3 py-1 data-highlighted:bg-brass-soft"
                >
                  <span className="min-w-0 grow">
                    <span className="block truncate">{price.label}</span>
                    {price.description !== price.label && (
                      <span className="block truncate">
                        <bdi>{price.description}</bdi>
                      </span>
                    )}
                    <span className="block truncate text-xs text-muted">{price.serviceName}</span>
                  </span>
                  <span className="figures shrink-0 text-muted">{formatMoney(price.unitFils)}</span>
                </Parts.Item>
              )}
            </Parts.List>
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}
