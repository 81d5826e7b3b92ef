import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { type ComponentProps, type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { parseWholeNumber } from "~/platform/text/numerals";
import { FieldError } from "~/ui/form/field";
import { NumericInput } from "~/ui/form/numeric-input";
import { usePostedField } from "~/ui/form/posted-fields";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { drafted, type FormRef } from "../../../../core/forms/components/form-fields";
import type { PriceBookItem } from "../../../../core/pricing/booking-price";
import { priceText } from "../../../../core/pricing/price-text";
import { shortWorkTime } from "../../../../core/pricing/work-time-text";
import { isChargeable } from "../../lines/booking-lines";
import { itemField, parseItems } from "../../lines/item-fields";
import { type ChosenItem, MAX_ITEM_QUANTITY } from "../../schema";

function isCounted(item: PriceBookItem): boolean {
  return isChargeable(item) && !item.emergency;
}

interface ItemFieldsProps {
  items: readonly PriceBookItem[];
  service: { id: string; name: string; emergency: boolean };
  others: readonly { id: string; name: string }[];
  error?: string;
  /** Controlled quantities; default is uncontrolled fields. */
  quantityControl?: QuantityControl;
}

interface QuantityControl {
  get: (field: string) => number;
  set: (field: string, quantity: number) => void;
}

/** Plain form fields, which work without JavaScript. */
export function ItemFields({ items, service, others, error, quantityControl }: ItemFieldsProps) {
  const own = items.filter((item) => item.serviceId === service.id && isCounted(item));
  const hydrated = useHydrated();
  if (service.emergency || items.length === 0) return null;
  return (
    <>
      {own.length > 0 && (
        <Group label={m.lines_items()} hint={m.lines_items_hint()}>
          {own.map((item) => (
            <ItemField
              key={item.item}
              item={item}
              preset={own.length === 1 ? 1 : 0}
              quantityControl={quantityControl}
            />
          ))}
        </Group>
      )}
      {/* Hidden without JavaScript, because the whole price book would not fit. */}
      {hydrated && own.length > 0 && (
        <Disclosure
          className="rounded border border-line"
          defaultOpen={others.some(({ id }) => hasSome(items, id, quantityControl))}
        >
          <Summary>{m.lines_items_other()}</Summary>
          <div className="flex flex-col divide-y divide-line border-t border-line">
            {others.map(({ id, name }) => {
              const offered = items.filter(
                (item) => item.serviceId === id && item.fils !== 0 && !item.emergency,
              );
              if (offered.length === 0) return null;
              return (
                <Disclosure key={id} defaultOpen={hasSome(items, id, quantityControl)}>
                  <Summary>
                    <span className="wrap-anywhere">{name}</span>
                  </Summary>
                  <div className="px-3 pb-3">
                    <Group label={name} hidden>
                      {offered.map((item) => (
                        <ItemField key={item.item} item={item} preset={0} quantityControl={quantityControl} />
                      ))}
                    </Group>
                  </div>
                </Disclosure>
              );
            })}
          </div>
        </Disclosure>
      )}
      <FieldError id="items-error" error={error} />
    </>
  );
}

function hasSome(
  items: readonly PriceBookItem[],
  serviceId: string,
  quantityControl: QuantityControl | undefined,
): boolean {
  const quantityOf = (field: string) =>
    quantityControl ? quantityControl.get(field) : Number(drafted(field));
  return items.some((item) => item.serviceId === serviceId && quantityOf(itemField(item)) > 0);
}

function Disclosure({ defaultOpen, ...rest }: ComponentProps<"details"> & { defaultOpen: boolean }) {
  const [open] = useState(defaultOpen);
  return <details open={open} {...rest} />;
}

function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-3 text-sm font-medium hover:bg-brass-soft">
      <Plus aria-hidden className="size-4 shrink-0" />
      {children}
    </summary>
  );
}

interface GroupProps {
  label: string;
  hidden?: boolean;
  hint?: string;
  children: ReactNode;
}

function Group({ label, hidden = false, hint, children }: GroupProps) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers would announce a nested fieldset twice.
    <div role="group" aria-labelledby={id} className="flex flex-col gap-1.5">
      <span id={id} className={hidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </span>
      {hint && <p className="text-xs text-muted">{hint}</p>}
      <ul className="flex flex-col divide-y divide-line">{children}</ul>
    </div>
  );
}

function ItemField({
  item,
  preset,
  quantityControl,
}: {
  item: PriceBookItem;
  preset: number;
  quantityControl?: QuantityControl;
}) {
  const id = useId();
  const name = itemField(item);
  const posted = usePostedField(name);
  const max = item.mode === "survey" ? 1 : MAX_ITEM_QUANTITY;
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="flex min-w-0 flex-col text-sm">
        <label htmlFor={id} className="font-medium wrap-anywhere">
          {item.name}
        </label>
        <span id={`${id}-price`} className="figures text-xs text-muted">
          {priceText(item)}
        </span>
        {item.durationKnown && (
          <span className="text-xs whitespace-nowrap text-muted">
            {m.lines_item_time({ time: shortWorkTime(item.durationMin) })}
          </span>
        )}
      </span>
      <span className="flex shrink-0 items-center gap-1">
        <Step
          name={name}
          by={-1}
          max={max}
          quantityControl={quantityControl}
          label={m.lines_item_fewer({ item: bidiIsolate(item.name) })}
        >
          <Minus aria-hidden className="size-4" />
        </Step>
        <NumericInput
          id={id}
          maxLength={2}
          autoComplete="off"
          name={name}
          aria-describedby={`${id}-price`}
          {...(quantityControl
            ? {
                value: Number.isNaN(quantityControl.get(name)) ? "" : quantityControl.get(name),
                onChange: ({ target }) =>
                  quantityControl.set(
                    name,
                    target.value === "" ? 0 : (parseWholeNumber(target.value) ?? Number.NaN),
                  ),
              }
            : { defaultValue: drafted(name) ?? preset, ...posted })}
          className="figures h-11 w-14 rounded border border-control bg-surface text-center text-base"
        />
        <Step
          name={name}
          by={1}
          max={max}
          quantityControl={quantityControl}
          label={m.lines_item_more({ item: bidiIsolate(item.name) })}
        >
          <Plus aria-hidden className="size-4" />
        </Step>
      </span>
    </li>
  );
}

interface StepProps {
  name: string;
  by: 1 | -1;
  max: number;
  quantityControl?: QuantityControl;
  label: string;
  children: ReactNode;
}

/** Hidden without JavaScript. */
function Step({ name, by, max, quantityControl, label, children }: StepProps) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <button
      type="button"
      aria-label={label}
      className="flex size-11 items-center justify-center rounded border border-control bg-surface transition-colors hover:border-accent"
      onClick={({ currentTarget: { form } }) => {
        const next = (quantity: number) => Math.min(max, Math.max(0, (quantity || 0) + by));
        if (quantityControl) return quantityControl.set(name, next(quantityControl.get(name)));
        const field = form?.elements.namedItem(name);
        if (!(field instanceof HTMLInputElement)) return;
        field.value = String(next(parseWholeNumber(field.value) ?? 0));
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }}
    >
      {children}
    </button>
  );
}

/** Chosen items, updated on input. `posted`: values of a form posted without JavaScript. */
export function useChosenItems(form: FormRef, posted: Record<string, string>): ChosenItem[] {
  const text = useSyncExternalStore(
    (changed) => {
      const element = form.current;
      if (!element) return () => {};
      element.addEventListener("input", changed);
      return () => element.removeEventListener("input", changed);
    },
    () => JSON.stringify(typedItems(form.current)),
    () => JSON.stringify(parseItems(posted)),
  );
  return JSON.parse(text) as ChosenItem[];
}

/** Includes invalid quantities, so that validation can refuse them. */
export function typedItems(form: HTMLFormElement | null): ChosenItem[] {
  return form ? parseItems(Object.fromEntries(new FormData(form)) as Record<string, string>) : [];
}
