import {
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type SyntheticEvent,
  useId,
  useRef,
  useState,
} from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { pressedKey } from "~/ui/hooks/latin-key";

/** Combobox of the ARIA practices for a field that accepts any text. The names are loaded when it is typed in. */
export function useCommunitySuggestions({ enabled = true } = {}): {
  inputProps: ComponentPropsWithoutRef<"input"> & {
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  };
  list: CommunityListProps;
} {
  const [suggestions, setSuggestions] = useState<readonly string[]>([]);
  const [active, setActive] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isOpen = suggestions.length > 0;

  function show(found: readonly string[]) {
    setSuggestions(found);
    setActive(-1);
  }

  async function suggest({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    input.current = currentTarget;
    if (!enabled) return;
    try {
      const { suggestCommunityNames } = await import("../../../geography/suggest-communities");
      if (document.activeElement === currentTarget) show(suggestCommunityNames(currentTarget.value));
    } catch {
      // Any text is accepted without suggestions, too.
      show([]);
    }
  }

  function choose(community: string) {
    if (input.current) writeValue(input.current, community);
    show([]);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!isOpen) return;
    const key = pressedKey(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const chosen = suggestions[active];
    if (step)
      setActive((active + step + suggestions.length + (active < 0 && step < 0 ? 1 : 0)) % suggestions.length);
    else if (key === "Enter" && chosen) choose(chosen);
    else if (key === "Escape") show([]);
    else return;
    event.preventDefault();
  }

  return {
    inputProps: {
      role: "combobox",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? listId : undefined,
      "aria-autocomplete": "list",
      "aria-activedescendant": active >= 0 ? `${listId}-${active}` : undefined,
      onInput: suggest,
      onKeyDown,
      onBlur: () => show([]),
    },
    list: { id: listId, suggestions, active, onChoose: choose },
  };
}

interface CommunityListProps {
  id: string;
  suggestions: readonly string[];
  /** Index, or -1. */
  active: number;
  onChoose: (community: string) => void;
}

export function CommunityList({ id, suggestions, active, onChoose }: CommunityListProps) {
  if (suggestions.length === 0) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={m.booking_area()}
      className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded border border-line bg-surface shadow-raised"
    >
      {suggestions.map((community, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        <div
          key={community}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(community)}
          className={classNames(
            "flex min-h-11 cursor-pointer items-center px-3.5 text-sm",
            index === active ? "bg-brass-soft text-brass-text" : "hover:bg-sunken",
          )}
        >
          {community}
        </div>
      ))}
    </div>
  );
}

/** Enters a value as typing does: React and the form's draft learn it from the event. */
function writeValue(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
