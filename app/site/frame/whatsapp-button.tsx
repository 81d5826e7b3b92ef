import MessageCircle from "lucide-react/icons/message-circle";
import Minus from "lucide-react/icons/minus";
import { type RefObject, useEffect, useRef } from "react";
import { m } from "~/paraglide/messages";
import { whatsappHref } from "~/platform/text/contact-links";
import type { PublicBusiness } from "./business";
import { setChatSize } from "./chat-size";

/**
 * Floating chat button; minimised if the visitor chose so (chat-size.ts). It hides while it would cover a
 * field, a button or a panel. Phones have the chat in the thumb bar instead.
 */
export function WhatsappButton({ business }: { business: PublicBusiness }) {
  const frame = useRef<HTMLElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const small = useRef<HTMLButtonElement>(null);
  useHideWhileCovering(frame);

  function resize(size: "small" | "full") {
    setChatSize(size);
    // The pressed button is gone, so the focus moves to the other one.
    (size === "small" ? small : link).current?.focus();
  }

  return (
    <aside
      ref={frame}
      data-no-print=""
      aria-label={m.site_whatsapp()}
      className="fixed end-6 bottom-6 z-30 data-giving-way:invisible max-md:hidden"
    >
      <div className="group relative in-data-[chat=small]:hidden">
        <a
          ref={link}
          href={whatsappHref(business.whatsapp, m.site_whatsapp_help())}
          target="_blank"
          rel="noopener"
          aria-label={m.site_chat()}
          className="peer grid size-14 place-items-center rounded-full bg-calm text-on-calm shadow-raised transition-transform duration-200 active:scale-[0.97]"
        >
          <MessageCircle aria-hidden className="size-6" />
        </a>
        <span
          aria-hidden
          className="pointer-events-none absolute end-full top-1/2 me-3 -translate-y-1/2 rounded bg-ink px-3 py-2 text-sm whitespace-nowrap text-paper opacity-0 transition-opacity peer-hover:opacity-100 peer-focus-visible:opacity-100 in-data-quiet:opacity-0!"
        >
          {m.site_chat()}
        </span>
        <button
          type="button"
          onClick={() => resize("small")}
          aria-label={m.site_chat_minimise()}
          title={m.site_chat_minimise()}
          className="absolute -end-1.5 -top-1.5 grid size-6 place-items-center rounded-full border border-control bg-surface text-ink hover:border-accent"
        >
          <Minus aria-hidden className="size-3.5" />
        </button>
      </div>
      <button
        ref={small}
        type="button"
        onClick={() => resize("full")}
        aria-label={m.site_chat_reopen()}
        title={m.site_chat_reopen()}
        className="hidden size-9 place-items-center rounded-full border border-control bg-surface text-calm-text shadow-raised hover:border-accent in-data-[chat=small]:grid"
      >
        <MessageCircle aria-hidden className="size-4.5" />
      </button>
    </aside>
  );
}

/** Elements that the button must not cover: fields, buttons, marked links, and panels (data-panel). */
const UNCOVERED = "main :is(input, select, textarea, button, label, summary, a[data-cta], [data-panel])";

/** Hidden elements have no width and overlap nothing. */
function overlap(a: DOMRect, b: DOMRect): boolean {
  const shown = a.width > 0 && b.width > 0;
  return shown && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/** Hides the button while it covers such an element; Escape dismisses its tooltip. */
function useHideWhileCovering(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let scheduledFrame = 0;
    function updateVisibility() {
      scheduledFrame = 0;
      const container = frame.current;
      if (!container) return;
      const box = container.getBoundingClientRect();
      const coversElement =
        !container.contains(document.activeElement) &&
        [...document.querySelectorAll(UNCOVERED)].some((element) =>
          overlap(box, element.getBoundingClientRect()),
        );
      container.toggleAttribute("data-giving-way", coversElement);
    }
    function scheduleUpdate() {
      scheduledFrame ||= requestAnimationFrame(updateVisibility);
    }
    function onKeyDown({ key }: KeyboardEvent) {
      if (key === "Escape") frame.current?.setAttribute("data-quiet", "");
    }
    function onPointerLeave() {
      frame.current?.removeAttribute("data-quiet");
    }
    const container = frame.current;
    scheduleUpdate();
    document.addEventListener("scroll", scheduleUpdate, { passive: true });
    document.addEventListener("focusin", scheduleUpdate);
    window.addEventListener("resize", scheduleUpdate);
    // Also observes later content and page changes.
    const resizeObserver = new ResizeObserver(scheduleUpdate);
    resizeObserver.observe(document.body);
    document.addEventListener("keydown", onKeyDown);
    container?.addEventListener("pointerleave", onPointerLeave);
    container?.addEventListener("focusout", onPointerLeave);
    return () => {
      cancelAnimationFrame(scheduledFrame);
      document.removeEventListener("scroll", scheduleUpdate);
      document.removeEventListener("focusin", scheduleUpdate);
      window.removeEventListener("resize", scheduleUpdate);
      resizeObserver.disconnect();
      document.removeEventListener("keydown", onKeyDown);
      container?.removeEventListener("pointerleave", onPointerLeave);
      container?.removeEventListener("focusout", onPointerLeave);
    };
  }, [frame]);
}
