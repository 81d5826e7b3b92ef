import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { csvLine } from "~/platform/lists/csv";
import { localPath } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { CsvImport } from "~/ui/form/csv-import";
import { Failure } from "~/ui/form/failure";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ListFailed, ListWaiting } from "~/ui/list/list-states";
import { passingNotices } from "~/ui/overlay/toast-store";
import { takenOverQuery, useSendOpenings, useSetLastNumbers } from "../admin-client";
import { openingColumns, openingRow, type Series, series } from "../taking-over/taking-over";
import type { TakenOver } from "../views";

/** What stood open in the books of before, entered before the first invoice. */
export function TakingOverScreen() {
  const { data, error, refetch } = useQuery(takenOverQuery);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <header className="flex flex-col gap-1 border-line border-b px-4 py-4 lg:px-6">
        <h1 className="text-xl font-semibold">{m.taking_over_title()}</h1>
        <p className="max-w-prose text-sm text-muted">{m.taking_over_hint()}</p>
      </header>
      <div className="flex max-w-3xl flex-col gap-10 px-4 py-6 lg:px-6">
        {error ? (
          <ListFailed reason={m.taking_over_failed()} onRetry={() => refetch()} />
        ) : !data ? (
          <ListWaiting />
        ) : (
          <Sections taken={data} />
        )}
      </div>
    </div>
  );
}

function Sections({ taken }: { taken: TakenOver }) {
  return (
    <>
      <Sums taken={taken} />
      {taken.begun ? (
        <p className="rounded border border-line bg-sunken px-4 py-3 text-sm">{m.taking_over_begun()}</p>
      ) : (
        <>
          <Numbers numbers={taken.numbers} />
          <List />
          <ByHand />
        </>
      )}
    </>
  );
}

function Sums({ taken }: { taken: TakenOver }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">{m.taking_over_invoices({ count: taken.invoices })}</dt>
        <dd className="figures text-xl font-semibold">{formatExactMoney(taken.fils)}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{m.taking_over_credits({ count: taken.credits })}</dt>
        <dd className="figures text-xl font-semibold">{formatExactMoney(taken.creditFils)}</dd>
      </div>
    </dl>
  );
}

const seriesLabels: Record<Series, () => string> = {
  invoice: m.taking_over_last_invoice,
  creditNote: m.taking_over_last_credit_note,
  receipt: m.taking_over_last_receipt,
  quote: m.taking_over_last_quote,
};
const prefixes: Record<Series, string> = { invoice: "INV", creditNote: "CN", receipt: "RC", quote: "QT" };

function Numbers({ numbers }: { numbers: TakenOver["numbers"] }) {
  const change = useSetLastNumbers();
  const [year] = useState(() => dubaiDate(new Date()).slice(0, 4));
  const form = useForm({
    start: Object.fromEntries(series.map((one) => [one, String(numbers[one])])) as Record<Series, string>,
    check(typed) {
      const wrong = series.filter((one) => !/^\d{1,6}$/.test(typed[one].trim()));
      if (wrong.length > 0) {
        return {
          ok: false,
          errors: Object.fromEntries(wrong.map((one) => [one, m.taking_over_error_number()])),
        };
      }
      return {
        ok: true,
        input: Object.fromEntries(series.map((one) => [one, Number(typed[one])])) as Record<Series, number>,
      };
    },
    send: (input) => change.mutateAsync(input),
    onDone: () => passingNotices.show({ title: m.taking_over_numbers_done(), tone: "success" }),
  });
  return (
    <section aria-labelledby="last-numbers" className="flex flex-col gap-3">
      <h2 id="last-numbers" className="text-base font-semibold">
        {m.taking_over_numbers()}
      </h2>
      <p className="text-sm text-muted">{m.taking_over_numbers_hint({ year })}</p>
      <form {...form.formProps} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {series.map((one) => {
            const typed = form.values[one].trim();
            return (
              <TextField
                key={one}
                label={seriesLabels[one]()}
                hint={
                  /^\d{1,6}$/.test(typed)
                    ? m.taking_over_next({
                        reference: `${prefixes[one]}-${year}-${String(Number(typed) + 1).padStart(6, "0")}`,
                      })
                    : undefined
                }
                inputMode="numeric"
                autoComplete="off"
                {...form.field(one)}
              />
            );
          })}
        </div>
        <Failure>{form.refusal?.message}</Failure>
        <Button type="submit" size="small" className="self-start" disabled={form.pending}>
          {m.taking_over_numbers_submit()}
        </Button>
      </form>
    </section>
  );
}

function List() {
  const send = useSendOpenings();
  return (
    <section aria-labelledby="opening-list" className="flex flex-col gap-3">
      <h2 id="opening-list" className="text-base font-semibold">
        {m.taking_over_list()}
      </h2>
      <CsvImport
        hint={m.taking_over_list_hint()}
        columns={openingColumns}
        templateHref={localPath("/api/admin/taking-over/template")}
        send={send}
        done={m.taking_over_list_done}
      />
    </section>
  );
}

const nothing = Object.fromEntries(openingColumns.map((column) => [column, ""])) as Record<
  (typeof openingColumns)[number],
  string
>;

/** One after the other, as rows of a list. */
function ByHand() {
  const sendOpenings = useSendOpenings();
  const [today] = useState(() => dubaiDate(new Date()));
  const form = useForm({
    start: nothing,
    check(typed) {
      const read = z.safeParse(openingRow(today), typed);
      if (read.success) return { ok: true, input: typed };
      const errors = read.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
      return { ok: false, errors: Object.fromEntries(errors.toReversed()) };
    },
    async send(typed) {
      const csv = csvLine(openingColumns) + csvLine(openingColumns.map((column) => typed[column]));
      const [row] = (await sendOpenings({ csv, dryRun: true })).rows;
      if (row?.what === "wrong") throw new HttpError(409, row.problems.join(" "), "wrong");
      if (row?.what === "same") throw new HttpError(409, m.taking_over_there(), "same");
      return sendOpenings({ csv, dryRun: false });
    },
    onDone: () => {
      passingNotices.show({ title: m.taking_over_list_done({ count: 1 }), tone: "success" });
      form.set({ ...nothing });
    },
  });
  const text = { autoComplete: "off" };
  const amount = { ...text, inputMode: "decimal" } as const;
  return (
    <section aria-labelledby="opening-by-hand" className="flex flex-col gap-3">
      <h2 id="opening-by-hand" className="text-base font-semibold">
        {m.taking_over_by_hand()}
      </h2>
      <p className="text-sm text-muted">{m.taking_over_by_hand_hint()}</p>
      <form {...form.formProps} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={m.taking_over_customer()} required {...text} {...form.field("customer")} />
          <TextField label={m.taking_over_email()} type="email" {...text} {...form.field("email")} />
          <TextField label={m.taking_over_phone()} type="tel" {...text} {...form.field("phone")} />
          <TextField label={m.taking_over_reference()} {...text} {...form.field("reference")} />
          <TextField label={m.taking_over_issued()} type="date" max={today} {...form.field("issued")} />
          <TextField label={m.taking_over_due()} type="date" {...form.field("due")} />
          <TextField label={m.taking_over_total()} {...amount} {...form.field("total")} />
          <TextField label={m.taking_over_paid()} {...amount} {...form.field("paid")} />
          <TextField
            label={m.taking_over_credit()}
            hint={m.taking_over_credit_hint()}
            {...amount}
            {...form.field("credit")}
          />
        </div>
        <Failure>{form.refusal?.message}</Failure>
        <Button type="submit" size="small" className="self-start" disabled={form.pending}>
          {m.taking_over_by_hand_submit()}
        </Button>
      </form>
    </section>
  );
}
