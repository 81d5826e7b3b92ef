import { Menu } from "@base-ui/react/menu";
import ChevronDown from "lucide-react/icons/chevron-down";
import { type RefObject, useRef, useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { Button } from "../button";

interface MenuAction {
  label: string;
  disabled?: boolean;
  /** Page to open. */
  to?: string;
  /** File to download. */
  href?: string;
  run: () => void;
}

const itemClass =
  "flex min-h-9 w-full cursor-pointer items-center px-3 text-start text-sm data-disabled:cursor-default data-disabled:text-muted data-highlighted:bg-brass-soft";

interface ActionMenuProps {
  actions: readonly MenuAction[];
  /** Default: "More". */
  label?: string;
  /** Accessible name, where a page has several menus. */
  name?: string;
  /** Receives the button. */
  trigger: RefObject<HTMLButtonElement | null>;
}

/** Rare actions of a record, behind one button. */
export function ActionMenu({ actions, label, name, trigger }: ActionMenuProps) {
  /** Until the menu is opened again. */
  const chosen = useRef<MenuAction>(null);
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <Menu.Root
      // Elements outside an open modal dialog are inert.
      onOpenChange={(isOpen, { trigger }) => {
        if (isOpen) chosen.current = null;
        setDialog(trigger?.closest("dialog") ?? null);
      }}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen || !chosen.current) return;
        // A form that opens takes the focus from the button and returns it there.
        trigger.current?.focus({ preventScroll: true });
        chosen.current.run();
      }}
    >
      <Menu.Trigger
        ref={trigger}
        render={
          <Button tone="quiet" size="small" aria-label={name}>
            <span>{label ?? m.admin_more_actions()}</span>
            <ChevronDown aria-hidden />
          </Button>
        }
      />
      <Menu.Portal container={dialog ?? undefined}>
        <Menu.Positioner side="top" align="end" sideOffset={4} collisionPadding={8} className="z-40">
          <Menu.Popup
            // Otherwise the menu takes the focus back from the form of the chosen action or from a clicked field.
            finalFocus={() =>
              chosen.current === null && document.activeElement?.matches("body, [role^=menu]") === true
            }
            className="min-w-48 rounded border border-line bg-surface py-1 text-ink shadow-raised outline-none"
          >
            {actions.map((action) => (
              <Menu.Item
                key={action.label}
                disabled={action.disabled}
                render={linkOf(action)}
                onClick={() => {
                  chosen.current = action;
                }}
                className={itemClass}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function linkOf({ label, to, href }: MenuAction) {
  if (to) return <Link to={to}>{label}</Link>;
  if (!href) return undefined;
  return (
    <a href={href} download>
      {label}
    </a>
  );
}
