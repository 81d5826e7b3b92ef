import { m } from "~/paraglide/messages";
import { MAX_COUNT } from "~/platform/lists/max-count";
import { classNames } from "../../class-names";

interface Chip<Value> {
  value: Value;
  label: string;
  /** Counts above MAX_COUNT are shown as "more than". */
  count?: number;
}

interface ChipsProps<Value> {
  label: string;
  chips: readonly Chip<Value>[];
  chosen: Value;
  onChange: (value: Value) => void;
}

export function Chips<Value>({ label, chips, chosen, onChange }: ChipsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll horizontally in all browsers.
    <div
      role="group"
      aria-label={label}
      className="relative flex max-w-full gap-1.5 overflow-x-auto py-0.5 [scrollbar-width:none]"
    >
      {chips.map(({ value, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChange(value)}
          className={classNames(
            "flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-xs font-medium",
            value === chosen
              ? "border-ink bg-ink text-paper"
              : "border-line bg-surface text-muted hover:border-accent hover:text-ink",
          )}
        >
          <span>{label}</span>
          {count !== undefined && (
            <span className={classNames("figures", value !== chosen && "text-ink")}>
              {count > MAX_COUNT ? m.list_count_most() : count}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}
