import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import type { Permission } from "~/platform/auth/permissions";
import { useMay } from "~/platform/auth/use-may";
import { HttpError } from "~/platform/browser/http-client";
import { topicClient } from "~/platform/browser/topic-client";
import { type BackgroundJobSummary, isUnfinished } from "~/platform/jobs/background-job";
import { backgroundJobQuery } from "~/platform/jobs/background-jobs-client";
import type { CsvReading } from "~/platform/lists/csv-mapping";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import { Button, ButtonAnchor } from "~/ui/button";
import { ColumnMapping, type CsvListColumns, readForMapping } from "~/ui/form/column-mapping";
import { type ChosenCsv, CsvFileField } from "~/ui/form/csv-file-field";
import { ImportRows } from "~/ui/form/csv-import";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { JobProgress } from "~/ui/screen/job-progress";
import { TabPanel, TabStrip, Tabs } from "~/ui/tabs";
import type { importsApi } from "../api.server";
import { bookingColumns, bookingDateColumns } from "../booking-list";
import { customerColumns, customerDateColumns } from "../customer-list";
import { type Imported, importedStates, MAX_NAME_LENGTH } from "../imported";

const imports = topicClient<typeof importsApi>("background-job");

const tryCustomers = (list: UploadedList) => imports.send("/admin/imports/customers", list);
const tryBookings = (list: UploadedList, source: string) =>
  imports.send("/admin/imports/bookings", { ...list, source });
const useImportTried = (id: string) => imports.useChange("/admin/imports/{id}/start", undefined, { id });

type UploadedList = CsvReading & { name: string; csv: string };
type ListName = "customers" | "bookings";

const lists: Record<ListName, { may: Permission; label: () => string; Choose: () => ReactNode }> = {
  customers: { may: "customers.manage", label: m.imports_customers, Choose: ChooseCustomers },
  bookings: { may: "bookings.manage", label: m.imports_bookings, Choose: ChooseBookings },
};

/** A started import has its page at /admin/imports/:id. */
export function ImportScreen() {
  const { id } = useParams();
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <h1 className="text-lg font-semibold">{m.imports_title()}</h1>
        <p className="text-xs text-muted">{m.imports_hint()}</p>
      </header>
      <div className="relative min-h-0 grow border-t border-line lg:overflow-y-auto">
        <div className="flex max-w-3xl flex-col gap-6 px-4 py-6 lg:px-6">
          {id ? <Import key={id} id={id} /> : <ChooseList />}
        </div>
      </div>
    </div>
  );
}

function ChooseList() {
  const mayDo = { customers: useMay(lists.customers.may), bookings: useMay(lists.bookings.may) };
  const [searchParams, setSearchParams] = useSearchParams();
  const names = (Object.keys(lists) as ListName[]).filter((name) => mayDo[name]);
  const selected = names.find((name) => name === searchParams.get("list")) ?? names[0];
  if (!selected) return null;
  const tabs = names.map((value) => ({ value, label: lists[value].label() }));
  return (
    <Tabs
      chosen={selected}
      onChange={(list) => setSearchParams(list === names[0] ? {} : { list }, { replace: true })}
      className="flex flex-col gap-6"
    >
      {tabs.length > 1 && (
        <div className="flex">
          <TabStrip label={m.imports_lists()} tabs={tabs} />
        </div>
      )}
      {names.map((name) => {
        const { Choose } = lists[name];
        return (
          <TabPanel key={name} value={name} className="flex flex-col gap-6">
            <Choose />
          </TabPanel>
        );
      })}
    </Tabs>
  );
}

function ChooseCustomers() {
  const list = useList(tryCustomers);
  return (
    <>
      <p className="text-sm">{m.imports_rules()}</p>
      <ChooseFile
        template={localPath("/api/admin/imports/customers.csv")}
        columns={customerColumns}
        dateColumns={customerDateColumns}
        {...list}
      />
    </>
  );
}

function ChooseBookings() {
  const [source, setSource] = useState("");
  const list = useList((list) => tryBookings(list, source));
  return (
    <>
      <p className="text-sm">{m.imports_bookings_rules()}</p>
      <p className="text-sm text-muted">
        {m.imports_bookings_columns({ states: importedStates.join(", ") })}
      </p>
      <div className="max-w-sm">
        <TextField
          name="source"
          label={m.imports_bookings_source()}
          hint={m.imports_bookings_source_hint()}
          value={source}
          maxLength={MAX_NAME_LENGTH}
          error={fieldError(list.error, "source")}
          onChange={({ target }) => setSource(target.value)}
        />
      </div>
      <ChooseFile
        template={localPath("/api/admin/imports/bookings.csv")}
        columns={bookingColumns}
        dateColumns={bookingDateColumns}
        {...list}
      />
    </>
  );
}

function fieldError(error: Error | null, field: string): string | undefined {
  return error instanceof HttpError
    ? (error.body.errors as Record<string, string> | undefined)?.[field]
    : undefined;
}

interface SelectedFile {
  file: ChosenCsv | null;
  choose: (file: ChosenCsv | null) => void;
  check: (reading: CsvReading) => void;
  pending: boolean;
  error: Error | null;
}

/** Validates the chosen file, then opens its page. */
function useList(send: (list: UploadedList) => Promise<{ id: string }>): SelectedFile {
  const navigate = useNavigate();
  const [file, setFile] = useState<ChosenCsv | null>(null);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  function choose(chosen: ChosenCsv | null) {
    setFile(chosen);
    setError(null);
  }

  async function check(reading: CsvReading) {
    if (!file) return;
    setPending(true);
    setError(null);
    try {
      const { id } = await send({ name: file.name.slice(0, 200), csv: file.csv, ...reading });
      await navigate(`/admin/imports/${id}`);
    } catch (error) {
      setError(error as Error);
      setPending(false);
    }
  }
  return { file, choose, check, pending, error };
}

function ChooseFile({
  template,
  columns,
  dateColumns,
  file,
  choose,
  check,
  pending,
  error,
}: SelectedFile & CsvListColumns & { template: string }) {
  const unmapped = useMemo(
    () => file && readForMapping(file.csv, { columns, dateColumns }),
    [file, columns, dateColumns],
  );
  return (
    <>
      <ButtonAnchor href={template} download tone="quiet" size="small" className="self-start">
        {m.imports_template()}
      </ButtonAnchor>
      <CsvFileField disabled={pending} onRead={choose} />
      {file &&
        (unmapped ? (
          <ColumnMapping
            key={file.csv}
            read={unmapped}
            columns={columns}
            dateColumns={dateColumns}
            disabled={pending}
            submit={m.imports_check()}
            onSubmit={check}
          />
        ) : (
          <Button size="small" className="self-start" disabled={pending} onClick={() => check({})}>
            {m.imports_check()}
          </Button>
        ))}
      <p role="status" className="text-sm">
        {pending && m.admin_working()}
      </p>
      <ChangeRefused error={error} />
    </>
  );
}

function Import({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(backgroundJobQuery(id));
  if (!data) {
    return error ? <ListFailed reason={m.imports_missing()} onRetry={() => refetch()} /> : <ListLoading />;
  }
  const { job } = data;
  const result = data.result as unknown as Imported | null;
  const name = job.label;
  const title = isUnfinished(job)
    ? m.imports_trying({ name: bidiIsolate(name) })
    : result?.imported
      ? m.imports_imported({ name: bidiIsolate(name) })
      : m.imports_tried({ name: bidiIsolate(name) });
  return (
    <>
      <div className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">{title}</h2>
        <JobProgress job={job} label={title} />
        {isUnfinished(job) && (
          <p className="text-sm text-muted">{m.imports_leave({ page: m.background_jobs_title() })}</p>
        )}
      </div>
      {result && <Outcome job={job} result={result} />}
      {!isUnfinished(job) && (
        <Link
          to={job.kind === "booking-import" ? "/admin/imports?list=bookings" : "/admin/imports"}
          className="text-sm font-medium text-link hover:underline"
        >
          {m.imports_another()}
        </Link>
      )}
    </>
  );
}

function Outcome({
  job,
  result: { counts, rows, imported, forgotten },
}: {
  job: BackgroundJobSummary;
  result: Imported;
}) {
  const [asking, setAsking] = useState(false);
  const changes = counts.new + counts.changed;
  if (imported) {
    return (
      <p role="status" className="text-sm">
        {job.kind === "booking-import"
          ? m.imports_bookings_done({ new: counts.new })
          : m.imports_done({ new: counts.new, changed: counts.changed })}
      </p>
    );
  }
  return (
    <>
      <p role="status" className="text-sm">
        {m.csv_summary(counts)}
      </p>
      {forgotten ? (
        <p className="text-sm">{m.imports_erased()}</p>
      ) : counts.wrong > 0 ? (
        <p className="text-sm text-muted">{m.csv_fix()}</p>
      ) : changes === 0 ? (
        <p className="text-sm text-muted">{m.csv_nothing_new()}</p>
      ) : asking ? (
        <ConfirmDialog id={job.id} count={changes} onClose={() => setAsking(false)} />
      ) : (
        <Button size="small" className="self-start" onClick={() => setAsking(true)}>
          {m.imports_start()}
        </Button>
      )}
      {counts.new + counts.changed + counts.same > 200 && !forgotten && (
        <p className="text-sm text-muted">{m.imports_first()}</p>
      )}
      {rows.length > 0 && <ImportRows rows={rows} />}
    </>
  );
}

function ConfirmDialog({ id, count, onClose }: { id: string; count: number; onClose: () => void }) {
  const navigate = useNavigate();
  const go = useImportTried(id);
  const form = useForm({
    initialValues: {},
    send: () => go.mutateAsync({}),
    next: ({ id }) => void navigate(`/admin/imports/${id}`),
  });
  return (
    <EditForm label={m.imports_start()} submit={m.imports_yes()} form={form} onClose={onClose}>
      <p className="text-sm">{m.imports_ask({ count })}</p>
    </EditForm>
  );
}
