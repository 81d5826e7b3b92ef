import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/copy-button";

interface SecretRevealProps {
  title: string;
  hint: string;
  value: string;
  copyLabel: string;
  onClose: () => void;
}

/** Secret that is shown only once. */
export function SecretReveal({ title, hint, value, copyLabel, onClose }: SecretRevealProps) {
  return (
    <section
      aria-label={title}
      className="flex flex-col gap-3 rounded border border-brass-text bg-brass-soft p-4"
    >
      <div role="status">
        <p className="text-sm font-medium">{title}</p>
        <p className="text-sm">{hint}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {/* Random characters, not translated. */}
        <code
          lang="zxx"
          dir="ltr"
          className="min-w-0 grow rounded border border-control bg-surface px-3 py-2 text-sm break-all"
        >
          {value}
        </code>
        <CopyButton value={value} label={copyLabel} />
      </div>
      <Button size="small" className="self-start" onClick={onClose}>
        {m.keys_created_done()}
      </Button>
    </section>
  );
}
