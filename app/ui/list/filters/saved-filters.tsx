import Bookmark from "lucide-react/icons/bookmark";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "../../button";
import { classNames } from "../../class-names";
import { FieldError } from "../../form/field";
import { useForm } from "../../form/use-form";
import { pressedKey } from "../../hooks/latin-key";
import { ChangeRefused } from "../../overlay/change-refused";
import { SectionAction } from "../../section";
import type { SavedFilters as Saved } from "../office-list";
import { isSameFilter, type ListFilter } from "./filters";

interface SavedFiltersProps<Filter> {
  saved: Saved<Filter>;
  filters: readonly ListFilter<Filter>[];
  filter: Filter;
  isFiltered: boolean;
  onReplace: (filter: Filter) => void;
}

export function SavedFilters<Filter>(props: SavedFiltersProps<Filter>) {
  const { saved, filters, filter, isFiltered, onReplace } = props;
  const savedFilters = saved.useFilters();
  const removeFilter = saved.useDelete();
  const [naming, setNaming] = useState(false);
  const isSaved = savedFilters.some((one) => isSameFilter(filters, one.filter, filter));
  if (savedFilters.length === 0 && !isFiltered) return null;
  return (
    <div className="relative flex flex-wrap items-center gap-1.5 [scrollbar-width:none] @xl:flex-nowrap @xl:overflow-x-auto @xl:whitespace-nowrap">
      {savedFilters.map(({ id, name, filter: savedFilter }) => {
        const chosen = isSameFilter(filters, savedFilter, filter);
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
              onClick={() => onReplace(chosen ? ({} as Filter) : savedFilter)}
              className="flex h-full items-center gap-1.5 rounded-s-full ps-3 pe-1 hover:text-ink"
            >
              <Bookmark aria-hidden className="size-3.5" />
              <bdi>{name}</bdi>
            </button>
            <button
              type="button"
              aria-label={m.list_saved_delete({ name: bidiIsolate(name) })}
              disabled={removeFilter.isPending}
              onClick={() => removeFilter.mutate({ id })}
              className="grid h-full w-7 place-items-center rounded-e-full hover:text-ink"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </span>
        );
      })}
      {isFiltered && !isSaved && !naming && (
        <SectionAction onClick={() => setNaming(true)}>
          <Bookmark aria-hidden />
          {m.list_saved_save()}
        </SectionAction>
      )}
      {naming && <NameForm saved={saved} filter={filter} onClose={() => setNaming(false)} />}
    </div>
  );
}

interface NameFormProps<Filter> {
  saved: Saved<Filter>;
  filter: Filter;
  onClose: () => void;
}

function NameForm<Filter>({ saved, filter, onClose }: NameFormProps<Filter>) {
  const saveFilter = saved.useSave();
  const form = useForm({
    initialValues: { name: "" },
    send: ({ name }) => saveFilter.mutateAsync({ name, filter }),
    next: onClose,
  });
  const { error, ...field } = form.field("name");
  return (
    <form
      {...form.formProps}
      className="flex flex-wrap items-center gap-2"
      onKeyDown={(event) => {
        if (pressedKey(event) === "Escape") onClose();
      }}
    >
      <input
        aria-label={m.list_saved_name()}
        placeholder={m.list_saved_name()}
        maxLength={40}
        required
        aria-invalid={error ? true : undefined}
        {...field}
        // biome-ignore lint/a11y/noAutofocus: the user opened the field to type.
        autoFocus
        className="h-9 w-44 rounded border border-control bg-surface px-3 text-sm placeholder:text-muted"
      />
      <Button type="submit" size="small" disabled={form.pending}>
        {m.admin_save()}
      </Button>
      <Button size="small" tone="plain" onClick={onClose}>
        {m.admin_keep()}
      </Button>
      <FieldError id="saved-filter-error" error={error} />
      <ChangeRefused error={form.refusal} />
    </form>
  );
}
