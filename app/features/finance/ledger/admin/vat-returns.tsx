import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatExactMoney } from "~/platform/money";
import { dubaiDate, formatDay } from "~/platform/time";
import { Button } from "~/ui/button";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { LoadedRecord } from "~/ui/overlay/drawer";
import {
  useFileVatReturn,
  useRecordVatDisclosure,
  useRecordVatPayment,
  vatReturnsQuery,
} from "../admin-client";
import type { Period } from "../ledger";
import type { VatReturns } from "../views";

/** VAT returns by tax period: the next one, late supplies and those filed. */
export function VatReturnsPanel() {
  const result = useQuery(vatReturnsQuery);
  return (
    <section aria-labelledby="vat-returns" className="min-w-0">
      <h2 id="vat-returns" className="text-base font-semibold">
        {m.books_returns()}
      </h2>
      <p className="mb-3 max-w-prose text-sm text-muted">{m.books_returns_hint()}</p>
      <LoadedRecord query={result} missing={m.books_failed()} failed={m.books_failed()}>
        {(returns) => <Returns returns={returns} />}
      </LoadedRecord>
    </section>
  );
}

function Returns({ returns: { next, filed, late } }: { returns: VatReturns }) {
  return (
    <div className="flex flex-col gap-4">
      {next ? (
        <NextReturn next={next} />
      ) : (
        <Link to="/admin/settings/money" className="self-start text-sm text-link hover:underline">
          {m.books_returns_set_up()}
        </Link>
      )}
      {late.map((supplies) => (
        <LateSupplies key={supplies.to} supplies={supplies} />
      ))}
      {filed.length > 0 && <FiledReturns filed={filed} />}
    </div>
  );
}

const periodText = ({ from, to }: Period) =>
  m.books_period({ from: formatDay(from, "fullDate"), to: formatDay(to, "fullDate") });

function NextReturn({ next }: { next: NonNullable<VatReturns["next"]> }) {
  const mayFile = useMay("books.close");
  const [isFiling, setFiling] = useState(false);
  const { from, to, dueOn, ended } = next;
  return (
    <div className="flex flex-col gap-3 rounded border border-line p-3 text-sm">
      <p>
        <span className="block font-medium">{periodText(next)}</span>
        <span className="block text-muted">{m.books_return_due({ day: formatDay(dueOn, "fullDate") })}</span>
      </p>
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <Link
          to={`?${new URLSearchParams({ from, to })}`}
          preventScrollReset
          className="text-link hover:underline"
        >
          {m.books_return_figures()}
        </Link>
        <Link
          to={`/admin/finished-work?${new URLSearchParams({ step: "to-invoice", from, to })}`}
          className="text-link hover:underline"
        >
          {m.books_return_unbilled()}
        </Link>
      </p>
      {mayFile && ended && !isFiling && (
        <Button size="small" tone="quiet" className="self-start" onClick={() => setFiling(true)}>
          {m.books_return_file()}
        </Button>
      )}
      {isFiling && <FileForm period={next} onClose={() => setFiling(false)} />}
    </div>
  );
}

function FileForm({ period, onClose }: { period: Period; onClose: () => void }) {
  const file = useFileVatReturn();
  const form = useForm({
    initialValues: { filedOn: dubaiDate(new Date()) },
    send: ({ filedOn }) => file.mutateAsync({ to: period.to, filedOn }),
    next: onClose,
  });
  return (
    <EditForm label={m.books_return_file()} submit={m.books_return_file()} form={form} onClose={onClose}>
      <p>{m.books_return_file_warning({ day: formatDay(period.to, "fullDate") })}</p>
      <DateField label={m.books_return_filed_on()} required {...form.field("filedOn")} />
    </EditForm>
  );
}

function LateSupplies({ supplies }: { supplies: VatReturns["late"][number] }) {
  const mayDisclose = useMay("books.close");
  const [isDisclosing, setDisclosing] = useState(false);
  const { documents, vatFils, discloseBy } = supplies;
  return (
    <div className="flex flex-col gap-3 rounded border border-line p-3 text-sm">
      <h3 className="font-medium">{m.books_late({ period: periodText(supplies) })}</h3>
      <p>{m.books_late_sum({ count: documents, vat: formatExactMoney(vatFils) })}</p>
      {discloseBy ? (
        <p className="text-error">{m.books_late_disclose({ day: formatDay(discloseBy, "fullDate") })}</p>
      ) : (
        <p className="text-muted">{m.books_late_correct()}</p>
      )}
      <Link to="/admin/books/journal?late=yes" className="self-start text-link hover:underline">
        {m.books_late_documents()}
      </Link>
      {mayDisclose && !isDisclosing && (
        <Button size="small" tone="quiet" className="self-start" onClick={() => setDisclosing(true)}>
          {m.books_disclose()}
        </Button>
      )}
      {isDisclosing && <DisclosureForm period={supplies} onClose={() => setDisclosing(false)} />}
    </div>
  );
}

function DisclosureForm({ period: { to }, onClose }: { period: Period; onClose: () => void }) {
  const disclose = useRecordVatDisclosure();
  const form = useForm({
    initialValues: { disclosedOn: dubaiDate(new Date()), reference: "" },
    send: (values) => disclose.mutateAsync({ to, ...values }),
    next: onClose,
  });
  return (
    <EditForm label={m.books_disclose()} submit={m.books_disclose()} form={form} onClose={onClose}>
      <p>{m.books_disclose_hint()}</p>
      <DateField label={m.books_disclosed_on()} required {...form.field("disclosedOn")} />
      <TextField
        label={m.books_disclosure_reference()}
        required
        maxLength={40}
        {...form.field("reference")}
      />
    </EditForm>
  );
}

function FiledReturns({ filed }: { filed: VatReturns["filed"] }) {
  return (
    <div>
      <h3 id="filed-returns" className="border-b border-line pb-1 text-xs font-medium text-muted">
        {m.books_returns_filed()}
      </h3>
      <ul aria-labelledby="filed-returns" className="text-sm">
        {filed.map((row) => (
          <FiledReturn key={row.to} filed={row} />
        ))}
      </ul>
    </div>
  );
}

function FiledReturn({
  filed: { from, to, vatFils, filedOn, paidOn },
}: {
  filed: VatReturns["filed"][number];
}) {
  const mayRecord = useMay("books.close");
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="flex flex-col gap-2 border-b border-line py-2">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Link
          to={`?${new URLSearchParams({ from, to })}`}
          preventScrollReset
          className="text-link hover:underline"
        >
          {periodText({ from, to })}
        </Link>
        <span className="figures whitespace-nowrap">{formatExactMoney(vatFils)}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-muted">
        <span>{m.books_return_was_filed({ day: formatDay(filedOn, "fullDate") })}</span>
        {paidOn ? (
          <span>{m.books_return_was_paid({ day: formatDay(paidOn, "fullDate") })}</span>
        ) : (
          !mayRecord && <span>{m.books_return_unpaid()}</span>
        )}
        {!paidOn && mayRecord && !isOpen && (
          <Button size="small" tone="quiet" onClick={() => setOpen(true)}>
            {m.books_return_pay()}
          </Button>
        )}
      </div>
      {isOpen && !paidOn && <PaymentForm to={to} onClose={() => setOpen(false)} />}
    </li>
  );
}

function PaymentForm({ to, onClose }: { to: string; onClose: () => void }) {
  const pay = useRecordVatPayment();
  const form = useForm({
    initialValues: { paidOn: dubaiDate(new Date()) },
    send: ({ paidOn }) => pay.mutateAsync({ to, paidOn }),
    next: onClose,
  });
  return (
    <EditForm label={m.books_return_pay()} submit={m.books_return_pay()} form={form} onClose={onClose}>
      <DateField label={m.books_return_paid_on()} required {...form.field("paidOn")} />
    </EditForm>
  );
}
