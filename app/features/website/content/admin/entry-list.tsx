import Plus from "lucide-react/icons/plus";
import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { useShortcutsInHelp } from "~/ui/hooks/shortcuts";
import { type OrderPosition, ReorderableItem, useReorder } from "~/ui/list/reorderable-item";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { PublishToggle } from "~/ui/publish-toggle";
import { EmptyState } from "~/ui/screen/empty-state";
import { SectionAction } from "~/ui/section";
import { useContentChange, useReorderEntries } from "../admin-client";
import type { EntryKind } from "../content-entry";

interface Entry {
  id: string;
  version: number;
  published: boolean;
}

interface EntryListProps<Row extends Entry> {
  kind: EntryKind;
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** Content of a row. */
  line: (row: Row) => ReactNode;
  /** Form of an entry; of a new one without a row. */
  form: (row: Row | undefined, onClose: () => void) => ReactNode;
  add: string;
  empty: string;
}

/** Entries of a kind in website order: add, edit, reorder, publish, delete. */
export function EntryList<Row extends Entry>({ add, empty, form, ...list }: EntryListProps<Row>) {
  const { kind, rows, nameOf, line } = list;
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  const arrange = useReorderEntries(kind);
  const { announcement, positionOf } = useReorder({ rows, nameOf, onReorder: (ids) => arrange.mutate(ids) });
  useShortcutsInHelp("row-up", "row-down");
  return (
    <div className="flex flex-col gap-3">
      {open === "new" ? (
        <div className="max-w-2xl">{form(undefined, close)}</div>
      ) : (
        <Button size="small" className="self-start" onClick={() => setOpen("new")}>
          <Plus aria-hidden />
          <span>{add}</span>
        </Button>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <ChangeRefused error={arrange.error} />
      {rows.length === 0 && open !== "new" && <EmptyState title={empty} />}
      <ol className="border-t border-line empty:hidden">
        {rows.map((row, at) =>
          open === row.id ? (
            <li key={row.id} className="max-w-2xl border-b border-line py-3">
              {form(row, close)}
            </li>
          ) : (
            <EntryItem
              key={row.id}
              kind={kind}
              row={row}
              name={nameOf(row)}
              position={positionOf(row, at)}
              onEdit={() => setOpen(row.id)}
            >
              {line(row)}
            </EntryItem>
          ),
        )}
      </ol>
    </div>
  );
}

interface EntryItemProps {
  kind: EntryKind;
  row: Entry;
  name: string;
  position: OrderPosition;
  onEdit: () => void;
  children: ReactNode;
}

function EntryItem({
  kind,
  row: { id, version, published },
  name,
  position,
  onEdit,
  children,
}: EntryItemProps) {
  const [isConfirming, setConfirming] = useState(false);
  const seenEntry = { kind, id, version };
  const publish = useContentChange("/admin/content/{kind}/{id}/publish", seenEntry);
  const remove = useContentChange("/admin/content/{kind}/{id}/remove", seenEntry);
  return (
    <ReorderableItem
      id={id}
      name={name}
      position={position}
      className="flex items-start gap-2 border-b border-line py-2 hover:bg-sunken"
    >
      <div className="flex min-w-0 grow flex-col gap-1.5 py-1.5">
        {children}
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <PublishToggle
            name={name}
            isPublished={published}
            onChange={(published) => publish.mutate({ published })}
          />
          <SectionAction label={m.website_edit_of({ name: bidiIsolate(name) })} onClick={onEdit}>
            {m.website_edit()}
          </SectionAction>
          <SectionAction
            label={isConfirming ? undefined : m.website_remove_of({ name: bidiIsolate(name) })}
            onClick={() =>
              isConfirming
                ? remove.mutate({}, { onSettled: () => setConfirming(false) })
                : setConfirming(true)
            }
          >
            {isConfirming ? m.website_remove_sure() : m.website_remove()}
          </SectionAction>
        </div>
        <ChangeRefused error={publish.error ?? remove.error} />
      </div>
    </ReorderableItem>
  );
}
