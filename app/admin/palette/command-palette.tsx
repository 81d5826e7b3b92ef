import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import type { SessionUser } from "~/platform/auth/session";
import { lazyPart } from "~/ui/screen/lazy-part";
import { SearchLine, searchInputClass } from "./palette-search-line";

const loadBody = () => import("./palette-body").then(({ PaletteBody }) => PaletteBody);
const Body = lazyPart(loadBody, ({ text, onText, onClose }) => (
  <SearchLine onClose={onClose}>
    <input
      // biome-ignore lint/a11y/noAutofocus: the palette is opened to type.
      autoFocus
      aria-label={m.admin_search_everything()}
      placeholder={m.admin_search_placeholder()}
      value={text}
      onChange={({ target }) => onText(target.value)}
      autoComplete="off"
      className={searchInputClass}
    />
  </SearchLine>
));
/** Long enough for the requested page to load first, in milliseconds. */
const LOAD_AFTER_MS = 2_000;

interface PaletteProps {
  user: SessionUser;
  open: boolean;
  onClose: () => void;
  onHelp: () => void;
}

/**
 * Command palette (Ctrl/⌘ K): finds a page or record by part of its number or name and starts an action with
 * it. Only the input ships with the office; text typed before the rest has loaded is kept.
 */
export function CommandPalette({ open, onClose, ...body }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  useEffect(() => {
    const timer = setTimeout(() => loadBody().catch(() => {}), LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape arrives as the dialog's cancel event.
    <dialog
      ref={dialog}
      aria-label={m.admin_search_everything()}
      // Before the close event, which may arrive after the next Ctrl K.
      onCancel={onClose}
      onClose={() => {
        // The close event arrives late: the palette or another dialog may be open again.
        if (open && !dialog.current?.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
      className="dialog-enter mx-auto mt-2 w-[min(40rem,calc(100vw-1rem))] overflow-hidden rounded-lg border border-line bg-surface p-0 text-ink shadow-raised sm:mt-[10vh]"
    >
      {open && <Content onClose={onClose} {...body} />}
    </dialog>
  );
}

function Content(props: Omit<PaletteProps, "open">) {
  const [text, setText] = useState("");
  return <Body text={text} onText={setText} {...props} />;
}
