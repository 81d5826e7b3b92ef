import { type ReactNode, useState } from "react";
import { m } from "~/paraglide/messages";
import type { Permission } from "~/platform/auth/permissions";
import { useMay } from "~/platform/auth/use-may";
import { Button } from "../button";
import { ChangeRefused } from "../overlay/change-refused";
import { passingNotices } from "../overlay/toast-store";
import type { Bulk, BulkAction, BulkResult } from "./office-list";
import { MAX_SELECTED, type Selection } from "./use-selection";

interface BulkBarProps<Row> {
  bulk: Bulk<Row>;
  selection: Selection<Row>;
}

/** Rows of the last action that were not done, with their names, because they may leave a filtered list. */
type Refused = BulkResult["results"][number] & { name: string };

export function BulkBar<Row extends { id: string }>({ bulk, selection }: BulkBarProps<Row>) {
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [isRunning, setRunning] = useState(false);
  const { chosen, isSelectingAll } = selection;
  if (chosen.length === 0 && refused.length === 0 && !isSelectingAll && !isRunning) return null;
  return (
    <section
      aria-label={bulk.label()}
      // On small screens the page scrolls, so the bar sticks below the header.
      className="flex flex-wrap items-center gap-2 border-t border-line bg-brass-soft px-4 py-2 text-sm text-brass-text max-lg:sticky max-lg:top-14 max-lg:z-20 max-lg:border-b lg:px-6"
    >
      <span role="status" className="me-2 font-medium">
        {isSelectingAll ? m.list_bulk_selecting() : bulk.chosen({ count: chosen.length })}
      </span>
      {chosen.length === MAX_SELECTED && <span>{m.list_bulk_limit({ max: MAX_SELECTED })}</span>}
      <Button
        size="small"
        tone="plain"
        className="order-1"
        onClick={() => {
          setRefused([]);
          selection.set([]);
        }}
      >
        {m.list_bulk_clear()}
      </Button>
      {bulk.actions.map((action, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a list never change.
        <PermittedAction key={at} may={action.may ?? bulk.may}>
          <BulkActionButton
            action={action}
            nameOf={bulk.nameOf}
            selection={selection}
            onStart={() => {
              setRefused([]);
              setRunning(true);
            }}
            onEnd={(refused) => {
              setRefused(refused);
              setRunning(false);
            }}
          />
        </PermittedAction>
      ))}
      {refused.length > 0 && (
        <ul role="alert" className="order-2 flex w-full flex-col gap-0.5 text-error">
          {refused.map(({ id, name, message, outcome }) => (
            <li key={id}>
              <span className="figures font-medium">{name}</span>{" "}
              <span>{outcome === "failed" ? m.list_bulk_failed() : m.list_bulk_skipped()}</span>{" "}
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function PermittedAction({ may, children }: { may: Permission; children: ReactNode }) {
  return useMay(may) && children;
}

interface BulkActionButtonProps<Row> {
  action: BulkAction<Row>;
  nameOf: (row: Row) => string;
  selection: Selection<Row>;
  onStart: () => void;
  onEnd: (refused: readonly Refused[]) => void;
}

/** Button of a bulk action. Skipped and failed rows stay selected and are listed with the reason. */
function BulkActionButton<Row extends { id: string }>({
  action,
  nameOf,
  selection,
  onStart,
  onEnd,
}: BulkActionButtonProps<Row>) {
  const { error, isPending, mutateAsync, progress } = action.useAction();
  const { chosen } = selection;
  const eligible = chosen.filter(action.isEligible ?? (() => true));

  async function submit() {
    const names = new Map(eligible.map((row) => [row.id, nameOf(row)]));
    onStart();
    const answer = await mutateAsync(eligible).catch(() => null);
    const results = answer?.results ?? [];
    onEnd(
      results
        .filter(({ success }) => !success)
        .map((result) => ({ ...result, name: names.get(result.id) ?? "" })),
    );
    if (!answer) return;
    const done = new Set(answer.results.filter(({ success }) => success).map(({ id }) => id));
    selection.set(chosen.map(({ id }) => id).filter((id) => !done.has(id)));
    if (done.size > 0) passingNotices.show({ title: action.done({ count: done.size }), tone: "success" });
  }

  if (eligible.length === 0 && !error && !isPending) return null;
  return (
    <>
      <Button size="small" disabled={isPending || eligible.length === 0} onClick={submit}>
        {progress
          ? m.list_bulk_progress(progress)
          : isPending
            ? m.admin_working()
            : action.label({ count: eligible.length })}
      </Button>
      {progress && (
        <progress
          aria-label={m.list_bulk_progress(progress)}
          value={progress.done}
          max={progress.total}
          className="h-2 w-32"
        />
      )}
      {error && (
        <div className="order-2 w-full">
          <ChangeRefused error={error} />
        </div>
      )}
    </>
  );
}
