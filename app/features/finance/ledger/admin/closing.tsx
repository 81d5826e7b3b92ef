import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatDay, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { LoadedRecord } from "~/ui/overlay/drawer";
import { closingsQuery, useCloseBooks } from "../admin-client";
import type { Closings } from "../views";
import { ConfirmClosing } from "./confirm-closing";

export function BooksClosing() {
  const result = useQuery(closingsQuery);
  return (
    <section aria-labelledby="closing">
      <h2 id="closing" className="text-base font-semibold">
        {m.books_closing()}
      </h2>
      <p className="mb-3 max-w-prose text-sm text-muted">{m.books_closing_hint()}</p>
      <LoadedRecord query={result} missing={m.books_failed()} failed={m.books_failed()}>
        {(closings) => <ClosingStatus closings={closings} />}
      </LoadedRecord>
    </section>
  );
}

function ClosingStatus({ closings: { through, closableDays, closed } }: { closings: Closings }) {
  const mayClose = useMay("books.close");
  const [dayToConfirm, setDayToConfirm] = useState<string | null>(null);
  const close = useCloseBooks();
  const dismiss = () => setDayToConfirm(null);
  const day = dayToConfirm ? formatDay(dayToConfirm, "date") : "";
  // The latest month that has ended; closing it also closes all earlier months.
  const next = closableDays[0];
  return (
    <>
      <p className="text-sm">
        {through ? m.books_closed_through({ day: formatDay(through, "date") }) : m.books_nothing_closed()}
      </p>
      {mayClose && next && (
        <Button size="small" tone="quiet" className="mt-3" onClick={() => setDayToConfirm(next)}>
          {m.books_close({ day: formatDay(next, "date") })}
        </Button>
      )}
      <ul className="mt-4 flex flex-col text-sm">
        {closed.map(({ through, closedBy, closedAt }) => (
          <li key={through} className="flex min-h-9 items-center justify-between gap-4 border-b border-line">
            <span className="figures">{formatDay(through, "date")}</span>
            <span className="text-muted">
              {closedBy && <bdi className="me-1">{closedBy}</bdi>}
              <span>{formatTime(closedAt, "date")}</span>
            </span>
          </li>
        ))}
      </ul>
      <ConfirmClosing
        open={dayToConfirm !== null}
        title={m.books_close({ day })}
        warning={m.books_close_warning({ day })}
        closing={close}
        onConfirm={() => dayToConfirm && close.mutate({ through: dayToConfirm }, { onSuccess: dismiss })}
        onClose={dismiss}
      />
    </>
  );
}
