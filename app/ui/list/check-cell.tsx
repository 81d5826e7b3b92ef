import { classNames } from "../class-names";

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
      <input type="checkbox" aria-label={label} className="size-4 accent-action" {...input} />
    </label>
  );
}
