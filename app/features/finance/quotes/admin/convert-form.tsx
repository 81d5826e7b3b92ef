import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { EditForm } from "~/ui/form/edit-form";
import { Select } from "~/ui/form/field";
import { type Checked, useForm } from "~/ui/form/use-form";
import { offeredPricesQuery, useConvertQuote } from "../admin-client";
import type { QuoteDetail } from "../views";

interface WorkChoice {
  serviceId: string;
  propertyId: string;
}

/** Asks for the kind of work and the place that an approved quote lacks, and creates its booking. */
export function ConvertForm({ quote, onClose }: { quote: QuoteDetail; onClose: () => void }) {
  const convert = useConvertQuote();
  const { data: book } = useQuery(offeredPricesQuery(quote.language));
  const { id, version } = quote;
  const { properties } = quote.customer;
  const form = useForm({
    initialValues: {
      serviceId: quote.serviceId ?? "",
      propertyId: quote.propertyId ?? (properties.length === 1 ? properties[0]!.id : ""),
    },
    check({ serviceId, propertyId }): Checked<WorkChoice> {
      const errors: Record<string, string> = {};
      if (!serviceId) errors.serviceId = m.quotes_error_service_required();
      if (!propertyId) errors.propertyId = m.quotes_error_property_required();
      return Object.keys(errors).length > 0
        ? { ok: false, errors }
        : { ok: true, input: { serviceId, propertyId } };
    },
    send: (chosen) => convert.mutateAsync({ id, version, target: "new", ...chosen }),
    next: onClose,
  });
  return (
    <EditForm label={m.quotes_convert_new()} submit={m.quotes_convert_new()} form={form} onClose={onClose}>
      <Select label={m.quotes_field_service()} autoFocus {...form.field("serviceId")}>
        <option value="">{m.quotes_field_service_none()}</option>
        {(book?.services ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={m.quotes_field_property()}
        disabled={quote.propertyId !== null}
        {...form.field("propertyId")}
      >
        <option value="">{m.quotes_field_property_none()}</option>
        {properties.map(({ id, address }) => (
          <option key={id} value={id}>
            {address}
          </option>
        ))}
      </Select>
    </EditForm>
  );
}
