import Minus from "lucide-react/icons/minus";
import Plus from "lucide-react/icons/plus";
import { type ComponentProps, type ReactNode, useId, useState, useSyncExternalStore } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { FieldError } from "~/ui/form/field";
import { usePostedField } from "~/ui/form/posted-fields";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { drafted, type FormRef } from "../../../forms/components/form-fields";
import { type BookItem, leadOf } from "../../../pricing/booking-price";
import { itemText } from "../../../pricing/item-text";
import { itemField, parseItems } from "../../lines/item-fields";
import { type ChosenItem, MAX_ITEM_QUANTITY } from "../../schema";

function isCounted({ mode, fils, emergency }: BookItem): boolean {
  return mode !== "survey" && fils !== 0 && !emergency;
}

interface ItemFieldsProps {
  items: readonly BookItem[];
  service: { id: string; name: string; emergency: boolean };
  others: readonly { id: string; name: string }[];
  error?: string;
  /** Controlled quantities; default is uncontrolled fields. */
  counted?: Counted;
}

interface Counted {
  of: (field: string) => number;
  set: (field: string, quantity: number) => void;
}

/** Quantity fields per price book item, as plain form fields that work without JavaScript. */
export function ItemFields({ items, service, others, error, counted }: ItemFieldsProps) {
  const own = items.filter((item) => item.serviceId === service.id && isCounted(item));
  const hydrated = useHydrated();
  if (service.emergency || items.length === 0) return null;
  return (
    <>
      {own.length > 0 && (
        <Group label={m.lines_items()} hint={own.length > 1 ? hintFor(leadOf(own, service.id)) : undefined}>
          {own.map((item) => (
            <ItemField key={item.item} item={item} preset={own.length === 1 ? 1 : 0} counted={counted} />
          ))}
        </Group>
      )}
      {/* Hidden without JavaScript, because the whole price book would not fit. */}
      {hydrated && own.length > 0 && (
        <Disclosure
          className="rounded border border-line"
          startsOpen={others.some(({ id }) => hasSome(items, id, counted))}
        >
          <Summary>{m.lines_items_other()}</Summary>
          <div className="flex flex-col divide-y divide-line border-t border-line">
            {others.map(({ id, name }) => {
              const offered = items.filter(
                (item) => item.serviceId === id && item.fils !== 0 && !item.emergency,
              );
              if (offered.length === 0) return null;
              return (
                <Disclosure key={id} startsOpen={hasSome(items, id, counted)}>
                  <Summary>{name}</Summary>
                  <div className="px-3 pb-3">
                    <Group label={name} hidden>
                      {offered.map((item) => (
                        <ItemField key={item.item} item={item} preset={0} counted={counted} />
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

/** The item that is booked if nothing is chosen. Only an hourly call-out suits any work. */
function hintFor(lead: BookItem | undefined): string | undefined {
  return lead?.mode === "hourly" ? m.lines_items_hint({ item: bidiIsolate(lead.name) }) : undefined;
}

function hasSome(items: readonly BookItem[], serviceId: string, counted: Counted | undefined): boolean {
  const quantityOf = (field: string) => (counted ? counted.of(field) : Number(drafted(field)));
  return items.some((item) => item.serviceId === serviceId && quantityOf(itemField(item)) > 0);
}

/** Stays as the user left it, rather than reacting to the chosen items. */
function Disclosure({ startsOpen, ...rest }: ComponentProps<"details"> & { startsOpen: boolean }) {
  const [open] = useState(startsOpen);
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

function ItemField({ item, preset, counted }: { item: BookItem; preset: number; counted?: Counted }) {
  const id = useId();
  const name = itemField(item);
  const posted = usePostedField(name);
  const max = item.mode === "survey" ? 1 : MAX_ITEM_QUANTITY;
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="flex min-w-0 flex-col text-sm">
        <label htmlFor={id} className="font-medium">
          {item.name}
        </label>
        <span id={`${id}-price`} className="figures text-xs text-muted">
          {itemText(item)}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-1">
        <Step
          name={name}
          by={-1}
          max={max}
          counted={counted}
          label={m.lines_item_fewer({ item: bidiIsolate(item.name) })}
        >
          <Minus aria-hidden className="size-4" />
        </Step>
        <input
          id={id}
          type="text"
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          name={name}
          aria-describedby={`${id}-price`}
          {...(counted
            ? {
                value: Number.isNaN(counted.of(name)) ? "" : counted.of(name),
                onChange: ({ target }) => counted.set(name, target.value === "" ? 0 : Number(target.value)),
              }
            : { defaultValue: drafted(name) ?? preset, ...posted })}
          className="figures h-11 w-14 rounded border border-control bg-surface text-center text-base"
        />
        <Step
          name={name}
          by={1}
          max={max}
          counted={counted}
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
  counted?: Counted;
  label: string;
  children: ReactNode;
}

/** Hidden without JavaScript. */
function Step({ name, by, max, counted, label, children }: StepProps) {
  const hydrated = useHydrated();
  if (!hydrated) return null;
  return (
    <button
      type="button"
      aria-label={label}
      className="flex size-11 items-center justify-center rounded border border-control bg-surface transition-colors hover:border-accent"
      onClick={({ currentTarget: { form } }) => {
        const next = (quantity: number) => Math.min(max, Math.max(0, (quantity || 0) + by));
        if (counted) return counted.set(name, next(counted.of(name)));
        const field = form?.elements.namedItem(name);
        if (!(field instanceof HTMLInputElement)) return;
        field.value = String(next(Number.parseInt(field.value, 10)));
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
