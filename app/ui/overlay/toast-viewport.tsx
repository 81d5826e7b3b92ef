import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { useSyncExternalStore } from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "../class-names";
import { notices, passingNotices, type Toast, type ToastStore } from "./toast-store";

const none: readonly Toast[] = [];

const icons = { neutral: Info, success: CircleCheck, error: CircleAlert };
const edges = {
  neutral: "border-line [&>svg]:text-muted",
  success: "border-calm [&>svg]:text-calm-text",
  error: "border-error [&>svg]:text-error",
};

/** Rendered while empty, so that screen readers announce the first toast. */
export function ToastViewport({ className }: { className: string }) {
  return (
    <section
      data-no-print=""
      aria-label={m.common_notices()}
      className={classNames(
        "pointer-events-none fixed inset-x-4 z-50 flex flex-col items-stretch gap-2 md:inset-x-auto md:end-6 md:w-96",
        className,
      )}
    >
      <ToastList store={notices} />
      <ToastList store={passingNotices} />
    </section>
  );
}

function ToastList({ store }: { store: ToastStore }) {
  const toasts = useSyncExternalStore(store.subscribe, store.list, () => none);
  return (
    <div role="status" aria-live="polite" className="contents">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} onClose={() => store.dismiss(toast.id)} />
      ))}
    </div>
  );
}

function ToastCard({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const Icon = icons[toast.tone];
  return (
    <div
      data-toast=""
      className={classNames(
        "toast-enter pointer-events-auto flex items-start gap-3 rounded border border-s-4 bg-surface py-3 ps-4 pe-2 shadow-raised",
        edges[toast.tone],
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow">
        <p className="text-sm font-semibold">{toast.title}</p>
        {toast.description && <p className="text-sm text-muted">{toast.description}</p>}
      </div>
      <button
        type="button"
        onClick={onClose}
        aria-label={m.common_close()}
        className="grid size-8 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
