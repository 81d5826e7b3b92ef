import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { useDebounced } from "~/ui/hooks/use-debounced";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Truncate } from "~/ui/truncate";
import { customerLookupQuery, MIN_LOOKUP_LENGTH } from "../../../core/customers/admin-client";
import type { ConversationDetail } from "../views";
import { useNameCustomer } from "./inbox-client";

const PAUSE_MS = 200;

/** Turns an unknown sender into a customer, or matches it to one. */
export function NameCustomer({
  conversation: { id, version, name, phone, email },
  mayName,
}: {
  conversation: ConversationDetail;
  mayName: boolean;
}) {
  const navigate = useNavigate();
  const [isSearching, setSearching] = useState(false);
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), PAUSE_MS);
  const { data: hits = [], isSuccess } = useQuery(customerLookupQuery(search));
  const change = useNameCustomer();
  const nameCustomer = (customerId: string | null) =>
    change.mutate(
      { id, version, customerId },
      // The messages may have joined the customer's conversation.
      { onSuccess: (answer) => navigate(`/admin/inbox/${answer.id}`, { replace: true }) },
    );
  return (
    <section
      aria-label={m.inbox_lead()}
      className="flex flex-col gap-2 border-b border-line bg-brass-soft px-4 py-2.5 text-sm lg:px-5"
    >
      <p>{m.inbox_lead_hint()}</p>
      {mayName && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" disabled={change.isPending} onClick={() => nameCustomer(null)}>
            {m.inbox_lead_add()}
          </Button>
          <Button
            size="small"
            tone="quiet"
            aria-expanded={isSearching}
            onClick={() => {
              setSearching(!isSearching);
              setTyped(phone ?? email ?? name);
            }}
          >
            {m.inbox_lead_match()}
          </Button>
        </div>
      )}
      {isSearching && (
        <>
          <TextField
            label={m.inbox_lead_search()}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <ul aria-label={m.inbox_lead_matches()} aria-live="polite" className="flex flex-col">
            {hits.map((hit) => (
              <li key={hit.id}>
                <button
                  type="button"
                  disabled={change.isPending}
                  onClick={() => nameCustomer(hit.id)}
                  className="flex min-h-9 w-full items-center justify-between gap-3 rounded px-2 text-start hover:bg-surface"
                >
                  <span className="min-w-0 truncate font-medium">
                    <Truncate>{hit.name}</Truncate>
                  </span>
                  <span className="figures shrink-0 text-muted">{hit.phone && formatPhone(hit.phone)}</span>
                </button>
              </li>
            ))}
            {isSuccess && hits.length === 0 && search.length >= MIN_LOOKUP_LENGTH && (
              <li className="text-muted">{m.inbox_lead_none()}</li>
            )}
          </ul>
        </>
      )}
      <ChangeRefused error={change.error} />
    </section>
  );
}
