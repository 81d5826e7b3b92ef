import LocateFixed from "lucide-react/icons/locate-fixed";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { controlClass, Field } from "~/ui/form/field";
import { pressedKey } from "~/ui/hooks/latin-key";
import type { AddressSearch, AddressSuggestion, FoundAddress } from "./google-places";

/** Debounce, because each request is paid for. */
const DEBOUNCE_MS = 250;
const MIN_SEARCH_LENGTH = 3;

interface AddressSearchFieldProps {
  search: AddressSearch;
  onFound: (address: FoundAddress) => void;
}

/** Combobox of the ARIA practices. */
export function AddressSearchField({ search, onFound }: AddressSearchFieldProps) {
  const [typed, setTyped] = useState("");
  const [suggestions, setSuggestions] = useState<AddressSuggestion[]>([]);
  const [active, setActive] = useState(-1);
  const [note, setNote] = useState("");
  const listId = useId();
  // Last chosen suggestion, which must not be searched again.
  const lastSuggestion = useRef("");

  useEffect(() => {
    const input = typed.trim();
    if (input.length < MIN_SEARCH_LENGTH || input === lastSuggestion.current) {
      setSuggestions([]);
      return;
    }
    let outdated = false;
    const timer = setTimeout(async () => {
      try {
        const found = await search.suggest(input);
        if (outdated) return;
        setSuggestions(found);
        setActive(-1);
        setNote(
          found.length > 0 ? m.booking_address_found({ count: found.length }) : m.booking_address_none(),
        );
      } catch {
        if (outdated) return;
        // Old suggestions do not match the new text and would cover the fields.
        setSuggestions([]);
        setNote(m.booking_address_search_failed());
      }
    }, DEBOUNCE_MS);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [typed, search]);

  /** Shows the whole address, because the fields contain only parts of it. */
  function selectAddress(found: FoundAddress) {
    onFound(found);
    setNote(m.booking_address_filled({ address: bidiIsolate(found.fullAddress) }));
  }

  async function choose(suggestion: AddressSuggestion) {
    lastSuggestion.current = suggestion.text.trim();
    setTyped(suggestion.text);
    setSuggestions([]);
    try {
      selectAddress(await suggestion.choose());
    } catch {
      setNote(m.booking_address_search_failed());
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (suggestions.length === 0) return;
    const key = pressedKey(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) {
      event.preventDefault();
      setActive((active + step + suggestions.length + (active < 0 && step < 0 ? 1 : 0)) % suggestions.length);
    } else if (key === "Enter") {
      event.preventDefault();
      const suggestion = suggestions[active];
      if (suggestion) choose(suggestion);
    } else if (key === "Escape") {
      event.preventDefault();
      setSuggestions([]);
    }
  }

  function locate() {
    setNote(m.booking_locating());
    navigator.geolocation.getCurrentPosition(
      async ({ coords }) => {
        try {
          const found = await search.reverse({ lat: coords.latitude, lng: coords.longitude });
          if (found) selectAddress(found);
          else setNote(m.booking_address_none());
        } catch {
          setNote(m.booking_address_search_failed());
        }
      },
      () => setNote(m.booking_locate_failed()),
      { timeout: 10_000 },
    );
  }

  const open = suggestions.length > 0;
  return (
    <div className="flex flex-col gap-2">
      <Field label={m.booking_address_search()}>
        {(wiring) => (
          <div className="relative">
            <input
              {...wiring}
              type="text"
              role="combobox"
              aria-expanded={open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
              autoComplete="off"
              value={typed}
              placeholder={m.booking_address_search_example()}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={() => setSuggestions([])}
              className={controlClass}
            />
            <div
              id={listId}
              role="listbox"
              aria-label={m.booking_address_search()}
              hidden={!open}
              className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded border border-line bg-surface shadow-raised"
            >
              {suggestions.map((suggestion, index) => (
                <div
                  key={suggestion.text}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  // Runs before blur closes the list.
                  onPointerDown={(event) => {
                    event.preventDefault();
                    choose(suggestion);
                  }}
                  className={classNames(
                    "min-h-11 cursor-pointer px-3.5 py-2.5 text-sm",
                    index === active ? "bg-brass-soft text-brass-text" : "hover:bg-sunken",
                  )}
                >
                  {suggestion.text}
                </div>
              ))}
            </div>
          </div>
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button tone="quiet" size="small" onClick={locate}>
          <LocateFixed aria-hidden />
          {m.booking_use_location()}
        </Button>
        <p role="status" className="text-xs text-muted">
          {note}
        </p>
      </div>
    </div>
  );
}
