import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useRef } from "react";
import { Link, Outlet, useLocation } from "react-router";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { useMedia } from "~/ui/hooks/use-media";
import { settingsParts } from "../../frame/settings-sections";

/** /admin/settings: list of sections beside the open one; one after the other on phones. */
export function SettingsScreen() {
  const { pathname } = useLocation();
  const open = pathname.split("/admin/settings/")[1];
  // The first section opens by default where both fit.
  const roomForBoth = useMedia("(min-width: 64rem)");
  const shown = open || !roomForBoth ? pathname : settingsParts[0]!.links[0]!.path;
  const sections = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the link of the section shown.
  useEffect(() => {
    const list = sections.current!;
    // The emergency bar may appear later and make the list shorter.
    const observer = new ResizeObserver(() =>
      list.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" }),
    );
    observer.observe(list);
    return () => observer.disconnect();
  }, [shown]);
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className={classNames("px-4 pt-4 pb-3 lg:px-6 lg:pt-5", open && "max-lg:sr-only")}>
        <h1 className="text-lg font-semibold">{m.settings_title()}</h1>
        <p className="text-xs text-muted">{m.settings_hint()}</p>
      </header>
      <div className="flex min-h-0 grow border-t border-line max-lg:border-t-0">
        <nav
          ref={sections}
          aria-label={m.settings_sections()}
          className={classNames(
            "relative w-full shrink-0 border-line px-3 py-4 lg:w-60 lg:overflow-y-auto lg:border-e",
            open && "max-lg:hidden",
          )}
        >
          {settingsParts.map(({ title, links }) => (
            <div key={title()} className="mb-5">
              <h2 className="px-3 pb-1 text-xs font-medium text-muted">{title()}</h2>
              <ul className="flex flex-col gap-0.5">
                {links.map(({ path, label }) => (
                  <li key={path}>
                    <Link
                      to={path}
                      aria-current={`${shown}/`.startsWith(`${path}/`) ? "page" : undefined}
                      className="flex min-h-11 scroll-my-4 items-center rounded px-3 text-sm hover:bg-sunken aria-[current=page]:bg-brass-soft aria-[current=page]:font-medium aria-[current=page]:text-brass-text lg:min-h-9"
                    >
                      {label()}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className={classNames("relative min-w-0 grow lg:overflow-y-auto", !open && "max-lg:hidden")}>
          {open && (
            <Link
              to="/admin/settings"
              className="mx-4 mt-3 inline-flex min-h-9 items-center gap-1.5 text-sm text-link lg:hidden"
            >
              <ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />
              {m.settings_all()}
            </Link>
          )}
          <Outlet />
        </div>
      </div>
    </div>
  );
}
