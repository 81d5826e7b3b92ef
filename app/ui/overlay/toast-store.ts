export interface Toast {
  id: number;
  title: string;
  description?: string;
  tone: "neutral" | "success" | "error";
}

export type ToastStore = ReturnType<typeof createToastStore>;

/** Independent of React, so that any module can show a toast. */
export function createToastStore({ limit, lifetimeMs }: { limit: number; lifetimeMs: number }) {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();

  function replace(next: readonly Toast[]) {
    toasts = next;
    for (const listener of listeners) listener();
  }

  function dismiss(id: number) {
    if (toasts.some((toast) => toast.id === id)) replace(toasts.filter((toast) => toast.id !== id));
  }

  return {
    show(toast: { title: string; description?: string; tone?: Toast["tone"] }): number {
      lastId += 1;
      const id = lastId;
      replace([...toasts, { tone: "neutral" as const, ...toast, id }].slice(-limit));
      setTimeout(() => dismiss(id), lifetimeMs);
      return id;
    },
    dismiss,
    list: () => toasts,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** Important notices, until closed or replaced (docs/domain.md, "Screens"). */
export const notices = createToastStore({ limit: 1, lifetimeMs: 1_000_000 });

/** Confirmations: up to three, four seconds each (docs/domain.md, "Screens"). */
export const passingNotices = createToastStore({ limit: 3, lifetimeMs: 4_000 });
