import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { passingNotices } from "~/ui/toast-store";
import { useConfirmBookings } from "../admin-client";
import type { BookingRow } from "../views";
import type { Selection } from "./use-selection";

/** What is done with the chosen requests: all confirmed at once, and those that could not be, told one by one. */
export function BulkBar({ selection }: { selection: Selection }) {
  const confirm = useConfirmBookings();
  const { chosen } = selection;
  if (chosen.length === 0) return null;
  const refused = confirm.data?.results.filter(({ ok }) => !ok) ?? [];

  function submit() {
    const bookings = chosen.map(({ id, version }) => ({ id, version }));
    confirm.mutate(bookings, {
      onSuccess: ({ results }) => {
        const count = results.filter(({ ok }) => ok).length;
        selection.set(results.filter(({ ok }) => !ok).map(({ id }) => id));
        if (count > 0) passingNotices.show({ title: m.admin_bulk_done({ count }), tone: "success" });
      },
    });
  }

  return (
    <section
      aria-label={m.admin_bulk()}
      // On a phone the page is what scrolls: it stays in sight below the bar of the page.
      className="flex flex-col gap-2 border-t border-line bg-brass-soft px-4 py-2 text-sm text-brass-text max-lg:sticky max-lg:top-14 max-lg:z-20 max-lg:border-b lg:px-6"
    >
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="me-2 font-medium">
          {m.admin_bulk_chosen({ count: chosen.length })}
        </span>
        <Button size="small" disabled={confirm.isPending} onClick={submit}>
          {confirm.isPending ? m.admin_working() : m.admin_bulk_confirm({ count: chosen.length })}
        </Button>
        <Button size="small" tone="plain" onClick={() => selection.set([])}>
          {m.admin_bulk_clear()}
        </Button>
      </div>
      {refused.length > 0 && (
        <ul role="alert" className="flex flex-col gap-0.5 text-error">
          {refused.map(({ id, message }) => (
            <li key={id}>
              <span className="figures font-medium">{referenceOf(chosen, id)}</span> {message}
            </li>
          ))}
        </ul>
      )}
      <ChangeRefused error={confirm.error} />
    </section>
  );
}

function referenceOf(bookings: readonly BookingRow[], id: string): string | undefined {
  return bookings.find((booking) => booking.id === id)?.reference;
}
