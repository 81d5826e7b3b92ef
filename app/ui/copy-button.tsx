import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { copyText } from "~/platform/browser/clipboard";
import { Button } from "./button";
import { useHydrated } from "./hooks/use-hydrated";

interface CopyButtonProps {
  value: string;
  label: string;
  /** Shows the label instead of the icon alone. */
  withText?: true;
}

/** Button that copies a value. Hidden over plain HTTP, where browsers offer no clipboard. */
export function CopyButton({ value, label, withText }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const hydrated = useHydrated();
  if (!hydrated || !navigator.clipboard) return null;
  return (
    <>
      <Button
        size="small"
        tone={withText ? "action" : "quiet"}
        className="min-h-10 shrink-0"
        aria-label={withText ? undefined : label}
        onClick={async () => setOutcome((await copyText(value)) ? "copied" : "refused")}
      >
        {outcome === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
        {withText && <span>{label}</span>}
      </Button>
      <span role="status" className={outcome === "refused" ? "w-28 text-xs text-error" : "sr-only"}>
        {outcome === "copied" ? m.common_copied() : outcome === "refused" && m.common_copy_refused()}
      </span>
    </>
  );
}
