import { m } from "~/paraglide/messages";

/** First tab stop, visible while focused. */
export function SkipLinks() {
  const links = [
    { href: "#main", text: m.site_skip_to_main() },
    { href: "#navigation", text: m.site_skip_to_navigation() },
    { href: "#footer", text: m.site_skip_to_footer() },
  ];
  return (
    <div className="fixed start-3 top-3 z-60">
      {links.map(({ href, text }) => (
        <a
          key={href}
          href={href}
          className="sr-only rounded bg-action px-4 py-3 font-medium text-on-action focus:not-sr-only focus:absolute focus:whitespace-nowrap"
        >
          {text}
        </a>
      ))}
    </div>
  );
}
