import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useId, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { dubaiDate, formatDay, formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/form/checkbox";
import { DateField } from "~/ui/form/date-field";
import { EditForm } from "~/ui/form/edit-form";
import { FieldError, TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { SectionAction } from "~/ui/section";
import { keysQuery, useMakeKey, useRevokeKey } from "../admin-client";
import { type KeyArea, type KeyPermission, keyAreas } from "../key-areas";
import type { KeyView } from "../views";
import { SecretReveal } from "./secret-reveal";

const areaLabels: Record<KeyArea, () => string> = {
  bookings: m.keys_area_bookings,
  visits: m.keys_area_visits,
  customers: m.keys_area_customers,
  contracts: m.keys_area_contracts,
  quotes: m.keys_area_quotes,
  invoices: m.keys_area_invoices,
  payments: m.keys_area_payments,
  refunds: m.keys_area_refunds,
  technicians: m.keys_area_technicians,
  holidays: m.keys_area_holidays,
  services: m.keys_area_services,
  prices: m.keys_area_prices,
  activity: m.keys_area_activity,
};

const areas = Object.entries(keyAreas) as [KeyArea, { read?: KeyPermission; change?: KeyPermission }][];

/** API keys, and the form for a new one. */
export function Keys() {
  const found = useQuery(keysQuery);
  const [making, setMaking] = useState(false);
  const [newKey, setNewKey] = useState<string | null>(null);
  return (
    <section aria-labelledby="api-keys" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3 sm:flex-nowrap">
        <div className="max-w-xl">
          <h2 id="api-keys" className="text-base font-semibold">
            {m.keys_section()}
          </h2>
          <p className="text-sm text-muted">{m.keys_section_hint()}</p>
        </div>
        {!making && !newKey && (
          <Button size="small" className="shrink-0" onClick={() => setMaking(true)}>
            <Plus aria-hidden />
            {m.keys_new()}
          </Button>
        )}
      </div>
      {making && <NewKey onClose={() => setMaking(false)} onCreated={setNewKey} />}
      {newKey && (
        <SecretReveal
          title={m.keys_created()}
          hint={m.keys_created_hint()}
          value={newKey}
          copyLabel={m.keys_copy()}
          onClose={() => setNewKey(null)}
        />
      )}
      {!found.data ? (
        found.isError ? (
          <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />
        ) : (
          <ListLoading />
        )
      ) : found.data.keys.length === 0 ? (
        <p className="text-sm text-muted">{m.keys_none()}</p>
      ) : (
        <ul className="flex flex-col border-t border-line">
          {found.data.keys.map((one) => (
            <Key key={one.id} of={one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NewKey({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const make = useMakeKey();
  const form = useForm({
    initialValues: { name: "", lastDay: "", permissions: [] as KeyPermission[] },
    send: ({ lastDay, ...rest }) => make.mutateAsync({ ...rest, lastDay: lastDay || null }),
    onDone: ({ key }) => onCreated(key),
    next: onClose,
  });
  const { permissions } = form.values;
  const error = useId();

  function toggle(one: KeyPermission) {
    const remaining = permissions.filter((other) => other !== one);
    form.set({ permissions: permissions.includes(one) ? remaining : [...remaining, one] });
  }
  return (
    <EditForm label={m.keys_new()} submit={m.keys_create()} form={form} onClose={onClose}>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={m.keys_name()}
          hint={m.keys_name_hint()}
          required
          autoFocus
          {...form.field("name")}
        />
        <DateField
          label={m.keys_last_day()}
          hint={m.keys_last_day_hint()}
          min={dubaiDate(new Date())}
          {...form.field("lastDay")}
        />
      </div>
      <fieldset aria-describedby={form.errors.permissions ? error : undefined}>
        <legend className="mb-1.5 text-sm font-medium">{m.keys_permissions()}</legend>
        <table className="w-full text-sm">
          <thead>
            <tr className="text-xs text-muted">
              <td />
              <th scope="col" className="w-20 py-1 text-center font-medium">
                {m.keys_read()}
              </th>
              <th scope="col" className="w-20 py-1 text-center font-medium">
                {m.keys_change()}
              </th>
            </tr>
          </thead>
          <tbody>
            {areas.map(([area, { read, change }]) => {
              const label = areaLabels[area]();
              return (
                <tr key={area} className="border-t border-line">
                  <th scope="row" className="py-1 text-start font-normal">
                    {label}
                  </th>
                  <td className="text-center">
                    {read && (
                      <Tick
                        label={m.keys_read_area({ area: label })}
                        checked={permissions.includes(read) || (!!change && permissions.includes(change))}
                        // Write permission includes read permission.
                        disabled={!!change && permissions.includes(change)}
                        onChange={() => toggle(read)}
                      />
                    )}
                  </td>
                  <td className="text-center">
                    {change && (
                      <Tick
                        label={m.keys_change_area({ area: label })}
                        checked={permissions.includes(change)}
                        onChange={() => toggle(change)}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
        <FieldError id={error} error={form.errors.permissions} />
      </fieldset>
    </EditForm>
  );
}

function Tick({
  label,
  ...input
}: {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
}) {
  return (
    <label className="inline-flex size-9 cursor-pointer items-center justify-center">
      <Checkbox small aria-label={label} {...input} />
    </label>
  );
}

function Key({
  of: { id, name, suffix, permissions, owner, createdAt, expiresAt, lastUsedAt, state },
}: {
  of: KeyView;
}) {
  const [asking, setAsking] = useState(false);
  const changed = areas.filter(([, { change }]) => change && permissions.includes(change));
  const read = areas.filter(
    ([area, { read }]) => read && permissions.includes(read) && !changed.some(([one]) => one === area),
  );
  const named = (selected: typeof areas) =>
    formatList(selected.map(([area]) => areaLabels[area]().toLowerCase()));
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 text-sm">
        <div className="min-w-60 grow basis-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <bdi>{name}</bdi>
            <code lang="zxx" dir="ltr" className="text-xs font-normal text-muted">
              {`office_…${suffix}`}
            </code>
            {state !== "good" && (
              <Badge>{state === "revoked" ? m.keys_state_revoked() : m.keys_state_expired()}</Badge>
            )}
          </p>
          <p className="text-xs text-muted">
            {[
              changed.length > 0 && m.keys_changes({ areas: named(changed) }),
              read.length > 0 && m.keys_reads({ areas: named(read) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <div className="figures text-xs text-muted">
          <p>
            {m.keys_owner({
              name: bidiIsolate(owner),
              day: formatDay(dubaiDate(new Date(createdAt)), "date"),
            })}
          </p>
          <p>
            {lastUsedAt ? m.keys_used({ time: formatTime(lastUsedAt, "fullDateTime") }) : m.keys_never_used()}
          </p>
          {expiresAt && state === "good" && (
            <p>{m.keys_ends({ time: formatTime(expiresAt, "fullDateTime") })}</p>
          )}
        </div>
        <div className="flex min-h-8 w-20 justify-end">
          {state === "good" && !asking && (
            <SectionAction
              label={m.keys_revoke_of({ name: bidiIsolate(name) })}
              onClick={() => setAsking(true)}
            >
              {m.keys_revoke()}
            </SectionAction>
          )}
        </div>
      </div>
      {asking && <RevokeForm id={id} name={name} onClose={() => setAsking(false)} />}
    </li>
  );
}

function RevokeForm({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const revoke = useRevokeKey(id);
  const form = useForm({ initialValues: {}, send: () => revoke.mutateAsync({}), next: onClose });
  return (
    <EditForm
      label={m.keys_revoke_of({ name: bidiIsolate(name) })}
      submit={m.keys_revoke()}
      form={form}
      onClose={onClose}
    >
      <p className="text-sm">{m.keys_revoke_hint({ name: bidiIsolate(name) })}</p>
    </EditForm>
  );
}
