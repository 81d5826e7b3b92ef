import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { CheckLine } from "~/ui/form/check-line";
import { EditForm } from "~/ui/form/edit-form";
import { Select, TextArea, TextField } from "~/ui/form/field";
import { type Checked, type Form, useForm } from "~/ui/form/use-form";
import { passingNotices } from "~/ui/overlay/toast-store";
import { COMMUNITIES, Communities } from "../../forms/components/address/communities";
import { validate } from "../../forms/components/read-form";
import { limits } from "../../forms/schema";
import { AffectedVisits, affectedVisitsOf } from "../../scheduling/admin/days/affected-visits";
import { servicesQuery, useCorrectBooking } from "../admin-client";
import { canCorrectWork, isPlanned, type VisitState } from "../booking";
import { menuQuery } from "../client";
import { ItemFields } from "../components/form/item-fields";
import { TradeOptions } from "../components/form/trade-field";
import { type Correction, correctionSchema } from "../corrections/correction";
import { itemField, itemsKey, parseItems } from "../lines/item-fields";
import { type ChosenItem, MAX_DURATION_MIN, MIN_DURATION_MIN } from "../schema";
import type { BookingDetail } from "../views";

const addressParts = ["street", "buildingName", "unitNumber", "area", "landmark"] as const;

interface Typed extends Record<(typeof addressParts)[number], string> {
  service: string;
  trade: string;
  items: Record<string, number>;
  outOfHours: boolean;
  durationMin: number;
  customerName: string;
  phone: string;
  email: string;
  message: string;
  alsoCustomer: boolean;
  unassign: boolean;
  override: string;
}

interface Asked {
  correction: Correction;
  alsoCustomer: boolean;
  override?: string;
  unassign?: boolean;
}

export function CorrectForm({ booking, onClose }: { booking: BookingDetail; onClose: () => void }) {
  const services = useQuery(servicesQuery);
  const correct = useCorrectBooking();
  // The override applies only to the refused correction; any further change needs a new one.
  const refused = useRef("");
  const start = startOf(booking);
  const form: Form<Typed> = useForm({
    initialValues: start,
    check(typed: Typed): Checked<Asked> {
      const read = validate(correctionSchema, changedFields(start, typed));
      if (!read.ok) return read;
      const asked = { correction: read.body, alsoCustomer: typed.alsoCustomer };
      if (affectedVisitsOf(correct.error).length === 0 || refused.current !== JSON.stringify(read.body)) {
        return { ok: true, input: asked };
      }
      if (typed.unassign) return { ok: true, input: { ...asked, unassign: true } };
      const override = typed.override.trim();
      return override
        ? { ok: true, input: { ...asked, override } }
        : { ok: false, errors: { override: m.admin_reason_required() } };
    },
    send({ correction, ...agreed }: Asked) {
      refused.current = JSON.stringify(correction);
      return correct.mutateAsync({ id: booking.id, version: booking.version, ...correction, ...agreed });
    },
    onDone: ({ booking: { reference } }) =>
      passingNotices.show({ title: m.admin_correct_done({ reference }), tone: "success" }),
    next: onClose,
  });
  const { values } = form;
  const contactChanged = (["customerName", "phone", "email"] as const).some(
    (name) => values[name] !== start[name],
  );
  // From the request rather than the form, whose error disappears when the reason is edited.
  const affected = affectedVisitsOf(correct.error);
  return (
    <EditForm
      label={m.admin_correct()}
      submit={affected.length > 0 ? m.admin_save_all_the_same() : m.admin_save()}
      form={form}
      onClose={onClose}
    >
      {canCorrectWork(booking.state) ? (
        <WorkFields booking={booking} form={form} services={services.data ?? []} />
      ) : (
        <p className="text-sm text-muted">{m.admin_correct_over()}</p>
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
      {values.email !== start.email && booking.email && (
        <p className="text-sm text-muted">{m.admin_correct_email_hint()}</p>
      )}
      {contactChanged && (
        <CheckLine {...form.flag("alsoCustomer")}>{m.admin_correct_also_customer()}</CheckLine>
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
          canGoOff={booking.visits.some(
            ({ id, state }) =>
              affected.some((visit) => visit.id === id) && isPlanned({ state: state as VisitState }),
          )}
          hasSeveral={booking.visits.some(({ helpers }) => helpers.length > 0)}
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
  form: Form<Typed>;
  services: Parameters<typeof TradeOptions>[0]["services"];
}) {
  const menu = useQuery(menuQuery);
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
        hint={m.admin_correct_service_hint()}
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
            counted={{
              of: (field) => values.items[field] ?? 0,
              set: (field, quantity) => form.set({ items: { ...values.items, [field]: quantity } }),
            }}
          />
          <CheckLine {...form.flag("outOfHours")}>{m.admin_correct_out_of_hours()}</CheckLine>
          <p className="text-xs text-muted">{m.admin_correct_lines_hint()}</p>
        </>
      )}
      {booking.emergency && (
        <Select label={m.booking_trade()} {...form.field("trade")}>
          <option value="">{m.booking_trade_unsure()}</option>
          <TradeOptions services={services} />
        </Select>
      )}
      <TextField
        label={m.admin_services_duration()}
        min={MIN_DURATION_MIN}
        max={MAX_DURATION_MIN}
        step={MIN_DURATION_MIN}
        {...form.number("durationMin")}
      />
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
        <TextField
          label={m.booking_area()}
          optional={m.common_optional()}
          autoComplete="off"
          list={COMMUNITIES}
          maxLength={limits.area}
          {...form.field("area")}
        />
        <TextField
          label={m.booking_landmark()}
          optional={m.common_optional()}
          autoComplete="off"
          {...form.field("landmark")}
        />
      </div>
      <Communities />
    </>
  );
}

function AffectedVisitsChoice({
  form,
  canGoOff,
  hasSeveral,
}: {
  form: Form<Typed>;
  canGoOff: boolean;
  hasSeveral: boolean;
}) {
  const { unassign } = form.values;
  const stay = hasSeveral ? m.admin_correct_visits_stay_all : m.admin_correct_visits_stay;
  const goOff = hasSeveral ? m.admin_correct_visits_off_some : m.admin_correct_visits_off;
  return (
    <>
      {canGoOff && (
        <fieldset className="flex flex-col">
          <legend className="text-sm font-medium">{m.admin_correct_visits()}</legend>
          {[false, true].map((value) => (
            <label key={String(value)} className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm">
              <input
                type="radio"
                name="off"
                className="size-4 shrink-0 accent-action"
                checked={unassign === value}
                onChange={() => form.set({ unassign: value })}
              />
              {(value ? goOff : stay)()}
            </label>
          ))}
        </fieldset>
      )}
      {!(canGoOff && unassign) && (
        <TextArea
          label={m.admin_correct_override()}
          maxLength={500}
          rows={2}
          required
          {...form.field("override")}
        />
      )}
    </>
  );
}

function startOf(booking: BookingDetail): Typed {
  return {
    ...booking.addressParts,
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
    alsoCustomer: false,
    unassign: false,
    override: "",
  };
}

/** Emergencies have only a call-out; warranty visits and quoted work have no lines. */
function hasLines({ lines, emergency }: BookingDetail): boolean {
  return lines.length > 0 && !emergency;
}

function withoutService(items: Typed["items"], serviceId: string): Typed["items"] {
  return Object.fromEntries(
    Object.entries(items).filter(([field]) => !field.startsWith(`items.${serviceId}.`)),
  );
}

function changedLines(start: Typed, typed: Typed): { items?: ChosenItem[]; outOfHours?: boolean } {
  const before = typed.service === start.service ? start.items : withoutService(start.items, start.service);
  const isSame = itemsKey(parseItems(before)) === itemsKey(parseItems(typed.items));
  return {
    ...(isSame ? {} : { items: parseItems(typed.items) }),
    ...(typed.outOfHours === start.outOfHours ? {} : { outOfHours: typed.outOfHours }),
  };
}

function changedFields(start: Typed, typed: Typed): Record<string, unknown> {
  const changed = (name: keyof Typed) => typed[name] !== start[name];
  const plain = (["service", "durationMin", "customerName", "phone", "message"] as const).filter(changed);
  return {
    ...Object.fromEntries(plain.map((name) => [name, typed[name]])),
    ...changedLines(start, typed),
    ...(changed("trade") ? { trade: typed.trade || null } : {}),
    ...(changed("email") ? { email: typed.email.trim() || null } : {}),
    ...(addressParts.some(changed)
      ? { addressParts: Object.fromEntries(addressParts.map((part) => [part, typed[part]])) }
      : {}),
  };
}
