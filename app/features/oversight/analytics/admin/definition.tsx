import Info from "lucide-react/icons/info";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { Popover } from "~/ui/overlay/popover";

/** Definition of a figure as a tooltip or popover. */
export function Definition({
  of,
  className,
  children,
}: {
  of: string;
  className?: string;
  children: string;
}) {
  return (
    <Popover
      byHover
      label={of}
      className="w-80"
      trigger={
        <button
          type="button"
          aria-label={m.reports_definition({ what: of })}
          className={classNames(
            "relative z-10 inline-grid shrink-0 place-items-center rounded text-muted hover:bg-brass-soft hover:text-ink",
            className,
          )}
        >
          <Info aria-hidden className="size-4" />
        </button>
      }
    >
      {children}
    </Popover>
  );
}
