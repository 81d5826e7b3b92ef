import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "./button";
import { useHydrated } from "./hooks/use-hydrated";

interface CopyButtonProps {
  value: string;
  label: string;
}

/** Button that copies a value. Hidden over plain HTTP, where browsers offer no clipboard. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const hydrated = useHydrated();
  if (!hydrated || !navigator.clipboard) return null;
  return (
    <>
      <Button
        size="small"
        tone="quiet"
        className="min-h-10 shrink-0"
        aria-label={label}
        onClick={async () => {
          await navigator.clipboard.writeText(value);
          setCopied(true);
        }}
      >
        {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      </Button>
      <span role="status" className="sr-only">
        {copied && m.common_copied()}
      </span>
    </>
  );
}
