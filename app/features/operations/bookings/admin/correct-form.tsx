import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { type Checked, type Form, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { validate } from "../../../core/forms/components/read-form";
import { limits } from "../../../core/forms/schema";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import {
  CommunityList,
  useCommunitySuggestions,
} from "../../../core/properties/components/address/community-suggestions";
import { AffectedVisits, affectedVisitsOf } from "../../scheduling/admin/days/affected-visits";
import { servicesQuery, useCorrectBooking } from "../admin-client";
import { canCorrectWork, isPlanned, type VisitState } from "../booking";
import { ItemFields } from "../components/form/item-fields";
import { TradeOptions } from "../components/form/trade-field";
import { type Correction, correctionSchema } from "../corrections/correction";
import { itemField, itemsKey, parseItems } from "../lines/item-fields";
import type { BookingDetail } from "../office/views";
import { menuQuery } from "../request/client";
import type { ChosenItem } from "../schema";

const addressParts = ["street", "buildingName", "unitNumber", "area", "landmark"] as const;

interface CorrectFormValues extends Record<(typeof addressParts)[number], string> {
  service: string;
  trade: string;
  items: Record<string, number>;
  outOfHours: boolean;
  durationMin: number;
  customerName: string;
  phone: string;
  email: string;
  message: string;
  updateCustomer: boolean;
  unassign: boolean;
  override: string;
}

interface CorrectionRequest {
  correction: Correction;
  updateCustomer: boolean;
  override?: string;
  unassign?: boolean;
}

export function CorrectForm({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const services = useQuery(servicesQuery);
  const correct = useCorrectBooking();
  // The override applies only to the refused correction.
  const refusedCorrection = useRef("");
  const initial = initialValues(booking);
  const form: Form<CorrectFormValues> = useForm({
    initialValues: initial,
    check(formValues: CorrectFormValues): Checked<CorrectionRequest> {
      const result = validate(correctionSchema, changedFields(initial, formValues));
      if (!result.ok) return result;
      const request = { correction: result.body, updateCustomer: formValues.updateCustomer };
      if (
        affectedVisitsOf(correct.error).length === 0 ||
        refusedCorrection.current !== JSON.stringify(result.body)
      ) {
        return { ok: true, input: request };
      }
      if (formValues.unassign) return { ok: true, input: { ...request, unassign: true } };
      const override = formValues.override.trim();
      return override
        ? { ok: true, input: { ...request, override } }
        : { ok: false, errors: { override: m.admin_reason_required() } };
    },
    send({ correction, ...options }: CorrectionRequest) {
      refusedCorrection.current = JSON.stringify(correction);
      return correct.mutateAsync({ id: booking.id, version: booking.version, ...correction, ...options });
    },
    onDone: ({ booking: { reference } }) =>
      passingNotices.show({ title: m.office_bookings_correct_done({ reference }), tone: "success" }),
    next: onClose,
  });
  const { values } = form;
  const contactChanged = (["customerName", "phone", "email"] as const).some(
    (name) => values[name] !== initial[name],
  );
  // From the request rather than the form, whose error disappears when the reason is edited.
  const affected = affectedVisitsOf(correct.error);
  return (
    <EditForm
      label={m.office_bookings_correct()}
      submit={affected.length > 0 ? m.admin_save_anyway() : m.admin_save()}
      form={form}
      onClose={onClose}
    >
      {canCorrectWork(booking.state) ? (
        <WorkFields booking={booking} form={form} services={services.data ?? []} />
      ) : (
        <p className="text-sm text-muted">{m.office_bookings_correct_over()}</p>
      )}
      <TextField
        label={m.booking_name()}
        required
        autoFocus={!canCorrectWork(booking.state)}
        maxLength={limits.name}
        autoComplete="off"
        {...form.field("customerName")}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label={m.booking_phone()}
          type="tel"
          inputMode="tel"
          required
          autoComplete="off"
          {...form.field("phone")}
        />
        <TextField
          label={m.booking_email()}
          type="email"
          inputMode="email"
          optional={m.common_optional()}
          autoComplete="off"
          {...form.field("email")}
        />
      </div>
      {values.email !== initial.email && booking.email && (
        <p className="text-sm text-muted">{m.office_bookings_correct_email_hint()}</p>
      )}
      {contactChanged && (
        <CheckLine {...form.flag("updateCustomer")}>{m.office_bookings_correct_also_customer()}</CheckLine>
      )}
      <TextArea
        label={m.booking_message()}
        optional={m.common_optional()}
        maxLength={limits.message}
        rows={3}
        {...form.field("message")}
      />
      <AffectedVisits error={correct.error} />
      {affected.length > 0 && (
        <AffectedVisitsChoice
          form={form}
          canUnassign={booking.visits.some(
            ({ id, state }) =>
              affected.some((visit) => visit.id === id) && isPlanned({ state: state as VisitState }),
          )}
          hasHelpers={booking.visits.some(({ helpers }) => helpers.length > 0)}
        />
      )}
    </EditForm>
  );
}

function WorkFields({
  booking,
  form,
  services,
}: {
  booking: BookingDetail;
  form: Form<CorrectFormValues>;
  services: Parameters<typeof TradeOptions>[0]["services"];
}) {
  const menu = useQuery(menuQuery);
  const communities = useCommunitySuggestions();
  const { values } = form;
  const service = services.find(({ id }) => id === values.service);
  const serviceField = form.field("service");
  const sameKindServices = services.filter(({ emergency }) => emergency === booking.emergency);
  const isListed = sameKindServices.some(({ id }) => id === booking.serviceId);
  return (
    <>
      <Select
        autoFocus
        label={m.booking_service()}
        hint={m.office_bookings_correct_service_hint()}
        required
        {...serviceField}
        onChange={(event) => {
          serviceField.onChange(event);
          form.set({ items: withoutService(values.items, values.service) });
        }}
      >
        {/* The current service, although no longer offered. */}
        {!isListed && <option value={booking.serviceId}>{booking.serviceName}</option>}
        {sameKindServices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {hasLines(booking) && service && menu.data && (
        <>
          <ItemFields
            items={menu.data.items}
            service={service}
            others={services.filter(({ id, emergency }) => id !== service.id && !emergency)}
            error={form.errors.items}
            quantityControl={{
              get: (field) => values.items[field] ?? 0,
              set: (field, quantity) => form.set({ items: { ...values.items, [field]: quantity } }),
            }}
          />
          <CheckLine {...form.flag("outOfHours")}>{m.office_bookings_correct_out_of_hours()}</CheckLine>
          <p className="text-xs text-muted">{m.office_bookings_correct_lines_hint()}</p>
        </>
      )}
      {booking.emergency && (
        <Select label={m.booking_trade()} {...form.field("trade")}>
          <option value="">{m.booking_trade_unsure()}</option>
          <TradeOptions services={services} />
        </Select>
      )}
      <TextField label={m.admin_services_duration()} {...form.number("durationMin")} />
      <TextField
        label={m.booking_street()}
        required
        maxLength={limits.street}
        autoComplete="off"
        {...form.field("street")}
      />
      <div className="grid gap-3 sm:grid-cols-[3fr_2fr]">
        <TextField
          label={m.booking_building()}
          optional={m.common_optional()}
          autoComplete="off"
          {...form.field("buildingName")}
        />
        <TextField
          label={m.booking_unit()}
          optional={m.common_optional()}
          autoComplete="off"
          {...form.field("unitNumber")}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <div className="relative">
          <TextField
            label={m.booking_area()}
            optional={m.common_optional()}
            autoComplete="off"
            maxLength={limits.area}
            {...form.field("area")}
            {...communities.inputProps}
          />
          <CommunityList {...communities.list} />
        </div>
        <TextField
          label={m.booking_landmark()}
          optional={m.common_optional()}
          autoComplete="off"
          {...form.field("landmark")}
        />
      </div>
    </>
  );
}

function AffectedVisitsChoice({
  form,
  canUnassign,
  hasHelpers,
}: {
  form: Form<CorrectFormValues>;
  canUnassign: boolean;
  hasHelpers: boolean;
}) {
  const { unassign } = form.values;
  const keepLabel = hasHelpers
    ? m.office_bookings_correct_visits_stay_all
    : m.office_bookings_correct_visits_stay;
  const unassignLabel = hasHelpers
    ? m.office_bookings_correct_visits_off_some
    : m.office_bookings_correct_visits_off;
  return (
    <>
      {canUnassign && (
        <fieldset className="flex flex-col">
          <legend className="text-sm font-medium">{m.office_bookings_correct_visits()}</legend>
          {[false, true].map((value) => (
            <label key={String(value)} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="radio"
                name="off"
                className="size-4 shrink-0 accent-action"
                checked={unassign === value}
                onChange={() => form.set({ unassign: value })}
              />
              <span>{(value ? unassignLabel : keepLabel)()}</span>
            </label>
          ))}
        </fieldset>
      )}
      {!(canUnassign && unassign) && (
        <TextArea
          label={m.office_bookings_correct_override()}
          maxLength={500}
          rows={2}
          required
          {...form.field("override")}
        />
      )}
    </>
  );
}

function initialValues(booking: BookingDetail): CorrectFormValues {
  return {
    ...booking.addressParts,
    area: placeInReaderLanguage(booking.addressParts.area),
    service: booking.serviceId,
    trade: booking.tradeId ?? "",
    items: Object.fromEntries(
      booking.lines.flatMap(({ serviceId, item, quantity }) =>
        item === null ? [] : [[itemField({ serviceId, item }), quantity]],
      ),
    ),
    outOfHours: booking.lines.some(({ kind }) => kind === "out-of-hours-uplift"),
    durationMin: booking.durationMin,
    customerName: booking.customerName,
    phone: formatPhone(booking.phone),
    email: booking.email ?? "",
    message: booking.message,
    updateCustomer: false,
    unassign: false,
    override: "",
  };
}

/** Emergencies have only a call-out; warranty visits and quoted work have no lines. */
function hasLines({ lines, emergency }: BookingDetail): boolean {
  return lines.length > 0 && !emergency;
}

function withoutService(items: CorrectFormValues["items"], serviceId: string): CorrectFormValues["items"] {
  return Object.fromEntries(
    Object.entries(items).filter(([field]) => !field.startsWith(`items.${serviceId}.`)),
  );
}

function changedLines(
  initial: CorrectFormValues,
  formValues: CorrectFormValues,
): { items?: ChosenItem[]; outOfHours?: boolean } {
  const before =
    formValues.service === initial.service ? initial.items : withoutService(initial.items, initial.service);
  const isSame = itemsKey(parseItems(before)) === itemsKey(parseItems(formValues.items));
  return {
    ...(isSame ? {} : { items: parseItems(formValues.items) }),
    ...(formValues.outOfHours === initial.outOfHours ? {} : { outOfHours: formValues.outOfHours }),
  };
}

function changedFields(initial: CorrectFormValues, formValues: CorrectFormValues): Record<string, unknown> {
  const changed = (name: keyof CorrectFormValues) => formValues[name] !== initial[name];
  const plain = (["service", "durationMin", "customerName", "phone", "message"] as const).filter(changed);
  return {
    ...Object.fromEntries(plain.map((name) => [name, formValues[name]])),
    ...changedLines(initial, formValues),
    ...(changed("trade") ? { trade: formValues.trade || null } : {}),
    ...(changed("email") ? { email: formValues.email.trim() || null } : {}),
    ...(addressParts.some(changed)
      ? { addressParts: Object.fromEntries(addressParts.map((part) => [part, formValues[part]])) }
      : {}),
  };
}
