import { Fragment, useState } from "react";
import { m } from "~/paraglide/messages";
import { CheckLine } from "~/ui/form/check-line";
import {
  activeShortcuts,
  areSingleKeysEnabled,
  keyLabels,
  type ShortcutId,
  setSingleKeysEnabled,
  shortcuts,
} from "~/ui/hooks/shortcuts";
import { Dialog } from "~/ui/overlay/dialog";

const scopes = [
  ["everywhere", m.admin_keys_everywhere],
  ["list", m.admin_keys_list],
  ["board", m.admin_keys_board],
  ["lines", m.admin_keys_lines],
] as const;

/** Keyboard shortcuts of the current page. */
export function KeyboardHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title={m.admin_keys_help_title()}>
      <Shortcuts />
      <SingleKeys />
    </Dialog>
  );
}

function Shortcuts() {
  const here = activeShortcuts();
  return scopes.map(([where, title]) => {
    const ids = here.filter((id) => shortcuts[id].where === where);
    if (ids.length === 0) return null;
    return (
      <section key={where} aria-label={title()}>
        <h3 className="pb-1 text-xs font-medium text-muted">{title()}</h3>
        <dl className="text-sm">
          {ids.map((id) => (
            <div
              key={id}
              className="flex min-h-9 items-center justify-between gap-4 border-b border-line py-1 last:border-b-0"
            >
              <dt>{shortcuts[id].label()}</dt>
              <dd className="flex shrink-0 items-center gap-1.5">
                <Keys id={id} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    );
  });
}

function SingleKeys() {
  const [work, setWork] = useState(areSingleKeysEnabled);
  return (
    <CheckLine
      checked={work}
      onChange={(work) => {
        setSingleKeysEnabled(work);
        setWork(areSingleKeysEnabled());
      }}
    >
      {m.admin_keys_single()}
      <span className="block text-xs text-muted">{m.admin_keys_single_hint()}</span>
    </CheckLine>
  );
}

function Keys({ id }: { id: ShortcutId }) {
  return keyLabels(id).map((keys, at) => (
    <Fragment key={keys.join(" ")}>
      {at > 0 && <span className="text-xs text-muted">{m.admin_keys_or()}</span>}
      <span dir="ltr" className="flex gap-0.5">
        {keys.map((key) => (
          <kbd
            key={key}
            className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs"
          >
            {key}
          </kbd>
        ))}
      </span>
    </Fragment>
  ));
}
