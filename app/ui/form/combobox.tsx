import { Combobox as Parts } from "@base-ui/react/combobox";
import ChevronDown from "lucide-react/icons/chevron-down";
import X from "lucide-react/icons/x";
import { m } from "~/paraglide/messages";
import { containsWords } from "~/platform/text/search-terms";
import { classNames } from "../class-names";

interface Option {
  id: string;
  name: string;
}

interface ComboboxProps {
  label: string;
  options: readonly Option[] | undefined;
  value: string;
  none: string;
  onChange: (id: string) => void;
  className?: string;
}

const iconClass = "absolute inset-y-0 end-0 grid w-8 place-items-center rounded-e text-muted hover:text-ink";

export function Combobox({ label, options = [], value, none, onChange, className }: ComboboxProps) {
  const chosen = options.find(({ id }) => id === value) ?? null;
  return (
    <Parts.Root
      items={options}
      value={chosen}
      onValueChange={(option) => onChange(option?.id ?? "")}
      itemToStringLabel={({ name }) => name}
      filter={({ name }, typed) => containsWords(name, typed)}
      isItemEqualToValue={(one, other) => one.id === other.id}
      autoHighlight
    >
      <div className={classNames("relative", className)}>
        <Parts.Input
          aria-label={label}
          placeholder={none}
          className="h-9 w-full min-w-0 rounded border border-control bg-surface ps-3 pe-8 text-sm placeholder:text-ink hover:border-accent"
        />
        {chosen ? (
          <Parts.Clear aria-label={none} className={iconClass}>
            <X aria-hidden className="size-4" />
          </Parts.Clear>
        ) : (
          <Parts.Trigger tabIndex={-1} aria-label={label} className={iconClass}>
            <ChevronDown aria-hidden className="size-4" />
          </Parts.Trigger>
        )}
      </div>
      <Parts.Portal>
        <Parts.Positioner sideOffset={4} align="start" className="z-40">
          <Parts.Popup className="w-(--anchor-width) min-w-44 rounded border border-line bg-surface text-sm text-ink shadow-raised">
            <Parts.Empty className="p-3 text-muted empty:hidden">{m.list_choice_none()}</Parts.Empty>
            <Parts.List className="relative max-h-72 overflow-y-auto overscroll-contain py-1 empty:hidden">
              {(option: Option) => (
                <Parts.Item
                  key={option.id}
                  value={option}
                  className="flex min-h-9 cursor-pointer items-center px-3 data-highlighted:bg-brass-soft data-selected:font-medium"
                >
                  {option.name}
                </Parts.Item>
              )}
            </Parts.List>
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}
