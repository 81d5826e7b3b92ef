import ArrowRight from "lucide-react/icons/arrow-right";
import { type RefObject, useEffect, useRef } from "react";
import { NavLink } from "react-router";
import { TradeIcon } from "~/features/core/catalogue/components/trade-icon";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { createTypeAhead } from "~/ui/form/type-ahead";
import { latinKey } from "~/ui/hooks/latin-key";
import type { NavService } from "./business";

/** Panel of the Services disclosure: the service pages, the emergency page among them, and the overview. */
export function ServicesMenu({ services }: { services: NavService[] }) {
  const panel = useRef<HTMLDivElement>(null);
  useMenuKeys(panel);
  const link = ({ isActive }: { isActive: boolean }) =>
    classNames(
      "flex min-h-11 items-center gap-3 rounded px-3 text-sm hover:bg-brass-soft",
      isActive ? "bg-brass-soft font-semibold text-brass-text" : "font-medium",
    );
  return (
    <div
      ref={panel}
      className="rise-in absolute start-0 top-full z-10 mt-4 w-[35rem] rounded-lg border border-line bg-surface p-2 shadow-raised"
    >
      <ul className="grid grid-flow-col grid-rows-5 gap-x-2">
        {services.map(({ id, name }) => (
          <li key={id}>
            <NavLink to={`/services/${id}`} className={link}>
              <TradeIcon trade={id} className="size-5 shrink-0 text-accent" />
              <span>{name}</span>
            </NavLink>
          </li>
        ))}
      </ul>
      <div className="mt-2 border-t border-line pt-2">
        <NavLink to="/services" end className={link}>
          {m.site_all_services()}
          <ArrowRight aria-hidden className="ms-auto size-4 rtl:-scale-x-100" />
        </NavLink>
      </div>
    </div>
  );
}

/**
 * Keyboard and pointer behaviour of a menu for the links in a disclosure: arrows, Home, End, type-ahead.
 * Escape, an outside click, a loss of focus and a chosen link close it.
 */
function useMenuKeys(panel: RefObject<HTMLDivElement | null>) {
  useEffect(() => {
    const menu = panel.current?.closest("details");
    const summary = menu?.querySelector("summary");
    if (!menu || !summary) return;
    const typeAhead = createTypeAhead();
    const close = () => {
      menu.open = false;
    };

    function onKeyDown(event: KeyboardEvent) {
      const links = [...menu!.querySelectorAll("a")];
      const current = links.indexOf(document.activeElement as HTMLAnchorElement);
      const focus = (at: number) => {
        event.preventDefault();
        menu!.open = true;
        links.at(at % links.length)?.focus();
      };
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Escape" && menu!.open) {
        close();
        summary!.focus();
      } else if (event.key === "ArrowDown") focus(current + 1);
      else if (event.key === "ArrowUp") focus(current === -1 ? -1 : current - 1);
      else if (!menu!.open) return;
      else if (event.key === "Home") focus(0);
      else if (event.key === "End") focus(-1);
      else if (event.key.length === 1 && event.key !== " ") {
        const texts = links.map((link) => link.textContent.trim());
        const isLatin = texts.every((text) => /^[ -~]*$/.test(text));
        const found = typeAhead(isLatin ? latinKey(event) : event.key, texts, current);
        if (found !== -1) focus(found);
      }
    }
    function onClick({ target }: Event) {
      if (target instanceof Element && target.closest("a")) close();
    }
    function onFocusOut({ relatedTarget }: FocusEvent) {
      if (relatedTarget instanceof Node && !menu!.contains(relatedTarget)) close();
    }
    function onPointerDown({ target }: Event) {
      if (target instanceof Node && !menu!.contains(target)) close();
    }

    menu.addEventListener("keydown", onKeyDown);
    menu.addEventListener("click", onClick);
    menu.addEventListener("focusout", onFocusOut);
    document.addEventListener("pointerdown", onPointerDown);
    return () => {
      menu.removeEventListener("keydown", onKeyDown);
      menu.removeEventListener("click", onClick);
      menu.removeEventListener("focusout", onFocusOut);
      document.removeEventListener("pointerdown", onPointerDown);
    };
  }, [panel]);
}
