import type { ComponentType } from "react";
import { Button } from "./button";
import { ChangeRefused } from "./overlay/change-refused";

interface CreateButtonProps {
  Icon: ComponentType<{ "aria-hidden"?: boolean }>;
  label: string;
  mutation: { isPending: boolean; error: Error | null };
  onClick: () => void;
}

export function CreateButton({ Icon, label, mutation: change, onClick }: CreateButtonProps) {
  return (
    <div className="flex flex-col gap-2">
      <Button size="small" tone="quiet" className="self-start" disabled={change.isPending} onClick={onClick}>
        <Icon aria-hidden />
        <span>{label}</span>
      </Button>
      <ChangeRefused error={change.error} />
    </div>
  );
}
