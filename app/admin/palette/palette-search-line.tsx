import Search from "lucide-react/icons/search";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";

export const searchInputClass =
  "h-13 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-muted";

export function SearchLine({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b border-line ps-4 pe-2">
      <Search aria-hidden className="size-5 shrink-0 text-muted" />
      {children}
      <button
        type="button"
        onClick={onClose}
        className="min-h-9 shrink-0 rounded px-2 text-xs text-muted hover:bg-sunken hover:text-ink"
      >
        {m.common_close()}
      </button>
    </div>
  );
}
