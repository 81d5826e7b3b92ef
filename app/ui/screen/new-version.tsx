import { m } from "~/paraglide/messages";
import { useNewVersion } from "~/platform/live/new-version";
import { Button } from "../button";

/** On pages that stay open for hours: that the product was updated meanwhile, and the way to go on with it. */
export function NewVersion() {
  if (!useNewVersion()) return null;
  return (
    <section
      role="status"
      aria-label={m.common_new_version_label()}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-brass-soft px-4 py-2.5 text-sm text-brass-text lg:px-6"
    >
      <p className="min-w-0 grow basis-64">{m.common_new_version()}</p>
      <Button size="small" onClick={() => window.location.reload()}>
        {m.common_refresh_page()}
      </Button>
    </section>
  );
}
