import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { createRepeatedCalls } from "~/platform/browser/repeated-calls";
import type { CsvColumns, CsvReading } from "~/platform/lists/csv-mapping";
import type { ImportOutcome, ImportRow } from "~/platform/lists/import-outcome";
import type { StateTone } from "~/platform/state-tone";
import { Badge } from "../badge";
import { Button, ButtonAnchor } from "../button";
import { ChangeRefused } from "../overlay/change-refused";
import { cell, Heading } from "../table";
import { ColumnMapping, readForMapping } from "./column-mapping";
import { type ChosenCsv, CsvFileField } from "./csv-file-field";

interface CsvImportProps {
  hint: string;
  columns: readonly string[];
  dateColumns: readonly string[];
  optionalColumns?: readonly string[];
  templateHref: string;
  /** `key`: idempotency key, constant until an answer. */
  send: (input: CsvReading & { csv: string; dryRun: boolean }, key: string) => Promise<ImportOutcome>;
  done: (words: { count: number }) => string;
}

/** CSV import with a mandatory dry run; imports all rows or none. */
export function CsvImport({
  hint,
  columns,
  dateColumns,
  optionalColumns,
  templateHref,
  send,
  done,
}: CsvImportProps) {
  const [file, setFile] = useState<ChosenCsv | null>(null);
  /** Columns to be assigned before the dry run; null if none. */
  const [unmapped, setUnmapped] = useState<CsvColumns | null>(null);
  const [reading, setReading] = useState<CsvReading>({});
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [pending, setPending] = useState(false);
  const [call] = useState(() => createRepeatedCalls());

  const status = useRef<HTMLParagraphElement>(null);
  const isImported = outcome?.imported ?? false;
  // The button that had the focus is gone.
  useEffect(() => {
    if (isImported) status.current?.focus();
  }, [isImported]);

  async function run(csv: string, dryRun: boolean, reading: CsvReading) {
    setPending(true);
    setError(null);
    try {
      setOutcome(await call({ csv, dryRun, ...reading }, send));
    } catch (error) {
      setError(error as Error);
    } finally {
      setPending(false);
    }
  }

  function choose(chosen: ChosenCsv | null) {
    setOutcome(null);
    setError(null);
    setFile(chosen);
    setReading({});
    const read = chosen && readForMapping(chosen.csv, { columns, dateColumns, optionalColumns });
    setUnmapped(read);
    if (chosen && !read) void run(chosen.csv, true, {});
  }

  const count = (what: ImportRow["change"]) => outcome?.rows.filter((row) => row.change === what).length ?? 0;
  const changes = count("new") + count("changed");
  const ready = outcome && !outcome.imported && count("wrong") === 0 && changes > 0;

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2 text-sm">
        <p>{hint}</p>
        <p className="text-muted">
          {m.csv_columns()} {/* Column names of the file, which are not translated. */}
          <code lang="zxx" dir="ltr" className="text-ink">
            {columns.join(", ")}
          </code>
        </p>
      </div>
      <ButtonAnchor href={templateHref} download tone="quiet" size="small" className="self-start">
        {m.csv_template()}
      </ButtonAnchor>
      <CsvFileField disabled={pending} onRead={choose} />
      {file && unmapped && (
        <ColumnMapping
          key={file.csv}
          read={unmapped}
          columns={columns}
          dateColumns={dateColumns}
          optionalColumns={optionalColumns}
          disabled={pending}
          submit={m.csv_mapping_submit()}
          onSubmit={(reading) => {
            setReading(reading);
            void run(file.csv, true, reading);
          }}
        />
      )}
      <ChangeRefused error={error} />
      {error && file && !outcome && (
        <Button
          size="small"
          tone="quiet"
          className="self-start"
          onClick={() => void run(file.csv, true, reading)}
        >
          {m.common_try_again()}
        </Button>
      )}
      <p ref={status} role="status" tabIndex={-1} className="text-sm">
        {pending
          ? m.admin_working()
          : outcome?.imported
            ? done({ count: changes })
            : outcome &&
              m.csv_summary({
                new: count("new"),
                changed: count("changed"),
                same: count("same"),
                wrong: count("wrong"),
              })}
      </p>
      {outcome && !outcome.imported && (
        <>
          <ImportRows rows={outcome.rows} />
          <div className="flex flex-wrap items-center gap-3">
            <Button
              size="small"
              disabled={!ready || pending}
              onClick={() => file && run(file.csv, false, reading)}
            >
              {m.csv_import({ count: changes })}
            </Button>
            <p className="text-sm text-muted">
              {count("wrong") > 0 ? m.csv_fix() : changes === 0 ? m.csv_nothing_new() : m.csv_all_or_none()}
            </p>
          </div>
        </>
      )}
    </div>
  );
}

const tones: Record<ImportRow["change"], StateTone> = {
  new: "done",
  changed: "waiting",
  same: "neutral",
  wrong: "active",
};
const words: Record<ImportRow["change"], () => string> = {
  new: m.csv_new,
  changed: m.csv_changed,
  same: m.csv_same,
  wrong: m.csv_wrong,
};

export function ImportRows({ rows }: { rows: readonly ImportRow[] }) {
  return (
    <section aria-label={m.csv_rows()} className="overflow-hidden rounded border border-line">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            <Heading className="w-14">{m.csv_col_line()}</Heading>
            <Heading className="w-28">{m.csv_col_change()}</Heading>
            <Heading>{m.csv_col_row()}</Heading>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line} className="border-b border-line align-top last:border-0">
              <td className={`${cell} figures py-2.5`}>{row.line}</td>
              <td className={`${cell} py-2`}>
                <Badge tone={tones[row.change]}>{words[row.change]()}</Badge>
              </td>
              <td className="px-2.5 py-2.5">
                <bdi className="font-medium">{row.title}</bdi>
                {row.detail && <span className="block text-muted">{row.detail}</span>}
                {row.problems.map((problem) => (
                  <span key={problem} className="block text-error">
                    {problem}
                  </span>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
