import Upload from "lucide-react/icons/upload";
import { useId } from "react";
import { m } from "~/paraglide/messages";

export function ChooseCsv({ onChoose, disabled }: { onChoose: (file: File) => void; disabled?: boolean }) {
  const input = useId();
  return (
    <label
      htmlFor={input}
      className="inline-flex min-h-9 cursor-pointer items-center gap-1.5 rounded border border-control bg-surface px-3 text-sm font-medium focus-within:outline-2 hover:border-accent hover:bg-brass-soft"
    >
      <Upload aria-hidden className="size-4" />
      {m.csv_choose()}
      <input
        id={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        className="sr-only"
        disabled={disabled}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChoose(file);
          // The change event fires again for the same file, once it is corrected.
          target.value = "";
        }}
      />
    </label>
  );
}
