import { keepPreviousData, useQuery } from "@tanstack/react-query";
import UserRound from "lucide-react/icons/user-round";
import { useState } from "react";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/phone";
import { ChangeRefused } from "~/ui/change-refused";
import { Drawer } from "~/ui/drawer";
import { TextField } from "~/ui/field";
import { useDebounced } from "~/ui/use-debounced";
import { customerLookupQuery, SHORTEST_LOOKUP } from "../../customers/admin-client";
import { useBeginQuote } from "../admin-client";

/** For whom a quote is: one click on a known customer begins it. From a booking it is begun in the booking itself. */
export function NewQuote({ closePath }: { closePath: string }) {
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), 200);
  const { data: hits = [] } = useQuery({ ...customerLookupQuery(search), placeholderData: keepPreviousData });
  const begin = useBeginQuote();
  const navigate = useNavigate();
  return (
    <Drawer
      id="new"
      label={m.quote_new()}
      closePath={closePath}
      head={<h2 className="text-base font-semibold">{m.quote_new()}</h2>}
    >
      <div className="flex flex-col gap-4 px-4 py-4 lg:px-5">
        <TextField
          label={m.quote_new_customer()}
          hint={m.quote_new_hint()}
          value={typed}
          autoFocus
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <ChangeRefused error={begin.error} />
        <ul aria-live="polite" className="flex flex-col">
          {(typed.trim().length < SHORTEST_LOOKUP ? [] : hits).map(
            ({ id, name, phone, email, properties }) => (
              <li key={id} className="border-b border-line last:border-b-0">
                <button
                  type="button"
                  disabled={begin.isPending}
                  onClick={() =>
                    begin.mutate(
                      { customerId: id, propertyId: properties[0]?.id ?? null },
                      { onSuccess: (made) => navigate(`/admin/quotes/${made.id}`) },
                    )
                  }
                  className="flex min-h-12 w-full items-center gap-3 px-2 py-1.5 text-start text-sm hover:bg-brass-soft"
                >
                  <UserRound aria-hidden className="size-4 shrink-0 text-muted" />
                  <span className="min-w-0 grow truncate font-medium">
                    <bdi>{name}</bdi>
                  </span>
                  <span className="figures shrink-0 text-xs text-muted">
                    {phone ? formatPhone(phone) : email}
                  </span>
                </button>
              </li>
            ),
          )}
        </ul>
      </div>
    </Drawer>
  );
}
