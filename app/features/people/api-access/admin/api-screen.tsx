import ExternalLink from "lucide-react/icons/external-link";
import { m } from "~/paraglide/messages";
import { localPath } from "~/platform/locale/locale";
import { Keys } from "./keys";
import { Webhooks } from "./webhooks";

/** API keys and webhooks. */
export function ApiScreen() {
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <div>
          <h1 className="text-lg font-semibold">{m.keys_title()}</h1>
          <p className="text-xs text-muted">{m.keys_hint()}</p>
        </div>
        <a
          href={localPath("/api/docs")}
          className="flex min-h-8 items-center gap-1.5 text-sm text-link underline"
        >
          {m.keys_all_calls()}
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </header>
      <div className="relative min-h-0 grow border-t border-line lg:overflow-y-auto">
        <div className="flex max-w-3xl flex-col gap-10 px-4 py-6 lg:px-6">
          <Keys />
          <Webhooks />
        </div>
      </div>
    </div>
  );
}
