import { classNames } from "../class-names";
import { Checkbox } from "../form/checkbox";

interface CheckCellProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  className?: string;
  onChange: () => void;
}

export function CheckCell({ label, className = "size-7", ...input }: CheckCellProps) {
  return (
    <label className={classNames("grid shrink-0 cursor-pointer place-items-center", className)}>
      <Checkbox small aria-label={label} {...input} />
    </label>
  );
}
