import { classNames } from "../class-names";
import { Checkbox } from "../form/checkbox";

interface CheckCellProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** Its size, which is that of what can be hit. */
  className?: string;
  onChange: () => void;
}

/** A line of a list is chosen with it. */
export function CheckCell({ label, className = "size-7", ...input }: CheckCellProps) {
  return (
    <label className={classNames("grid shrink-0 cursor-pointer place-items-center", className)}>
      <Checkbox small aria-label={label} {...input} />
    </label>
  );
}
