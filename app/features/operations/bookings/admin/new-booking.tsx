import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/text/phone";
import { dubaiDate } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Select, TextArea } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Drawer, DrawerFailed, DrawerLoading } from "~/ui/overlay/drawer";
import { passingNotices } from "~/ui/overlay/toast-store";
import { customerHitQuery } from "../../../core/customers/admin-client";
import { CustomerChoice, candidatesFrom } from "../../../core/customers/components/customer-choice";
import type { CustomerHit } from "../../../core/customers/views";
import {
  type FormRef,
  setFieldValue,
  useDraft,
  useFieldValue,
} from "../../../core/forms/components/form-fields";
import {
  ChannelField,
  EmailField,
  NameField,
  PhoneField,
} from "../../../core/forms/components/person-fields";
import { errorsByField } from "../../../core/forms/field-names";
import { limits } from "../../../core/forms/schema";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { entitlementsOfCustomerQuery } from "../../../core/packages/client";
import { AddressField } from "../../../core/properties/components/address/address-field";
import type { PropertyView } from "../../../core/properties/views";
import { parseAccess } from "../../access/access-fields";
import { AccessStep } from "../../access/components/access-step";
import {
  bookingQuery,
  formerTechniciansOfCustomerQuery,
  servicesQuery,
  textChannelsQuery,
  useBookForCustomer,
} from "../admin-client";
import { useContractAtAddress } from "../components/form/contract-at-address";
import { ItemFields, useChosenItems } from "../components/form/item-fields";
import { findTrainedTechnician, SameTechnician } from "../components/form/same-technician";
import { TimeFields } from "../components/form/time-fields";
import { ServiceOptions, TRADE_FIELD_GROUP, TradeField } from "../components/form/trade-field";
import { useVisitPrice, VisitSummary } from "../components/form/visit-price";
import { parseItems } from "../lines/item-fields";
import type { BookingDetail } from "../office/views";
import { slotOfferFrom } from "../request/client";
import { type OfficeRequestForm, officeRequestSchema } from "../request/office-request-form";
import { CustomerLookup } from "./customer-lookup";

interface NewBookingProps {
  closePath: string;
  pathOf: (bookingId: string) => string;
  /** Completed booking that a warranty visit corrects. */
  warrantyOf: string | null;
  customerId: string | null;
}

export function NewBooking({ closePath, pathOf, warrantyOf, customerId }: NewBookingProps) {
  const original = useQuery({ ...bookingQuery(warrantyOf ?? ""), enabled: warrantyOf !== null });
  const customer = useQuery(customerHitQuery(customerId));
  const title = original.data
    ? m.office_bookings_new_booking_warranty_title({ reference: original.data.reference })
    : m.admin_new_booking_title();

  function content() {
    if (original.isError) {
      return (
        <DrawerFailed
          error={original.error}
          missing={m.office_bookings_not_found()}
          failed={m.office_bookings_failed()}
          onRetry={() => original.refetch()}
        />
      );
    }
    if (customer.isError) {
      return (
        <DrawerFailed
          error={customer.error}
          missing={m.admin_customers_error_not_found()}
          failed={m.admin_customer_failed()}
          onRetry={() => customer.refetch()}
        />
      );
    }
    if ((warrantyOf && !original.data) || (customerId && !customer.data)) return <DrawerLoading />;
    return (
      <NewBookingForm
        key={warrantyOf ?? customerId}
        original={original.data}
        prefilledCustomer={customer.data}
        closePath={closePath}
        pathOf={pathOf}
      />
    );
  }

  return (
    <Drawer
      id={warrantyOf ?? customerId ?? "new"}
      label={title}
      closePath={closePath}
      head={<h2 className="text-base font-semibold">{title}</h2>}
    >
      {content()}
    </Drawer>
  );
}

interface NewBookingFormProps extends Pick<NewBookingProps, "closePath" | "pathOf"> {
  original: BookingDetail | undefined;
  prefilledCustomer: CustomerHit | undefined;
}

function NewBookingForm({ original, prefilledCustomer, closePath, pathOf }: NewBookingFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [customer, setCustomer] = useState(prefilledCustomer ?? null);
  const services = useQuery(servicesQuery);
  const textChannels = useQuery(textChannelsQuery).data?.channels ?? [];
  const book = useBookForCustomer();
  /** Choice after the answer that several customers have the phone. */
  const [chosenCaller, setChosenCaller] = useState<{ id: string; phone: string } | null>(null);
  const navigate = useNavigate();
  const { errors, refusal, clearRefusal, pending, formProps } = useForm({
    schema: {
      safeParse: (fields) =>
        officeRequestSchema(dubaiDate(new Date())).safeParse({
          ...(fields as object),
          addressParts: fields,
          access: parseAccess(fields as Record<string, unknown>).access,
          items: parseItems(fields as Record<string, unknown>),
        }),
    },
    send: (request: OfficeRequestForm) =>
      book.mutateAsync({
        ...request,
        customerId: customerId ?? (chosenCaller?.phone === request.phone ? chosenCaller.id : undefined),
        warrantyOf: original && { id: original.id, version: original.version },
      }),
    onDone: ({ booking: { reference } }) =>
      passingNotices.show({ title: m.office_bookings_new_booking_done({ reference }), tone: "success" }),
    next: ({ booking: { id } }) => navigate(pathOf(id), { replace: true, preventScrollReset: true }),
  });
  const alternatives = refusal && slotOfferFrom(refusal);
  const candidates = candidatesFrom(refusal);
  const serviceId = useFieldValue(form, "service");
  const phone = useFieldValue(form, "phone");
  const service = services.data?.find(({ id }) => id === serviceId);
  const items = useChosenItems(form, {});
  const date = useFieldValue(form, "preferredDate");
  const time = useFieldValue(form, "preferredTime");
  const customerId = customer?.id ?? original?.customerId ?? null;
  const entitlements = useQuery({
    ...entitlementsOfCustomerQuery(customerId ?? ""),
    enabled: customerId !== null,
  });
  const contract = useContractAtAddress(form, entitlements.data?.properties, date);
  const { menu, price, vatPercent, job, days, surchargeAt } = useVisitPrice(
    { service, items, date, time, contract },
    { isStarted: true },
  );
  useDraft(form, { isReady: services.data !== undefined, onlyAfterError: true });
  const [preferredReference, setPreferredReference] = useState("");
  const formerTechnicians = useQuery(formerTechniciansOfCustomerQuery(customerId));
  const formerTechnician = findTrainedTechnician(
    formerTechnicians.data ?? [],
    job ? [job.service, ...(job.with ?? [])] : [],
  );

  // Prefills once the services have loaded; typed values stay.
  const isPrefilled = useRef(false);
  const hasServices = services.data !== undefined;
  useEffect(() => {
    if (!hasServices || isPrefilled.current) return;
    isPrefilled.current = true;
    if (prefilledCustomer) fillFields(form, customerFields(prefilledCustomer));
    if (!original) return;
    const { customerName, email, phone, serviceId, tradeId, addressParts } = original;
    fillFields(form, {
      customerName,
      email: email ?? "",
      phone,
      // The return to an emergency is planned work of its trade, which pages no technician.
      service: tradeId ?? serviceId,
      ...addressParts,
    });
  }, [original, prefilledCustomer, hasServices]);

  function chooseCustomer(hit: CustomerHit) {
    setCustomer(hit);
    fillFields(form, customerFields(hit));
  }

  return (
    <form
      ref={form}
      {...formProps}
      className={classNames(TRADE_FIELD_GROUP, "flex flex-col gap-5 px-4 py-4 lg:px-5")}
    >
      <p className="text-sm text-muted">
        {original ? m.office_bookings_new_booking_warranty_hint() : m.office_bookings_new_booking_hint()}
      </p>
      <div className="flex flex-col gap-4">
        <PhoneField errors={errors} forAnotherPerson autoFocus={!original && !prefilledCustomer} />
        {!original && (
          <CustomerLookup
            query={phone}
            chosen={customer}
            onChoose={chooseCustomer}
            onClear={() => setCustomer(null)}
            onAddress={(address) => fillFields(form, addressFields(address))}
          />
        )}
        <NameField errors={errors} forAnotherPerson />
        <EmailField errors={errors} forAnotherPerson optional />
        <ChannelField channels={textChannels} form="office" />
        <Select name="service" label={m.booking_service()} required error={errors.service}>
          <ServiceOptions services={services.data ?? []} />
        </Select>
        <TradeField services={services.data ?? []} error={errors.trade} />
        {service && menu && (
          <ItemFields
            key={service.id}
            items={menu.items}
            service={service}
            others={(services.data ?? []).filter(({ id, emergency }) => id !== service.id && !emergency)}
            error={errorsByField(errors).items}
          />
        )}
      </div>
      <AddressField form={form} errors={errorsByField(errors)} />
      <AccessStep errors={errorsByField(errors)} />
      {service?.emergency ? (
        <p className="rounded bg-signal-soft px-3 py-2 text-sm font-medium text-signal-text">
          {m.office_bookings_new_booking_emergency()}
        </p>
      ) : (
        <TimeFields
          form={form}
          job={job}
          severalDays={days > 1}
          surchargeAt={original ? undefined : surchargeAt}
          optional
          errors={errors}
          alternatives={alternatives}
          onAlternative={clearRefusal}
        />
      )}
      {formerTechnician && !service?.emergency && (
        <SameTechnician
          technician={formerTechnician}
          preferredReference={preferredReference}
          onPreferChange={setPreferredReference}
        />
      )}
      <TextArea
        name="message"
        label={m.booking_message()}
        optional={m.common_optional()}
        maxLength={limits.message}
        rows={3}
        error={errors.message}
      />
      {price && service && !original && (
        <VisitSummary
          price={price}
          services={services.data ?? []}
          service={service}
          vatPercent={vatPercent}
          contract={contract}
        />
      )}
      {!alternatives && <ChangeRefused error={refusal} />}
      {candidates && (
        <CustomerChoice
          question={m.customers_choice_caller()}
          candidates={candidates}
          pending={pending}
          submit={m.customers_choice_continue()}
          onChoose={(id) => {
            // The form is sent with this choice.
            flushSync(() => setChosenCaller({ id, phone: book.variables?.phone ?? "" }));
            form.current?.requestSubmit();
          }}
        />
      )}
      <div className="sticky bottom-0 -mx-4 flex gap-2 border-t border-line bg-surface px-4 py-3 lg:-mx-5 lg:px-5">
        <Button type="submit" disabled={pending}>
          {pending ? m.admin_working() : m.office_bookings_new_booking_submit()}
        </Button>
        <Button tone="plain" onClick={() => navigate(closePath, { preventScrollReset: true })}>
          {m.admin_keep()}
        </Button>
      </div>
    </form>
  );
}

function customerFields({ name, email, phone, properties }: CustomerHit): Record<string, string> {
  const person = { customerName: name, email: email ?? "", phone: phone ? formatPhone(phone) : "" };
  return { ...person, ...(properties[0] && addressFields(properties[0].address)) };
}

function addressFields(address: PropertyView["address"]): Record<string, string> {
  return { ...address, area: placeInReaderLanguage(address.area) };
}

function fillFields(form: FormRef, fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) setFieldValue(form.current, name, value);
}
