import { useQuery } from "@tanstack/react-query";
import House from "lucide-react/icons/house";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { type Checked, type Form, useForm } from "~/ui/form/use-form";
import { Dialog } from "~/ui/overlay/dialog";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";
import { AddressForm } from "../../../../core/properties/components/address-form";
import { flattenAddress } from "../../../../core/properties/property";
import type { Address } from "../../../../core/properties/schema";
import { accessFacts } from "../../../../operations/access/components/access-facts";
import {
  AccessFields,
  checkAccess,
  type TypedAccess,
  typedOf,
} from "../../../../operations/access/components/access-form";
import { PermitFile } from "../../../../operations/access/components/permit-file";
import type { OwnAccessInput } from "../../../../operations/access/schema";
import type { AccessView } from "../../../../operations/access/views";
import {
  addProperty,
  changeAccess,
  changeProperty,
  propertiesQuery,
  removeProperty,
} from "../../properties/client";
import type { OwnPropertyView } from "../../properties/views";
import { showFailure } from "../show-failure";
import { SettingsSection } from "./settings-section";

/** `customer`: email address, for names of drafts. */
export function Properties({ customer }: { customer: string }) {
  const { data: properties } = useQuery(propertiesQuery);
  const [editing, setEditing] = useState<OwnPropertyView | "new" | null>(null);
  const [entering, setEntering] = useState<OwnPropertyView | null>(null);

  function keep(changed: OwnPropertyView[]) {
    queryClient.setQueryData(propertiesQuery.queryKey, changed);
    setEditing(null);
    setEntering(null);
  }

  async function saveAddress(address: Address, key: string) {
    const property = editing === "new" ? null : editing;
    keep(property ? await changeProperty(property.id, address) : await addProperty(address, key));
    passingNotices.show({ title: m.account_saved(), tone: "success" });
  }

  async function remove(property: OwnPropertyView) {
    try {
      keep(await removeProperty(property.id));
      passingNotices.show({ title: m.account_property_removed(), tone: "success" });
    } catch (error) {
      showFailure(error);
      void queryClient.invalidateQueries({ queryKey: propertiesQuery.queryKey });
    }
  }

  return (
    <SettingsSection id="addresses" title={m.account_properties()}>
      {properties ? (
        <ul className="flex flex-col gap-2 empty:hidden">
          {properties.map((property) => (
            <li
              key={property.id}
              className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-4"
            >
              <p className="flex items-start gap-3">
                <House aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
                <bdi>{flattenAddress(property)}</bdi>
              </p>
              <PropertyAccess property={property} />
              <div className="flex flex-wrap gap-1 ps-6">
                <Button
                  tone="plain"
                  size="small"
                  aria-label={m.account_property_edit_of({ address: bidiIsolate(property.street) })}
                  onClick={() => setEditing(property)}
                >
                  {m.account_edit()}
                </Button>
                {property.access && (
                  <Button
                    tone="plain"
                    size="small"
                    aria-label={m.access_edit_of({ address: bidiIsolate(property.street) })}
                    onClick={() => setEntering(property)}
                  >
                    {m.access_title()}
                  </Button>
                )}
                {!property.inUse && (
                  <Button
                    tone="plain"
                    size="small"
                    aria-label={m.account_property_remove_of({ address: bidiIsolate(property.street) })}
                    onClick={() => remove(property)}
                  >
                    {m.account_remove()}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="h-20" />
      )}
      <Button tone="quiet" className="self-start" onClick={() => setEditing("new")}>
        {m.account_property_add()}
      </Button>
      <Dialog
        open={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === "new" ? m.account_property_add() : m.account_property_edit()}
      >
        <AddressForm
          address={editing === "new" ? null : editing}
          draft={`address ${customer} ${editing === "new" ? editing : editing?.id}`}
          submit={m.account_save()}
          send={saveAddress}
        />
      </Dialog>
      <Dialog open={entering !== null} onClose={() => setEntering(null)} title={m.access_title()}>
        {entering?.access && <AccessForm id={entering.id} access={entering.access} onDone={keep} />}
      </Dialog>
    </SettingsSection>
  );
}

/** Known access details; permit files belong to the office. */
function PropertyAccess({ property: { access } }: { property: OwnPropertyView }) {
  const facts = access ? accessFacts({ ...access, permitFileId: null }, { permitHref: () => "" }) : [];
  if (facts.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1 ps-8 text-sm">
      {facts.map(({ name, what }) => (
        <div key={name} className="grid gap-x-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">{what}</dd>
        </div>
      ))}
    </dl>
  );
}

function AccessForm({
  id,
  access,
  onDone,
}: {
  id: string;
  access: AccessView;
  onDone: (properties: OwnPropertyView[]) => void;
}) {
  const form: Form<TypedAccess & { permitFileId: string | null }> = useForm({
    initialValues: { ...typedOf(access), permitFileId: null },
    draft: `access ${id}`,
    check({ permitFileId, ...typed }): Checked<OwnAccessInput> {
      const checked = checkAccess(typed);
      if (!checked.ok || !typed.permitNeeded || !permitFileId) return checked;
      return { ok: true, input: { ...checked.input, permitFileId } };
    },
    async send(written) {
      onDone(await changeAccess(id, { version: access.version, ...written }));
      passingNotices.show({ title: m.access_saved(), tone: "success" });
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <p className="text-sm text-muted">{m.access_customer_hint()}</p>
      <AccessFields form={form} />
      {form.values.permitNeeded && (
        <PermitFile
          value={form.values.permitFileId}
          onChange={(permitFileId) => form.set({ permitFileId })}
          error={form.errors.permitFileId}
          hasStoredFile={access.permitFileId !== null}
        />
      )}
      {form.refusal && (
        <p role="alert" className="text-sm text-error">
          {form.refusal.message}
        </p>
      )}
      <Button type="submit" disabled={form.pending}>
        {m.account_save()}
      </Button>
    </form>
  );
}
