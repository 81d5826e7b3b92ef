import { Popover as Parts } from "@base-ui/react/popover";
import { type ReactElement, type ReactNode, useState } from "react";
import { classNames } from "../class-names";

interface PopoverProps {
  trigger: ReactElement;
  label: string;
  /** Also opens on hover, for explanations. */
  byHover?: boolean;
  className?: string;
  children: ReactNode;
}

export function Popover({ trigger, label, byHover = false, className, children }: PopoverProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  return (
    // Elements outside an open modal dialog are inert.
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
