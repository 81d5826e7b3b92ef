import { Link, useLocation } from "react-router";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";

/** The way between the kinds of activity. */
export function ActivityNav() {
  const { pathname } = useLocation();
  const parts = [
    { to: "/admin/activity", label: m.activity_trail() },
    { to: "/admin/activity/mails", label: m.activity_mails() },
  ];
  // An opened entry of the trail has no word of its own in its address.
  const open = parts.slice(1).find(({ to }) => pathname.startsWith(to)) ?? parts[0];
  return (
    <nav
      aria-label={m.activity_parts()}
      className="flex gap-0.5 self-start rounded border border-line bg-sunken p-0.5 text-xs font-medium"
    >
      {parts.map((part) => (
        <Link
          key={part.to}
          to={part.to}
          aria-current={part === open ? "page" : undefined}
          className={classNames(
            "inline-flex h-8 items-center rounded-sm px-3",
            part === open ? "bg-surface text-ink shadow-raised" : "text-muted hover:text-ink",
          )}
        >
          {part.label}
        </Link>
      ))}
    </nav>
  );
}
