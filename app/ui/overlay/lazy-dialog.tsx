import type { ComponentType, ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { lazyPart } from "../screen/lazy-part";
import { Dialog } from "./dialog";

interface DialogProps {
  /** Absent: the dialog is rendered only while it is open. */
  open?: boolean;
  onClose: () => void;
}

/** Dialog whose code loads when it is first opened. A failed import shows its message in a dialog, too. */
export function lazyDialog<Props extends DialogProps>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return lazyPart(load, () => null, "loading", FailedDialog);
}

function FailedDialog({ open = true, onClose, children }: DialogProps & { children: ReactNode }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.common_failed_parts_label()}>
      {children}
    </Dialog>
  );
}
