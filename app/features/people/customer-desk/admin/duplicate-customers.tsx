import UsersRound from "lucide-react/icons/users-round";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Dialog } from "~/ui/overlay/dialog";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Truncate } from "~/ui/truncate";
import { useMergeCustomers } from "../admin-client";
import type { CustomerDetail, DuplicateCustomer } from "../views";

/** Possible duplicates, each with a button to merge it. */
export function DuplicateCustomers({ customer }: { customer: CustomerDetail }) {
  const [merging, setMerging] = useState<DuplicateCustomer | null>(null);
  // Stays mounted while its dialog is open, so that the dialog can report the result.
  if (customer.duplicates.length === 0 && !merging) return null;
  return (
    <section
      aria-labelledby="duplicates"
      className="flex flex-col gap-2 rounded bg-brass-soft p-3 text-sm text-brass-text"
    >
      <h3 id="duplicates" className="flex items-center gap-2 font-medium">
        <UsersRound aria-hidden className="size-4 shrink-0" />
        {m.customers_duplicate()}
      </h3>
      <DuplicateList duplicates={customer.duplicates} onMerge={setMerging} />
      <MergeDialog kept={customer} merged={merging} onClose={() => setMerging(null)} />
    </section>
  );
}

interface DuplicateListProps {
  duplicates: readonly DuplicateCustomer[];
  onMerge: (duplicates: DuplicateCustomer) => void;
}

/** Other records with buttons to open and to merge each. */
export function DuplicateList({ duplicates, onMerge }: DuplicateListProps) {
  return (
    <ul className="flex flex-col gap-2">
      {duplicates.map((other) => (
        <li key={other.id} className="flex items-center justify-between gap-3">
          <span className="min-w-0">
            <Link to={`/admin/customers/${other.id}`} className="block truncate font-medium underline">
              <Truncate>{other.name}</Truncate>
            </Link>
            <span className="figures block text-xs">
              {[
                wordsOf(other.matchedFields),
                other.phone && formatPhone(other.phone),
                m.customers_booking_count({ count: other.bookingCount }),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <Button
            size="small"
            tone="quiet"
            aria-label={m.customers_merge_label({ name: bidiIsolate(other.name) })}
            onClick={() => onMerge(other)}
          >
            {m.customers_merge()}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface MergeDialogProps {
  kept: CustomerDetail;
  /** Null while closed. */
  merged: DuplicateCustomer | null;
  onClose: () => void;
}

export function MergeDialog({ kept, merged, onClose }: MergeDialogProps) {
  return (
    <Dialog
      open={merged !== null}
      onClose={onClose}
      title={m.customers_merge_title({
        merged: bidiIsolate(merged?.name ?? ""),
        kept: bidiIsolate(kept.name),
      })}
    >
      {merged && <MergeForm kept={kept} merged={merged} onClose={onClose} />}
    </Dialog>
  );
}

interface MergeFormProps {
  kept: CustomerDetail;
  merged: DuplicateCustomer;
  onClose: () => void;
}

/** States the effects of a merge before it, because it cannot be undone. */
function MergeForm({ kept, merged, onClose }: MergeFormProps) {
  const merge = useMergeCustomers();
  const phone = kept.phone ?? merged.phone;
  const hasTwoAccounts = kept.account && merged.account;
  return (
    <div className="flex flex-col gap-4 text-ink">
      {hasTwoAccounts ? (
        <p>{m.customers_error_two_accounts()}</p>
      ) : (
        <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm">
          <li>{m.customers_merge_moves({ count: merged.bookingCount })}</li>
          <li>
            {m.customers_merge_keeps({
              kept: bidiIsolate(kept.name),
              phone: phone ? formatPhone(phone) : m.customers_merge_none(),
              email: kept.email ?? merged.email ?? m.customers_merge_none(),
            })}
          </li>
          {(kept.account || merged.account) && <li>{m.customers_merge_account()}</li>}
          <li>{m.customers_merge_final()}</li>
        </ul>
      )}
      <ChangeRefused error={merge.error} />
      <div className="flex flex-wrap gap-2">
        {!hasTwoAccounts && (
          <Button
            disabled={merge.isPending}
            onClick={() =>
              merge.mutate(
                { ...seen(kept), merged: seen(merged) },
                {
                  onSuccess: () => {
                    passingNotices.show({
                      title: m.customers_merged_done({
                        merged: bidiIsolate(merged.name),
                        kept: bidiIsolate(kept.name),
                      }),
                      tone: "success",
                    });
                    onClose();
                  },
                },
              )
            }
          >
            {merge.isPending ? m.admin_working() : m.customers_merge()}
          </Button>
        )}
        <Button tone="plain" onClick={onClose}>
          {m.admin_keep()}
        </Button>
      </div>
    </div>
  );
}

function seen({ id, version }: { id: string; version: number }) {
  return { id, version };
}

function wordsOf(fields: DuplicateCustomer["matchedFields"]): string {
  if (fields.length > 1) return m.customers_duplicate_both();
  return fields[0] === "phone" ? m.customers_duplicate_phone() : m.customers_duplicate_email();
}
