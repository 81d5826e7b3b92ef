import { Link, useLocation } from "react-router";
import { m } from "~/paraglide/messages";
import type { Permission } from "~/platform/auth/permissions";
import { useMay } from "~/platform/auth/use-may";
import { classNames } from "~/ui/class-names";

export const activityParts = [
  { to: "/admin/activity", label: m.activity_trail, may: "activity.read" },
  { to: "/admin/activity/mails", label: m.activity_mails, may: "mails.read" },
  { to: "/admin/activity/undeliverable", label: m.activity_undeliverable, may: "mails.read" },
  { to: "/admin/activity/security", label: m.activity_security, may: "activity.read" },
  { to: "/admin/activity/errors", label: m.activity_errors, may: "activity.read" },
] as const satisfies { to: string; label: () => string; may: Permission }[];

/** Tabs of the activity pages. */
export function ActivityNav() {
  const { pathname } = useLocation();
  // An open entry of the audit trail is directly below /admin/activity, so the first tab is the default.
  const open = activityParts.slice(1).find(({ to }) => pathname.startsWith(to)) ?? activityParts[0];
  return (
    <nav
      aria-label={m.activity_parts()}
      className="relative flex max-w-full gap-0.5 self-start overflow-x-auto @xl:shrink-0 rounded border border-line bg-sunken p-0.5 text-xs font-medium"
    >
      {activityParts.map((part) => (
        <Part key={part.to} {...part} isOpen={part === open} />
      ))}
    </nav>
  );
}

function Part({ to, label, may, isOpen }: (typeof activityParts)[number] & { isOpen: boolean }) {
  if (!useMay(may)) return null;
  return (
    <Link
      to={to}
      aria-current={isOpen ? "page" : undefined}
      className={classNames(
        "inline-flex h-8 shrink-0 items-center rounded-sm px-3",
        isOpen ? "bg-surface text-ink shadow-raised" : "text-muted hover:text-ink",
      )}
    >
      {label()}
    </Link>
  );
}
