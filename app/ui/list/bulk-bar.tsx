import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { ChangeRefused } from "../overlay/change-refused";
import { passingNotices } from "../overlay/toast-store";
import type { Bulk, BulkAction } from "./office-list";
import type { Selection } from "./use-selection";

interface BulkBarProps<Row> {
  bulk: Bulk<Row>;
  selection: Selection<Row>;
}

export function BulkBar<Row extends { id: string }>({ bulk, selection }: BulkBarProps<Row>) {
  const { chosen } = selection;
  if (chosen.length === 0) return null;
  return (
    <section
      aria-label={bulk.label()}
      // On small screens the page scrolls, so the bar sticks below the header.
      className="flex flex-wrap items-center gap-2 border-t border-line bg-brass-soft px-4 py-2 text-sm text-brass-text max-lg:sticky max-lg:top-14 max-lg:z-20 max-lg:border-b lg:px-6"
    >
      <span role="status" className="me-2 font-medium">
        {bulk.chosen({ count: chosen.length })}
      </span>
      <Button size="small" tone="plain" className="order-1" onClick={() => selection.set([])}>
        {m.list_bulk_clear()}
      </Button>
      {bulk.actions.map((action, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the actions of a list never change.
        <BulkActionButton key={at} action={action} nameOf={bulk.nameOf} selection={selection} />
      ))}
    </section>
  );
}

interface BulkActionButtonProps<Row> {
  action: BulkAction<Row>;
  nameOf: (row: Row) => string;
  selection: Selection<Row>;
}

/** Button of a bulk action. Refused rows stay selected and are listed with the reason. */
function BulkActionButton<Row extends { id: string }>({
  action,
  nameOf,
  selection,
}: BulkActionButtonProps<Row>) {
  const { data, error, isPending, mutateAsync } = action.useAction();
  const { chosen } = selection;
  const refused = data?.results.filter(({ success }) => !success) ?? [];

  async function submit() {
    const answer = await mutateAsync(chosen).catch(() => null);
    if (!answer) return;
    const count = answer.results.filter(({ success }) => success).length;
    selection.set(answer.results.filter(({ success }) => !success).map(({ id }) => id));
    if (count > 0) passingNotices.show({ title: action.done({ count }), tone: "success" });
  }

  return (
    <>
      <Button size="small" disabled={isPending} onClick={submit}>
        {isPending ? m.admin_working() : action.label({ count: chosen.length })}
      </Button>
      {(refused.length > 0 || error) && (
        <div className="order-2 flex w-full flex-col gap-0.5">
          {refused.length > 0 && (
            <ul role="alert" className="flex flex-col gap-0.5 text-error">
              {refused.map(({ id, message }) => {
                const row = chosen.find((row) => row.id === id);
                return (
                  <li key={id}>
                    <span className="figures font-medium">{row && nameOf(row)}</span> {message}
                  </li>
                );
              })}
            </ul>
          )}
          <ChangeRefused error={error} />
        </div>
      )}
    </>
  );
}
