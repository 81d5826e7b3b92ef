import { useQuery } from "@tanstack/react-query";
import House from "lucide-react/icons/house";
import { useState } from "react";
import { addProperty, changeProperty, propertiesQuery, removeProperty } from "~/features/accounts/client";
import type { PropertyView } from "~/features/accounts/views";
import { addressSchema, flattenAddress, limits } from "~/features/forms/schema";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import { queryClient } from "~/platform/browser/query-client";
import { isolated } from "~/platform/locale/locale";
import { Button } from "~/ui/button";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { Dialog } from "~/ui/overlay/dialog";
import { notices, passingNotices } from "~/ui/overlay/toast-store";
import { Skeleton } from "~/ui/screen/skeleton";

/** The addresses that work is done at. */
export function Properties() {
  const { data: properties } = useQuery(propertiesQuery);
  const [editing, setEditing] = useState<PropertyView | "new" | null>(null);

  function keep(changed: PropertyView[]) {
    queryClient.setQueryData(propertiesQuery.queryKey, changed);
    setEditing(null);
  }

  async function remove(property: PropertyView) {
    try {
      keep(await removeProperty(property.id));
      passingNotices.show({ title: m.account_property_removed(), tone: "success" });
    } catch (error) {
      const title = error instanceof HttpError ? error.message : m.common_unexpected_answer();
      notices.show({ title, tone: "error" });
      void queryClient.invalidateQueries({ queryKey: propertiesQuery.queryKey });
    }
  }

  return (
    <section aria-labelledby="properties" className="flex flex-col gap-4">
      <h2 id="properties" className="text-xl">
        {m.account_properties()}
      </h2>
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
              <div className="flex gap-1 ps-6">
                <Button
                  tone="plain"
                  size="small"
                  aria-label={m.account_property_edit_of({ address: isolated(property.street) })}
                  onClick={() => setEditing(property)}
                >
                  {m.account_edit()}
                </Button>
                {!property.used && (
                  <Button
                    tone="plain"
                    size="small"
                    aria-label={m.account_property_remove_of({ address: isolated(property.street) })}
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
        <PropertyForm property={editing === "new" ? null : editing} onDone={keep} />
      </Dialog>
    </section>
  );
}

interface PropertyFormProps {
  property: PropertyView | null;
  onDone: (properties: PropertyView[]) => void;
}

function PropertyForm({ property, onDone }: PropertyFormProps) {
  const { errors, refusal, pending, formProps } = useForm({
    schema: addressSchema,
    async send(address) {
      onDone(property ? await changeProperty(property.id, address) : await addProperty(address));
      passingNotices.show({ title: m.account_saved(), tone: "success" });
    },
  });
  const optional = m.common_optional();
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <TextField
        name="street"
        label={m.booking_street()}
        autoComplete="address-line1"
        maxLength={limits.street}
        defaultValue={property?.street}
        required
        error={errors.street}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="buildingName"
          label={m.booking_building()}
          optional={optional}
          maxLength={limits.buildingName}
          defaultValue={property?.buildingName}
          error={errors.buildingName}
        />
        <TextField
          name="unitNumber"
          label={m.booking_unit()}
          optional={optional}
          maxLength={limits.unitNumber}
          defaultValue={property?.unitNumber}
          error={errors.unitNumber}
        />
        <TextField
          name="area"
          label={m.booking_area()}
          optional={optional}
          maxLength={limits.area}
          defaultValue={property?.area}
          error={errors.area}
        />
        <TextField
          name="landmark"
          label={m.booking_landmark()}
          optional={optional}
          maxLength={limits.landmark}
          defaultValue={property?.landmark}
          error={errors.landmark}
        />
      </div>
      {refusal && (
        <p role="alert" className="text-sm text-error">
          {refusal.message}
        </p>
      )}
      <Button type="submit" disabled={pending}>
        {m.account_save()}
      </Button>
    </form>
  );
}
