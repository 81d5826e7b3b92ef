import { m } from "~/paraglide/messages";
import { Keys } from "./keys";
import { Webhooks } from "./webhooks";

export function meta() {
  return [{ title: m.admin_page_title({ page: m.keys_title() }) }, { name: "robots", content: "noindex" }];
}

/** /admin/api: what other programs may do, and are told. */
export default function ApiPage() {
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <header className="px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <h1 className="text-lg font-semibold">{m.keys_title()}</h1>
        <p className="text-xs text-muted">{m.keys_hint()}</p>
      </header>
      <div className="min-h-0 grow border-t border-line lg:overflow-y-auto">
        <div className="flex max-w-3xl flex-col gap-10 px-4 py-6 lg:px-6">
          <Keys />
          <Webhooks />
        </div>
      </div>
    </div>
  );
}
