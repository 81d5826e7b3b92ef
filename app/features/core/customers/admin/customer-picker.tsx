import { keepPreviousData, useQuery } from "@tanstack/react-query";
import UserRound from "lucide-react/icons/user-round";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { TextField } from "~/ui/form/field";
import { useDebounced } from "~/ui/hooks/use-debounced";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Drawer } from "~/ui/overlay/drawer";
import { Truncate } from "~/ui/truncate";
import { customerLookupQuery, MIN_LOOKUP_LENGTH } from "../admin-client";
import type { CustomerHit } from "../views";

interface CustomerPickerProps {
  label: string;
  closePath: string;
  change: { isPending: boolean; error: Error | null };
  onChoose: (customer: CustomerHit) => void;
}

/** Choosing a customer creates the record. */
export function CustomerPicker({ label, closePath, change, onChoose }: CustomerPickerProps) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), 200);
  const { data: hits = [] } = useQuery({ ...customerLookupQuery(search), placeholderData: keepPreviousData });
  return (
    <Drawer
      id="new"
      label={label}
      closePath={closePath}
      head={<h2 className="text-base font-semibold">{label}</h2>}
    >
      <div className="flex flex-col gap-4 px-4 py-4 lg:px-5">
        <TextField
          label={m.customers_picker()}
          hint={m.customers_picker_hint()}
          value={typed}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <ChangeRefused error={change.error} />
        <ul aria-live="polite" className="flex flex-col">
          {(typed.trim().length < MIN_LOOKUP_LENGTH ? [] : hits).map((customer) => (
            <li key={customer.id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                disabled={change.isPending}
                onClick={() => onChoose(customer)}
                className="flex min-h-12 w-full items-center gap-3 px-2 py-1.5 text-start text-sm -outline-offset-2 hover:bg-brass-soft"
              >
                <UserRound aria-hidden className="size-4 shrink-0 text-muted" />
                <span className="min-w-0 grow truncate font-medium">
                  <Truncate>{customer.name}</Truncate>
                </span>
                <span className="figures shrink-0 text-xs text-muted">
                  {customer.phone ? formatPhone(customer.phone) : customer.email}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Drawer>
  );
}
