import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { csvLine } from "~/platform/lists/csv";
import { localPath } from "~/platform/locale/locale";
import { formatExactMoney } from "~/platform/money";
import { parseWholeNumber } from "~/platform/text/numerals";
import { dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { CsvImport } from "~/ui/form/csv-import";
import { DateField } from "~/ui/form/date-field";
import { Failure } from "~/ui/form/failure";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { passingNotices } from "~/ui/overlay/toast-store";
import { openingBalancesQuery, useImportOpeningBalances, useSetLastNumbers } from "../admin-client";
import {
  openingBalanceColumns,
  openingBalanceDateColumns,
  openingBalanceOptionalColumns,
  openingBalanceRow,
  type Series,
  series,
} from "../opening-balances/opening-balances";
import type { OpeningBalances } from "../views";

/** Imports unpaid invoices and customer credit before the first invoice is issued. */
export function OpeningBalancesScreen() {
  const { data, error, refetch } = useQuery(openingBalancesQuery);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col overflow-y-auto">
      <header className="flex flex-col gap-1 border-line border-b px-4 py-4 lg:px-6">
        <h1 className="text-xl font-semibold">{m.opening_balances_title()}</h1>
        <p className="max-w-prose text-sm text-muted">{m.opening_balances_hint()}</p>
      </header>
      <div className="flex max-w-3xl flex-col gap-10 px-4 py-6 lg:px-6">
        {error ? (
          <ListFailed reason={m.opening_balances_failed()} onRetry={() => refetch()} />
        ) : !data ? (
          <ListLoading />
        ) : (
          <Sections balances={data} />
        )}
      </div>
    </div>
  );
}

function Sections({ balances }: { balances: OpeningBalances }) {
  return (
    <>
      <Sums balances={balances} />
      {balances.locked ? (
        <p className="rounded border border-line bg-sunken px-4 py-3 text-sm">
          {m.opening_balances_locked()}
        </p>
      ) : (
        <>
          <LastNumbers numbers={balances.numbers} />
          <ListImport />
          <SingleEntry />
        </>
      )}
    </>
  );
}

function Sums({ balances }: { balances: OpeningBalances }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <div>
        <dt className="text-sm text-muted">{m.opening_balances_invoices({ count: balances.invoices })}</dt>
        <dd className="figures text-xl font-semibold">{formatExactMoney(balances.fils)}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{m.opening_balances_credits({ count: balances.credits })}</dt>
        <dd className="figures text-xl font-semibold">{formatExactMoney(balances.creditFils)}</dd>
      </div>
    </dl>
  );
}

const seriesLabels: Record<Series, () => string> = {
  invoice: m.opening_balances_last_invoice,
  creditNote: m.opening_balances_last_credit_note,
  receipt: m.opening_balances_last_receipt,
  quote: m.opening_balances_last_quote,
};
const prefixes: Record<Series, string> = { invoice: "INV", creditNote: "CN", receipt: "RC", quote: "QT" };

const MAX_LAST_NUMBER = 999_999;

function parseLastNumber(typed: string): number | null {
  const number = parseWholeNumber(typed);
  return number !== null && number <= MAX_LAST_NUMBER ? number : null;
}

function LastNumbers({ numbers }: { numbers: OpeningBalances["numbers"] }) {
  const change = useSetLastNumbers();
  const [year] = useState(() => dubaiDate(new Date()).slice(0, 4));
  const form = useForm({
    initialValues: Object.fromEntries(series.map((key) => [key, String(numbers[key])])) as Record<
      Series,
      string
    >,
    check(typed) {
      const wrong = series.filter((key) => parseLastNumber(typed[key]) === null);
      if (wrong.length > 0) {
        return {
          ok: false,
          errors: Object.fromEntries(wrong.map((key) => [key, m.opening_balances_error_number()])),
        };
      }
      return {
        ok: true,
        input: Object.fromEntries(series.map((key) => [key, parseLastNumber(typed[key])])) as Record<
          Series,
          number
        >,
      };
    },
    send: (input) => change.mutateAsync(input),
    onDone: () => passingNotices.show({ title: m.opening_balances_numbers_done(), tone: "success" }),
  });
  return (
    <section aria-labelledby="last-numbers" className="flex flex-col gap-3">
      <h2 id="last-numbers" className="text-base font-semibold">
        {m.opening_balances_numbers()}
      </h2>
      <p className="text-sm text-muted">{m.opening_balances_numbers_hint({ year })}</p>
      <form {...form.formProps} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          {series.map((key) => {
            const last = parseLastNumber(form.values[key]);
            return (
              <TextField
                key={key}
                label={seriesLabels[key]()}
                hint={
                  last === null
                    ? undefined
                    : m.opening_balances_next({
                        reference: `${prefixes[key]}-${year}-${String(last + 1).padStart(6, "0")}`,
                      })
                }
                inputMode="numeric"
                autoComplete="off"
                {...form.field(key)}
              />
            );
          })}
        </div>
        <Failure>{form.refusal?.message}</Failure>
        <Button type="submit" size="small" className="self-start" disabled={form.pending}>
          {m.opening_balances_numbers_submit()}
        </Button>
      </form>
    </section>
  );
}

function ListImport() {
  const send = useImportOpeningBalances();
  return (
    <section aria-labelledby="opening-list" className="flex flex-col gap-3">
      <h2 id="opening-list" className="text-base font-semibold">
        {m.opening_balances_list()}
      </h2>
      <CsvImport
        hint={m.opening_balances_list_hint()}
        columns={openingBalanceColumns}
        dateColumns={openingBalanceDateColumns}
        optionalColumns={openingBalanceOptionalColumns}
        templateHref={localPath("/api/admin/opening-balances/template")}
        send={send}
        done={m.opening_balances_list_done}
      />
    </section>
  );
}

const emptyRow = Object.fromEntries(openingBalanceColumns.map((column) => [column, ""])) as Record<
  (typeof openingBalanceColumns)[number],
  string
>;

/** Form for a single entry, sent as a CSV of one row. */
function SingleEntry() {
  const importCsv = useImportOpeningBalances();
  const [today] = useState(() => dubaiDate(new Date()));
  const form = useForm({
    initialValues: emptyRow,
    check(typed) {
      const read = z.safeParse(openingBalanceRow(today), typed);
      if (read.success) return { ok: true, input: typed };
      const errors = read.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
      return { ok: false, errors: Object.fromEntries(errors.toReversed()) };
    },
    async send(typed, _form, key) {
      const csv =
        csvLine(openingBalanceColumns) + csvLine(openingBalanceColumns.map((column) => typed[column]));
      const [row] = (await importCsv({ csv, dryRun: true })).rows;
      if (row?.change === "wrong") throw new HttpError(409, row.problems.join(" "), "wrong");
      if (row?.change === "same") throw new HttpError(409, m.opening_balances_exists(), "same");
      return importCsv({ csv, dryRun: false }, key);
    },
    onDone: () => {
      passingNotices.show({ title: m.opening_balances_list_done({ count: 1 }), tone: "success" });
      form.set({ ...emptyRow });
    },
  });
  const text = { autoComplete: "off" };
  const amount = { ...text, inputMode: "decimal" } as const;
  return (
    <section aria-labelledby="opening-by-hand" className="flex flex-col gap-3">
      <h2 id="opening-by-hand" className="text-base font-semibold">
        {m.opening_balances_single()}
      </h2>
      <p className="text-sm text-muted">{m.opening_balances_single_hint()}</p>
      <form {...form.formProps} className="flex flex-col gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={m.opening_balances_customer()} required {...text} {...form.field("customer")} />
          <TextField label={m.opening_balances_email()} type="email" {...text} {...form.field("email")} />
          <TextField label={m.opening_balances_phone()} type="tel" {...text} {...form.field("phone")} />
          <TextField label={m.opening_balances_reference()} {...text} {...form.field("reference")} />
          <DateField label={m.opening_balances_issued()} max={today} {...form.field("issued")} />
          <DateField label={m.opening_balances_due()} {...form.field("due")} />
          <TextField label={m.opening_balances_total()} {...amount} {...form.field("total")} />
          <TextField label={m.opening_balances_paid()} {...amount} {...form.field("paid")} />
          <TextField
            label={m.opening_balances_credit()}
            hint={m.opening_balances_credit_hint()}
            {...amount}
            {...form.field("credit")}
          />
        </div>
        <Failure>{form.refusal?.message}</Failure>
        <Button type="submit" size="small" className="self-start" disabled={form.pending}>
          {m.opening_balances_single_submit()}
        </Button>
      </form>
    </section>
  );
}
