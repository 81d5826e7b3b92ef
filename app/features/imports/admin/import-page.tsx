import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { m } from "~/paraglide/messages";
import type { ImportRow } from "~/platform/import-outcome";
import { isolated } from "~/platform/locale/locale";
import { isUnderWay, type WorkLine } from "~/platform/long-work";
import { workQuery } from "~/platform/long-work-client";
import { Button, ButtonAnchor } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { ChooseCsv } from "~/ui/choose-csv";
import { ImportRows } from "~/ui/csv-import";
import { EditForm } from "~/ui/form/edit-form";
import { useForm } from "~/ui/form/use-form";
import { ListFailed, ListWaiting } from "~/ui/list/list-states";
import { WorkProgress } from "~/ui/work-progress";
import { tryCustomers, useImportTried } from "../client";

export function meta() {
  return [{ title: m.admin_page_title({ page: m.imports_title() }) }, { name: "robots", content: "noindex" }];
}

/** /admin/imports: customers from a spreadsheet; an import that was begun stands at /admin/imports/:id. */
export default function ImportPage() {
  const { id } = useParams();
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <h1 className="text-lg font-semibold">{m.imports_title()}</h1>
        <p className="text-xs text-muted">{m.imports_hint()}</p>
      </header>
      <div className="min-h-0 grow border-t border-line lg:overflow-y-auto">
        <div className="flex max-w-3xl flex-col gap-6 px-4 py-6 lg:px-6">
          {id ? <Import key={id} id={id} /> : <Choose />}
        </div>
      </div>
    </div>
  );
}

function Choose() {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<Error | null>(null);

  async function choose(file: File) {
    setPending(true);
    setError(null);
    try {
      const { id } = await tryCustomers(file.name.slice(0, 200), await file.text());
      await navigate(`/admin/imports/${id}`);
    } catch (error) {
      setError(error as Error);
      setPending(false);
    }
  }
  return (
    <>
      <p className="text-sm">{m.imports_rules()}</p>
      <div className="flex flex-wrap items-center gap-2">
        <ButtonAnchor href="/api/admin/imports/customers.csv" download tone="quiet" size="small">
          {m.imports_template()}
        </ButtonAnchor>
        <ChooseCsv onChoose={choose} disabled={pending} />
      </div>
      <p role="status" className="text-sm">
        {pending && m.admin_working()}
      </p>
      <ChangeRefused error={error} />
    </>
  );
}

interface Result {
  counts: Record<ImportRow["what"], number>;
  rows: ImportRow[];
  imported: boolean;
}

function Import({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(workQuery(id));
  if (!data) {
    return error ? <ListFailed reason={m.imports_missing()} onRetry={() => refetch()} /> : <ListWaiting />;
  }
  const { work } = data;
  const result = data.result as unknown as Result | null;
  const name = isolated(work.about);
  const title = isUnderWay(work)
    ? m.imports_trying({ name: isolated(name) })
    : result?.imported
      ? m.imports_imported({ name: isolated(name) })
      : m.imports_tried({ name: isolated(name) });
  return (
    <>
      <div className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">{title}</h2>
        <WorkProgress work={work} label={title} />
        {isUnderWay(work) && (
          <p className="text-sm text-muted">{m.imports_leave({ page: m.work_title() })}</p>
        )}
      </div>
      {result && <Outcome work={work} result={result} />}
      {!isUnderWay(work) && (
        <Link to="/admin/imports" className="text-sm font-medium text-link hover:underline">
          {m.imports_another()}
        </Link>
      )}
    </>
  );
}

function Outcome({ work, result: { counts, rows, imported } }: { work: WorkLine; result: Result }) {
  const [asking, setAsking] = useState(false);
  const changes = counts.new + counts.changed;
  if (imported) {
    return (
      <p role="status" className="text-sm">
        {m.imports_done({ new: counts.new, changed: counts.changed })}
      </p>
    );
  }
  return (
    <>
      <p role="status" className="text-sm">
        {m.csv_summary(counts)}
      </p>
      {counts.wrong > 0 ? (
        <p className="text-sm text-muted">{m.csv_mend()}</p>
      ) : changes === 0 ? (
        <p className="text-sm text-muted">{m.csv_nothing_new()}</p>
      ) : asking ? (
        <Ask id={work.id} count={changes} onClose={() => setAsking(false)} />
      ) : (
        <Button size="small" className="self-start" onClick={() => setAsking(true)}>
          {m.imports_go()}
        </Button>
      )}
      {counts.new + counts.changed + counts.same > 200 && (
        <p className="text-sm text-muted">{m.imports_first()}</p>
      )}
      <ImportRows rows={rows} />
    </>
  );
}

/** Asked once more before it is done. */
function Ask({ id, count, onClose }: { id: string; count: number; onClose: () => void }) {
  const navigate = useNavigate();
  const go = useImportTried(id);
  const form = useForm({
    start: {},
    send: () => go.mutateAsync({}),
    next: ({ id }) => void navigate(`/admin/imports/${id}`),
  });
  return (
    <EditForm label={m.imports_go()} submit={m.imports_yes()} form={form} onClose={onClose}>
      <p className="text-sm">{m.imports_ask({ count })}</p>
    </EditForm>
  );
}
