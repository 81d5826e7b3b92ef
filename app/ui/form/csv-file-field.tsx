import { useState } from "react";
import { m } from "~/paraglide/messages";
import { type CsvEncoding, type CsvFile, csvEncodings, readCsvFile } from "~/platform/lists/csv-file";
import { previewCsv } from "~/platform/lists/csv-format";
import { cell, Heading } from "../table";
import { ChooseCsv } from "./choose-csv";
import { Failure } from "./failure";
import { Select } from "./field";

const PREVIEW_ROWS = 5;

export interface ChosenCsv {
  name: string;
  csv: string;
}

interface CsvFileFieldProps {
  disabled?: boolean;
  /** Null if the file cannot be read. */
  onRead: (file: ChosenCsv | null) => void;
}

/** Shows the first rows as they were decoded. The user may correct the detected encoding. */
export function CsvFileField({ disabled, onRead }: CsvFileFieldProps) {
  const [file, setFile] = useState<{ name: string; bytes: Uint8Array; read: CsvFile } | null>(null);

  function read(name: string, bytes: Uint8Array, encoding?: CsvEncoding) {
    const read = readCsvFile(bytes, encoding);
    setFile({ name, bytes, read });
    onRead(read.ok ? { name, csv: read.text } : null);
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <ChooseCsv
          disabled={disabled}
          onChoose={async (chosen) => read(chosen.name, new Uint8Array(await chosen.arrayBuffer()))}
        />
        {file && <bdi className="text-sm text-muted">{file.name}</bdi>}
      </div>
      {file && !file.read.ok && <Failure>{problemText(file.read)}</Failure>}
      {file?.read.ok && (
        <>
          <Preview rows={previewCsv(file.read.text, PREVIEW_ROWS + 1)} />
          <Select
            className="max-w-xs"
            label={m.csv_encoding()}
            hint={m.csv_encoding_hint()}
            value={file.read.encoding}
            disabled={disabled}
            onChange={({ target }) => read(file.name, file.bytes, target.value as CsvEncoding)}
          >
            {csvEncodings.map((encoding) => (
              <option key={encoding} value={encoding}>
                {encodingNames[encoding]()}
              </option>
            ))}
          </Select>
        </>
      )}
    </div>
  );
}

function problemText(read: Extract<CsvFile, { ok: false }>): string {
  if (read.problem === "damaged") return m.csv_error_damaged({ line: read.line });
  return read.problem === "workbook" ? m.csv_error_workbook() : m.csv_error_encoding();
}

const encodingNames: Record<CsvEncoding, () => string> = {
  "utf-8": m.csv_encoding_utf8,
  "windows-1256": m.csv_encoding_arabic,
  "windows-1252": m.csv_encoding_western,
  "windows-1250": m.csv_encoding_central_european,
  "windows-1251": m.csv_encoding_cyrillic,
  "windows-1254": m.csv_encoding_turkish,
  "iso-8859-6": m.csv_encoding_arabic_iso,
  macintosh: m.csv_encoding_macintosh,
  "utf-16le": m.csv_encoding_utf16,
  "utf-16be": m.csv_encoding_utf16be,
};

function Preview({ rows }: { rows: readonly (readonly string[])[] }) {
  const [heading = [], ...content] = rows.map((cells, row) =>
    cells.map((text, column) => ({ text, key: `${row} ${column}` })),
  );
  return (
    // Lists have up to fifteen columns.
    <section
      aria-label={m.csv_preview()}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it only with the focus.
      tabIndex={0}
      className="relative overflow-x-auto rounded border border-line"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {heading.map(({ key, text }) => (
              // The letters of a heading over an empty column would stand below each other.
              <Heading key={key} className="whitespace-nowrap">
                <bdi>{text}</bdi>
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {content.map((cells) => (
            <tr key={cells[0]?.key} className="border-b border-line last:border-0">
              {cells.map(({ key, text }) => (
                <td key={key} className={`${cell} max-w-60`}>
                  <bdi>{text}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
