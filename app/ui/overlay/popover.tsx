import { Popover as Parts } from "@base-ui/react/popover";
import { type ReactElement, type ReactNode, useState } from "react";
import { classNames } from "../class-names";

interface PopoverProps {
  /** The button that opens it. */
  trigger: ReactElement;
  label: string;
  /** For words that explain the button: a pointer that rests on it opens them, too. */
  byHover?: boolean;
  className?: string;
  children: ReactNode;
}

/** What a button opens over the page, which stays usable. Escape and a press elsewhere close it; the focus goes back. */
export function Popover({ trigger, label, byHover = false, className, children }: PopoverProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  return (
    // Over a modal dialog nothing is to be seen but what is in it.
    <Parts.Root onOpenChange={(_, { trigger }) => setDialog(trigger?.closest("dialog") ?? null)}>
      <Parts.Trigger render={trigger} openOnHover={byHover} />
      <Parts.Portal container={dialog ?? undefined}>
        <Parts.Positioner sideOffset={6} align="start" collisionPadding={8} className="z-40">
          <Parts.Popup
            aria-label={label}
            className={classNames(
              "max-w-[calc(100vw-1rem)] rounded border border-line bg-surface p-3 text-sm text-ink shadow-raised",
              className,
            )}
          >
            {children}
          </Parts.Popup>
        </Parts.Positioner>
      </Parts.Portal>
    </Parts.Root>
  );
}
