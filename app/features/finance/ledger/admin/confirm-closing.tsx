import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { Dialog } from "~/ui/overlay/dialog";

interface ConfirmClosingProps {
  open: boolean;
  title: string;
  warning: string;
  /** Mutation that closes the books or the year. */
  closing: { error: Error | null; isPending: boolean };
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a closing, because it is permanent. */
export function ConfirmClosing({ open, title, warning, closing, onConfirm, onClose }: ConfirmClosingProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title}>
      <p className="text-sm">{warning}</p>
      <Failure>{closing.error?.message}</Failure>
      <div className="flex justify-end gap-3">
        <Button tone="plain" size="small" onClick={onClose}>
          {m.common_close()}
        </Button>
        <Button size="small" disabled={closing.isPending} onClick={onConfirm}>
          {title}
        </Button>
      </div>
    </Dialog>
  );
}
