import { useQuery } from "@tanstack/react-query";
import Bookmark from "lucide-react/icons/bookmark";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { classNames } from "~/ui/class-names";
import { SectionAction } from "~/ui/section";
import { savedFiltersQuery, useForgetFilter, useKeepFilter } from "../admin-client";
import { type BookingFilter, filterNames } from "../booking-filter";

interface SavedFiltersProps {
  filter: BookingFilter;
  onReplace: (filter: BookingFilter) => void;
}

/** The filters that this admin has kept, one press each, and a way to keep the one that is set. */
export function SavedFilters({ filter, onReplace }: SavedFiltersProps) {
  const { data: kept = [] } = useQuery(savedFiltersQuery);
  const forget = useForgetFilter();
  const [naming, setNaming] = useState(false);
  const isFiltered = Object.keys(filter).length > 0;
  const isKept = kept.some((one) => isSame(one.filter, filter));
  if (kept.length === 0 && !isFiltered) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {kept.map(({ id, name, filter: keptFilter }) => {
        const chosen = isSame(keptFilter, filter);
        return (
          <span
            key={id}
            className={classNames(
              "flex h-8 items-center rounded-full border text-xs font-medium",
              chosen ? "border-accent bg-brass-soft text-brass-text" : "border-line text-muted",
            )}
          >
            <button
              type="button"
              aria-pressed={chosen}
              onClick={() => onReplace(chosen ? {} : keptFilter)}
              className="flex h-full items-center gap-1.5 rounded-s-full ps-3 pe-1 hover:text-ink"
            >
              <Bookmark aria-hidden className="size-3.5" />
              {name}
            </button>
            <button
              type="button"
              aria-label={m.admin_filters_forget({ name })}
              disabled={forget.isPending}
              onClick={() => forget.mutate(id)}
              className="grid h-full w-7 place-items-center rounded-e-full hover:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        );
      })}
      {isFiltered && !isKept && !naming && (
        <SectionAction onClick={() => setNaming(true)}>
          <Bookmark aria-hidden />
          {m.admin_filters_keep()}
        </SectionAction>
      )}
      {naming && <NameForm filter={filter} onClose={() => setNaming(false)} />}
    </div>
  );
}

function NameForm({ filter, onClose }: { filter: BookingFilter; onClose: () => void }) {
  const [name, setName] = useState("");
  const keep = useKeepFilter();
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        keep.mutate({ name, filter }, { onSuccess: onClose });
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <input
        aria-label={m.admin_filters_name()}
        placeholder={m.admin_filters_name()}
        value={name}
        maxLength={40}
        required
        // biome-ignore lint/a11y/noAutofocus: the field was opened in order to type.
        autoFocus
        onChange={(event) => setName(event.target.value)}
        className="h-9 w-44 rounded border border-control bg-surface px-3 text-sm placeholder:text-muted"
      />
      <Button type="submit" size="small" disabled={keep.isPending}>
        {m.admin_save()}
      </Button>
      <Button size="small" tone="plain" onClick={onClose}>
        {m.admin_keep()}
      </Button>
      <ChangeRefused error={keep.error} />
    </form>
  );
}

function isSame(one: BookingFilter, other: BookingFilter): boolean {
  return filterNames.every((name) => one[name] === other[name]);
}
