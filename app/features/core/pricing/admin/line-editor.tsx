import GripVertical from "lucide-react/icons/grip-vertical";
import Heading from "lucide-react/icons/heading";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { formatAmount, formatExactMoney } from "~/platform/money";
import { parseMoney } from "~/platform/money-input";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Checkbox } from "~/ui/form/checkbox";
import { NumericInput } from "~/ui/form/numeric-input";
import { isPressed, useShortcutsInHelp } from "~/ui/hooks/shortcuts";
import { lineGross } from "../document-lines";
import type { PartTerms } from "../part";
import { parseQuantity, typedMoney } from "../typed";
import {
  applyPartTerms,
  blankLine,
  type DraftErrors,
  type LineRow,
  parsePastedRows,
  type Row,
  rowKey,
} from "../typed-lines";
import { labelForVatTreatment, type VatTreatment, vatTreatments } from "../vat-treatment";
import type { OfferedPrice } from "../views";
import { PriceField } from "./price-field";

interface LineEditorProps {
  /** Extra column: optional in a quote, discount in an invoice. */
  kind: "quote" | "invoice";
  rows: readonly Row[];
  errors: DraftErrors;
  /** Undefined while loading. */
  offered: readonly OfferedPrice[] | undefined;
  parts: PartTerms | null;
  onChange: (rows: Row[]) => void;
}

type FieldName = "description" | "quantity" | "unit" | "price" | "discount";

const inTwoLines = "@lg:grid-cols-[1.5rem_4.5rem_repeat(4,minmax(0,1fr))_2.25rem]";
const inOneLine = {
  quote: "@[50rem]:grid-cols-[1.5rem_minmax(0,1fr)_4.5rem_5rem_6rem_4.5rem_7rem_2.25rem]",
  invoice: "@[50rem]:grid-cols-[1.5rem_minmax(0,1fr)_4.5rem_5rem_6rem_5.5rem_7rem_2.25rem]",
};

const cell =
  "min-h-9 w-full min-w-0 rounded border border-transparent bg-transparent px-2 text-sm hover:border-control focus-visible:border-accent focus-visible:bg-surface focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent aria-invalid:border-error @max-[50rem]:border-control";

/**
 * Editor of draft lines for the keyboard. Enter goes to the next line or adds one, arrow keys move within a
 * column, and Alt with arrow keys reorders. Several lines can be pasted together.
 */
export function LineEditor({ kind, rows, errors, offered, parts, onChange }: LineEditorProps) {
  const list = useRef<HTMLDivElement>(null);
  useShortcutsInHelp("line-next", "line-above", "line-below", "line-up", "line-down");
  // Focused once its row is rendered.
  const [focusTarget, setFocusTarget] = useState<{ key: string; field: string } | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);

  useEffect(() => {
    if (!focusTarget) return;
    const row = list.current?.querySelector(`[data-row="${focusTarget.key}"]`);
    const field = row?.querySelector<HTMLElement>(`[data-field="${focusTarget.field}"]`);
    (field ?? row?.querySelector<HTMLElement>("[data-field]"))?.focus();
    setFocusTarget(null);
  }, [focusTarget]);

  const updateRow = (at: number, part: object) =>
    onChange(rows.map((row, index) => (index === at ? ({ ...row, ...part } as Row) : row)));

  function insert(at: number, added: Row[], field = "description") {
    onChange([...rows.slice(0, at), ...added, ...rows.slice(at)]);
    const last = added.at(-1);
    if (last) setFocusTarget({ key: last.key, field });
  }

  function remove(at: number) {
    const left = rows.filter((_, index) => index !== at);
    onChange(left.length > 0 ? left : [blankLine()]);
    const next = left[Math.min(at, left.length - 1)];
    if (next) setFocusTarget({ key: next.key, field: "description" });
  }

  function move(from: number, to: number) {
    if (to < 0 || to >= rows.length || from === to) return;
    const moved = [...rows];
    moved.splice(to, 0, ...moved.splice(from, 1));
    onChange(moved);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, at: number) {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || event.defaultPrevented) return;
    const field = target.dataset.field ?? "description";
    const moved = isPressed("line-up", event) ? -1 : isPressed("line-down", event) ? 1 : 0;
    if (moved) {
      event.preventDefault();
      move(at, at + moved);
      setFocusTarget({ key: rows[at]!.key, field });
      return;
    }
    const step = isPressed("line-above", event) ? -1 : isPressed("line-below", event) ? 1 : 0;
    if (target.getAttribute("aria-expanded") === "true" && target.hasAttribute("aria-activedescendant"))
      return;
    if (isPressed("line-next", event)) {
      event.preventDefault();
      // In a description without a price the key chooses one, once they are loaded.
      const row = rows[at]!;
      const awaitsPrice = row.kind === "line" && row.description !== "" && row.price === "";
      if (!offered && field === "description" && awaitsPrice) return;
      const next = rows[at + 1];
      if (next) setFocusTarget({ key: next.key, field: "description" });
      else insert(at + 1, [blankLine()]);
    } else if (step && field !== "description") {
      event.preventDefault();
      const next = rows[at + step];
      if (next) setFocusTarget({ key: next.key, field });
    }
  }

  return (
    <div className="@container flex flex-col gap-3">
      <div ref={list} className="flex flex-col">
        <div
          aria-hidden
          className={classNames(
            "hidden gap-1 border-b border-line pb-1 text-xs text-muted @lg:grid",
            inTwoLines,
            inOneLine[kind],
          )}
        >
          <span />
          <span className="hidden px-2 @[50rem]:inline">{m.pricing_line_description()}</span>
          <span className="px-2 amount-end whitespace-nowrap">{m.pricing_line_quantity()}</span>
          <span className="px-2">{m.pricing_line_unit()}</span>
          <span className="px-2 amount-end">{m.pricing_line_unit_price()}</span>
          {kind === "quote" ? (
            <span className="text-center">{m.pricing_line_optional()}</span>
          ) : (
            <span className="px-2 amount-end">{m.pricing_line_discount()}</span>
          )}
          <span className="px-2 amount-end">{m.pricing_line_amount()}</span>
          <span />
        </div>
        {rows.map((row, at) => (
          // biome-ignore lint/a11y/useSemanticElements: a legend would appear above the fields of each row.
          <div
            key={row.key}
            data-row={row.key}
            role="group"
            aria-label={m.pricing_line_number({ number: at + 1 })}
            onKeyDown={(event) => onKeyDown(event, at)}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              const from = rows.findIndex(({ key }) => key === dragged);
              if (from >= 0) move(from, at);
              setDragged(null);
            }}
            className={classNames("border-b border-line py-1", dragged === row.key && "opacity-50")}
          >
            {row.kind === "section" ? (
              <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_2.25rem] items-center gap-1">
                <Grip onDrag={(on) => setDragged(on ? row.key : null)} />
                <input
                  data-field="description"
                  value={row.title}
                  maxLength={80}
                  onChange={({ target }) => updateRow(at, { title: target.value })}
                  aria-label={m.pricing_line_section_title()}
                  placeholder={m.pricing_line_section_title()}
                  className={classNames(cell, "font-semibold")}
                />
                <Remove onClick={() => remove(at)} label={m.pricing_line_remove({ number: at + 1 })} />
              </div>
            ) : row.kind === "fixed" ? (
              <div className="flex items-center gap-3 ps-8 text-sm">
                <span className="min-w-0 grow">
                  <bdi>{row.description}</bdi>
                </span>
                <span className="figures shrink-0 font-medium">{formatExactMoney(-row.fils)}</span>
                <Remove onClick={() => remove(at)} label={m.pricing_line_deduction_remove()} />
              </div>
            ) : (
              <Line
                kind={kind}
                line={row}
                at={at}
                errors={errors}
                offered={offered}
                parts={parts}
                onChange={(changed) => {
                  // A changed price or quantity recalculates the contract discount of a part.
                  const repricesPart = ["price", "quantity", "partContractId"].some(
                    (name) => name in changed,
                  );
                  const line = { ...row, ...changed };
                  updateRow(at, parts && repricesPart ? applyPartTerms(line, parts) : line);
                }}
                onChosen={() => setFocusTarget({ key: row.key, field: "quantity" })}
                onPasted={(pasted) => {
                  const rest = [...rows.slice(0, at), ...(row.description ? [row] : []), ...pasted];
                  onChange([...rest, ...rows.slice(at + 1)]);
                  setFocusTarget({ key: pasted.at(-1)!.key, field: "price" });
                }}
                onRemove={() => remove(at)}
                onDrag={(on) => setDragged(on ? row.key : null)}
              />
            )}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="small" tone="quiet" onClick={() => insert(rows.length, [blankLine()])}>
          <Plus aria-hidden />
          {m.pricing_line_add()}
        </Button>
        <Button
          size="small"
          tone="plain"
          onClick={() => insert(rows.length, [{ kind: "section", key: rowKey(), title: "" }])}
        >
          <Heading aria-hidden />
          {m.pricing_line_section_add()}
        </Button>
        <p className="self-center text-xs text-muted max-lg:hidden">{m.pricing_line_keys_hint()}</p>
      </div>
    </div>
  );
}

interface LineProps {
  kind: "quote" | "invoice";
  line: LineRow;
  at: number;
  errors: DraftErrors;
  /** Undefined while loading. */
  offered: readonly OfferedPrice[] | undefined;
  parts: PartTerms | null;
  onChange: (part: Partial<LineRow>) => void;
  onChosen: () => void;
  onPasted: (rows: LineRow[]) => void;
  onRemove: () => void;
  onDrag: (on: boolean) => void;
}

function Line({
  kind,
  line,
  at,
  errors,
  offered,
  parts,
  onChange,
  onChosen,
  onPasted,
  onRemove,
  onDrag,
}: LineProps) {
  const messages = (["description", "quantity", "unit", "price", "discount"] as const).flatMap(
    (field) => errors[`rows.${at}.${field}`] ?? [],
  );
  const errorId = `${line.key}-error`;
  const field = (name: FieldName, label: string) => ({
    "data-field": name,
    "aria-label": label,
    "aria-invalid": errors[`rows.${at}.${name}`] ? (true as const) : undefined,
    "aria-describedby": messages.length > 0 ? errorId : undefined,
    value: line[name],
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <div
        className={classNames(
          "grid grid-cols-[1.5rem_repeat(3,minmax(0,1fr))_2.25rem] items-center gap-1",
          inTwoLines,
          inOneLine[kind],
        )}
      >
        <Grip onDrag={onDrag} />
        <div className="col-span-3 @lg:col-span-5 @[50rem]:col-span-1">
          <PriceField
            value={line.description}
            offered={offered}
            aria-label={m.pricing_line_description()}
            placeholder={m.pricing_line_description()}
            aria-invalid={errors[`rows.${at}.description`] ? true : undefined}
            className={classNames(cell, "@[50rem]:placeholder:text-transparent")}
            onChange={(description) => onChange({ description })}
            onChoose={({ description, unit, unitFils, serviceId, priceId }) => {
              onChange({ description, unit, price: typedMoney(unitFils), serviceId, priceId });
              onChosen();
            }}
            onPaste={(event) => {
              const pasted = parsePastedRows(event.clipboardData.getData("text"));
              if (!pasted) return;
              event.preventDefault();
              onPasted(pasted);
            }}
          />
        </div>
        <div className="@[50rem]:hidden">
          <Remove onClick={onRemove} label={m.pricing_line_remove({ number: at + 1 })} />
        </div>
        <NumericInput
          {...field("quantity", m.pricing_line_quantity())}
          inputMode="decimal"
          className={classNames(cell, "figures col-start-2 amount-end @[50rem]:col-start-auto")}
        />
        <input
          {...field("unit", m.pricing_line_unit())}
          maxLength={20}
          placeholder={m.pricing_line_unit()}
          className={classNames(cell, "@[50rem]:placeholder:text-transparent")}
        />
        <NumericInput
          {...field("price", m.pricing_line_unit_price())}
          inputMode="decimal"
          placeholder="0.00"
          className={classNames(cell, "figures amount-end")}
        />
        {kind === "quote" ? (
          <label className="col-span-2 col-start-2 grid min-h-9 cursor-pointer grid-flow-col place-items-center justify-start gap-2 text-sm @lg:col-span-1 @lg:col-start-auto @[50rem]:justify-center">
            <Checkbox checked={line.optional} onChange={(optional) => onChange({ optional })} />
            <span className="@[50rem]:sr-only">{m.pricing_line_optional()}</span>
          </label>
        ) : (
          <NumericInput
            {...field("discount", m.pricing_line_discount())}
            inputMode="decimal"
            placeholder={m.pricing_line_discount()}
            className={classNames(
              cell,
              "figures col-start-2 amount-end @lg:col-start-auto @[50rem]:placeholder:text-transparent",
            )}
          />
        )}
        <span
          className={classNames(
            "figures px-2 amount-end text-sm whitespace-nowrap",
            kind === "invoice" && "col-span-2 @lg:col-span-1",
            line.optional ? "text-muted" : "font-medium",
          )}
        >
          {amountOf(line)}
        </span>
        <div className="hidden @[50rem]:block">
          <Remove onClick={onRemove} label={m.pricing_line_remove({ number: at + 1 })} />
        </div>
      </div>
      {parts && (line.priceId === null || line.partContractId !== null) && (
        <label className="ms-8 flex min-h-8 w-fit cursor-pointer items-center gap-2 text-xs text-muted">
          <Checkbox
            small
            checked={line.partContractId !== null}
            onChange={(isPart) =>
              onChange(isPart ? { partContractId: parts.contractId } : { partContractId: null, discount: "" })
            }
          />
          <span>
            {line.partContractId !== null && line.discount !== ""
              ? m.pricing_line_part_off({ reference: parts.reference, amount: discountOf(line) })
              : m.pricing_line_part({ reference: parts.reference })}
          </span>
        </label>
      )}
      {kind === "invoice" && (
        <p className="ms-8 flex min-h-8 w-fit max-w-full items-center gap-2 text-xs text-muted">
          <span aria-hidden>{m.pricing_line_vat()}</span>
          <select
            aria-label={m.pricing_line_vat()}
            value={line.vatTreatment}
            onChange={({ target }) => onChange({ vatTreatment: target.value as VatTreatment })}
            className="min-h-8 min-w-0 rounded border border-transparent bg-transparent px-1 hover:border-control focus-visible:border-accent"
          >
            {vatTreatments.map((treatment) => (
              <option key={treatment} value={treatment}>
                {labelForVatTreatment(treatment)}
              </option>
            ))}
          </select>
        </p>
      )}
      {messages.length > 0 && (
        <p id={errorId} className="ps-8 text-xs text-error">
          {messages.join(" ")}
        </p>
      )}
    </>
  );
}

function amountOf({ quantity, price, discount }: LineRow): string {
  const quantityHundredths = parseQuantity(quantity);
  const unitFils = parseMoney(price);
  const discountFils = discount.trim() === "" ? 0 : parseMoney(discount);
  if (quantityHundredths === null || unitFils === null || discountFils === null) return "–";
  return formatAmount(lineGross({ quantityHundredths, unitFils, discountFils }));
}

function discountOf({ discount }: LineRow): string {
  const fils = parseMoney(discount);
  return fils === null ? "–" : formatExactMoney(fils);
}

function Grip({ onDrag }: { onDrag: (on: boolean) => void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the row's keys do the same.
    <span
      draggable
      onDragStart={() => onDrag(true)}
      onDragEnd={() => onDrag(false)}
      title={m.pricing_line_drag()}
      className="grid h-9 w-6 cursor-grab place-items-center text-muted"
    >
      <GripVertical aria-hidden className="size-4" />
    </span>
  );
}

function Remove({ onClick, label }: { onClick: () => void; label: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={label}
      className="grid size-9 place-items-center rounded text-muted hover:bg-sunken hover:text-ink"
    >
      <X aria-hidden className="size-4" />
    </button>
  );
}
