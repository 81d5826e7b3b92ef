import {
  type ComponentType,
  Fragment,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { m } from "~/paraglide/messages";
import { Button, ButtonAnchor, ButtonLink } from "../button";
import { ActionMenu } from "./action-menu";
import { ChangeRefused } from "./change-refused";

/** Action of a record: a change, a form, a page (`to`) or a file to download (`href`). */
export type RecordAction = {
  /** Identity of a form whose label may change while it is open. */
  id?: string;
  label: string;
  Icon?: ComponentType<{ "aria-hidden"?: boolean }>;
  /** False: neither allowed nor possible in this state. A form that is already open stays. */
  isOffered?: boolean;
  disabled?: boolean;
  error?: Error | null;
} & (
  | { run: () => void }
  | {
      form: (onClose: () => void) => ReactNode;
      /** Opens the form whenever this value changes. */
      openedBy?: string;
    }
  | { to: string }
  | { href: string }
);

interface RecordActionsProps {
  /** The first one offered is the next step of the record; the others are in the menu. */
  actions: readonly RecordAction[];
  /** Buttons of a next step that the page provides itself, so that every action is in the menu. */
  nextStep?: ReactNode;
  /** Hint above the actions. */
  children?: ReactNode;
}

/** Footer of a record's drawer. A form takes the place of the actions while it is open. */
export function RecordActions({ actions, nextStep, children }: RecordActionsProps) {
  const [openId, setOpenId] = useState<string | null>(null);
  const footer = useRef<HTMLElement>(null);
  const menu = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const wasOpenedByMenu = useRef(false);
  // The buttons are new elements after a form, so the browser cannot return the focus.
  useLayoutEffect(() => {
    if (openId === null && wasOpen.current) {
      const opener = wasOpenedByMenu.current ? menu.current : null;
      (opener ?? footer.current?.querySelector("button"))?.focus({ preventScroll: true });
    }
    wasOpen.current = openId !== null;
  }, [openId]);
  const requested = actions.find((action) => "form" in action && action.openedBy !== undefined);
  const openedBy = requested && "form" in requested ? requested.openedBy : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another label of the same request opens nothing.
  useEffect(() => {
    if (requested && openedBy !== undefined) setOpenId(idOf(requested));
  }, [openedBy]);

  const opened = actions.find((action) => idOf(action) === openId);
  if (opened && "form" in opened) {
    return <Fragment key={openId}>{opened.form(() => setOpenId(null))}</Fragment>;
  }
  const offered = actions.filter(({ isOffered = true }) => isOffered);
  const primary = nextStep ? undefined : offered[0];
  const others = primary ? offered.slice(1) : offered;
  const error = actions.find(({ error }) => error)?.error ?? null;
  if (offered.length === 0 && !error && !children && !nextStep) return null;
  const start = (action: RecordAction) => {
    wasOpenedByMenu.current = action !== primary;
    if ("form" in action) setOpenId(idOf(action));
    if ("run" in action) action.run();
  };
  return (
    <section ref={footer} aria-label={m.admin_record_actions()} className="flex flex-col gap-2">
      {children}
      <ChangeRefused error={error} />
      <div className="flex items-end gap-2 empty:hidden">
        {nextStep && <div className="min-w-0 grow">{nextStep}</div>}
        {primary && <PrimaryAction action={primary} onStart={() => start(primary)} />}
        <ActionMenu
          trigger={menu}
          actions={others.map((action) => ({
            label: action.label,
            disabled: action.disabled,
            to: "to" in action ? action.to : undefined,
            href: "href" in action ? action.href : undefined,
            run: () => start(action),
          }))}
        />
      </div>
    </section>
  );
}

function idOf({ id, label }: RecordAction): string {
  return id ?? label;
}

function PrimaryAction({ action, onStart }: { action: RecordAction; onStart: () => void }) {
  const { Icon, label, disabled } = action;
  const content = (
    <>
      {Icon && <Icon aria-hidden />}
      <span>{label}</span>
    </>
  );
  if ("to" in action) {
    return (
      <ButtonLink to={action.to} size="small" className="grow">
        {content}
      </ButtonLink>
    );
  }
  if ("href" in action) {
    return (
      <ButtonAnchor href={action.href} download size="small" className="grow">
        {content}
      </ButtonAnchor>
    );
  }
  return (
    <Button size="small" disabled={disabled} onClick={onStart} className="grow">
      {content}
    </Button>
  );
}
