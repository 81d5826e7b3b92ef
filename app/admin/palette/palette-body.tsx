import CornerDownLeft from "lucide-react/icons/corner-down-left";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { classNames } from "~/ui/class-names";
import { pressedKey } from "~/ui/hooks/latin-key";
import { type GroupOptions, type Hit, useGroups } from "./palette-groups";
import { SearchLine, searchInputClass } from "./palette-search-line";

interface BodyProps extends GroupOptions {
  onText: (text: string) => void;
}

/** Grouped results below the input: a combobox whose keys never leave it (WAI-ARIA practices). */
export function PaletteBody({ user, text, onText, onClose, onHelp }: BodyProps) {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [isEnterPressed, setEnterPressed] = useState(false);
  const [working, setWorking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const { groups, settled, failed } = useGroups({ user, text, onClose, onHelp });
  const hits = groups.flatMap(({ of }) => of);
  const chosen = hits.find(({ id }) => id === activeId) ?? hits[0];
  const optionId = (hit: Hit) => `${listId}-${hit.id}`;

  async function run(hit: Hit) {
    if (working) return;
    setWorking(true);
    setRefused(null);
    try {
      await hit.run();
    } catch (error) {
      setRefused(error instanceof Error ? error.message : m.admin_search_failed());
    } finally {
      setWorking(false);
    }
  }

  // Enter pressed during a search opens the best hit of the complete text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the search has finished.
  useEffect(() => {
    if (!isEnterPressed || !settled) return;
    setEnterPressed(false);
    if (chosen) void run(chosen);
  }, [isEnterPressed, settled]);

  useEffect(() => {
    if (activeId) list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  function onKeyDown(event: KeyboardEvent) {
    const key = pressedKey(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step && chosen) {
      event.preventDefault();
      setActiveId(hits[(hits.indexOf(chosen) + step + hits.length) % hits.length]!.id);
    } else if (key === "Enter") {
      event.preventDefault();
      setEnterPressed(true);
    }
  }

  function status(): string {
    if (refused) return refused;
    if (working) return m.admin_search_working();
    if (failed) return m.admin_search_failed();
    if (text.trim() !== "" && settled && hits.length === 0)
      return m.admin_search_none({ search: bidiIsolate(text.trim()) });
    return m.admin_search_hint();
  }

  return (
    <>
      <SearchLine onClose={onClose}>
        <input
          ref={(input) => {
            // This input replaces the placeholder that was focused.
            if (input && document.activeElement !== input) {
              input.focus();
              input.setSelectionRange(input.value.length, input.value.length);
            }
          }}
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(chosen)}
          aria-label={m.admin_search_everything()}
          placeholder={m.admin_search_placeholder()}
          value={text}
          maxLength={100}
          onChange={({ target }) => {
            onText(target.value);
            setActiveId(null);
            setEnterPressed(false);
            setRefused(null);
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          className={searchInputClass}
        />
      </SearchLine>
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={m.admin_search_everything()}
        className="relative max-h-[min(28rem,60dvh)] overflow-y-auto overscroll-contain py-1"
      >
        {groups.map(({ title, of }) => (
          // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options.
          <div key={title} role="group" aria-label={title} className="py-1">
            <p aria-hidden className="px-4 py-1 text-xs font-medium text-muted">
              {title}
            </p>
            {of.map((hit) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys and keeps the focus.
              <div
                key={hit.id}
                id={optionId(hit)}
                role="option"
                tabIndex={-1}
                aria-selected={hit === chosen}
                onClick={() => void run(hit)}
                onPointerMove={() => setActiveId(hit.id)}
                className={classNames(
                  "mx-2 flex min-h-10 scroll-my-8 cursor-pointer items-center gap-3 rounded px-2 text-sm",
                  hit === chosen && "bg-brass-soft",
                )}
              >
                {hit.lineContent}
                <CornerDownLeft
                  aria-hidden
                  className={classNames(
                    "size-4 shrink-0 text-muted max-sm:hidden",
                    hit !== chosen && "hidden",
                  )}
                />
              </div>
            ))}
          </div>
        ))}
      </div>
      <div className="flex items-center justify-between gap-4 border-t border-line px-4 py-2 text-xs text-muted">
        <p role="status" className={classNames("min-w-0", refused && "text-error")}>
          {status()}
        </p>
        <p className="shrink-0 max-sm:hidden">{m.admin_search_keys()}</p>
      </div>
    </>
  );
}
