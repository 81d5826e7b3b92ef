import { useQuery } from "@tanstack/react-query";
import PhoneCall from "lucide-react/icons/phone-call";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import type { ServiceView } from "~/features/core/catalogue/views";
import { m } from "~/paraglide/messages";
import type { ProofOfWorkChallenge } from "~/platform/auth/captcha";
import { lastEarlyClickOn } from "~/platform/browser/early-clicks";
import { publishFormOutcome } from "~/platform/browser/form-outcome";
import type { HttpError } from "~/platform/browser/http-client";
import { queryClient } from "~/platform/browser/query-client";
import { routePath } from "~/platform/locale/locale";
import type { TextChannel } from "~/platform/messaging/channel";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { addMinutes, formatTime, isDay } from "~/platform/time";
import { Button, ButtonAnchor } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Select, TextArea } from "~/ui/form/field";
import { PostedFieldsContext } from "~/ui/form/posted-fields";
import { spellMinutes } from "~/ui/hooks/duration";
import { useHydrated } from "~/ui/hooks/use-hydrated";
import { useNow } from "~/ui/hooks/use-now";
import { notices, passingNotices } from "~/ui/overlay/toast-store";
import type { BookingTerms, VisitorTerms } from "../../../../core/business/settings";
import { LettersWithoutFont } from "../../../../core/documents/components/letters-without-font";
import {
  drafted,
  emptyForm,
  type FormRef,
  fieldValue,
  setFieldOrDraft,
  setFieldValue,
  unchoose,
  useDraft,
  useFieldValue,
} from "../../../../core/forms/components/form-fields";
import { useKnownCustomer } from "../../../../core/forms/components/own-details";
import { ChannelField, PersonFields } from "../../../../core/forms/components/person-fields";
import { PostedMessage } from "../../../../core/forms/components/posted-message";
import { type FieldErrors, readAddress } from "../../../../core/forms/components/read-form";
import { focusSubmit, useSecuredSubmission } from "../../../../core/forms/components/secured-submission";
import { SecurityCheck } from "../../../../core/forms/components/security-check";
import { usePosted } from "../../../../core/forms/posted-form";
import { limits } from "../../../../core/forms/schema";
import type { BookingPrice } from "../../../../core/pricing/booking-price";
import { headlinePriceText, totalText } from "../../../../core/pricing/price-text";
import { AddressField } from "../../../../core/properties/components/address/address-field";
import { flattenAddress } from "../../../../core/properties/property";
import { AccessStep } from "../../../access/components/access-step";
import { EMERGENCY_ARRIVAL_MIN } from "../../booking";
import { arrivalStep } from "../../booking-state-text";
import { itemField } from "../../lines/item-fields";
import { bookingQuery, openLink } from "../../link/client";
import {
  type BookingReceipt,
  bookingPayload,
  duplicateReferenceFrom,
  holdQuery,
  isTimeNotHeld,
  proofOfWorkFrom,
  type SlotOffer,
  type SlotQuery,
  slotOfferFrom,
  submitBooking,
} from "../../request/client";
import type { PostedBooking } from "../../request/posted-booking";
import { continueOnEnter, FoldedStep, HIDDEN_BEFORE_USE, Step, StepBar } from "./booking-steps";
import { useMyContract } from "./contract-at-address";
import { ItemFields, useChosenItems } from "./item-fields";
import { PhotosField, type PhotosHandle } from "./photos-field";
import { ProofOfWorkPrompt } from "./proof-of-work-prompt";
import { readBookingForm } from "./read-booking";
import { clearRebooking, getRebookedReference } from "./rebooking";
import { SAME_TECHNICIAN, SameTechnician, useFormerTechnician } from "./same-technician";
import { consumeChosenService, onServiceChosen } from "./service-choice";
import { type BookingStep, firstStepWithError } from "./steps";
import { TimeFields } from "./time-fields";
import { ServiceOptions, TRADE_FIELD_GROUP, TradeField } from "./trade-field";
import { useBookingSteps } from "./use-booking-steps";
import { emptyVisitDraft, publishVisitDraft, type VisitDraft } from "./visit-draft-store";
import { useVisitPrice, VisitSummary } from "./visit-price";
import { labelForTime } from "./visit-time-text";

export interface BookingFormProps {
  services: ServiceView[];
  /** Phone in E.164 format. */
  emergencyPhone: string;
  terms: BookingTerms;
  presetService?: string;
  photos?: boolean;
  /** The form is in the first screen of a phone. */
  startsInView?: boolean;
  /** Ways to reach the business, in the bottom bar of phones. */
  phone: string;
  whatsapp: string;
}

const ACTION = "/api/handle-booking";

/**
 * Scrolls to the form before navigating, because the emptied form is shorter and Back would land below it.
 */
function scrollToFormBefore(leave: () => void): void {
  const { scrollX: left, scrollY: top } = window;
  document.getElementById("booking")?.scrollIntoView({ behavior: "instant" });
  leave();
  window.scrollTo({ left, top, behavior: "instant" });
}

export function BookingForm({
  services,
  emergencyPhone,
  terms,
  presetService = "",
  photos = false,
  startsInView = false,
  phone,
  whatsapp,
}: BookingFormProps) {
  const photosField = useRef<PhotosHandle>(null);
  const navigate = useNavigate();
  const posted = usePosted<PostedBooking>("booking");
  const [alternatives, setAlternatives] = useState<SlotOffer | null>(
    posted?.alternatives ? { message: posted.message ?? "", slots: posted.alternatives } : null,
  );
  const [duplicate, setDuplicate] = useState(
    posted?.confirmDuplicateOf
      ? { reference: posted.confirmDuplicateOf, currentDuplicateKey: duplicateKey(posted.values) }
      : null,
  );

  const hydrated = useHydrated();
  const [isStarted, setStarted] = useState(false);
  const [notHeldSlot, setNotHeldSlot] = useState(posted?.notHeldSlot ?? null);
  const [prompt, setPrompt] = useState<{
    message: string;
    work: ProofOfWorkChallenge;
    isEmergency: boolean;
  } | null>(null);
  const [captchaToken, setCaptchaToken] = useState<string>();

  const { form, errors, readErrors, showErrors, message, sending, blocked, formProps, checkProps } =
    useSecuredSubmission({
      posted,
      action: ACTION,
      read: readBookingForm,
      async send(booking, answer, keyFor) {
        setAlternatives(null);
        const uploaded = (await photosField.current?.settle()) ?? { ids: [], failed: 0 };
        const payload = bookingPayload({ ...booking, photoIds: uploaded.ids }, answer, {
          confirmDuplicateOf,
          captchaToken,
          requireHold: !isNotHeld,
        });
        const receipt = await submitBooking(payload, keyFor(payload));
        // In the URL, so that a reload shows the same confirmation as a form posted without JavaScript.
        const page = await openLink(`${receipt.followUrl}&booked`);
        return { ...receipt, page, photosLost: uploaded.failed };
      },
      onSent: handleSent,
      onRefused: (error) =>
        offerAlternatives(error) ||
        promptForDuplicate(error) ||
        warnOfMissingHold(error) ||
        promptForProofOfWork(error),
      onInvalid(found) {
        const wrong = firstStepWithError(found);
        if (wrong) bookingSteps.reveal(wrong);
      },
      failed: m.booking_failed(),
    });

  const serviceId = useFieldValue(form, "service", posted?.values.service ?? presetService);
  const preferredDate = useFieldValue(form, "preferredDate", posted?.values.preferredDate);
  const preferredTime = useFieldValue(form, "preferredTime", posted?.values.preferredTime);
  const chosenSlot = `${preferredDate} ${preferredTime}`;
  const currentDuplicateKey = duplicateKey({ service: serviceId, preferredDate, preferredTime });
  // Applies only while service and time are unchanged.
  const confirmDuplicateOf =
    duplicate?.currentDuplicateKey === currentDuplicateKey ? duplicate.reference : null;
  const service = services.find(({ id }) => id === serviceId);
  const items = useChosenItems(form, posted?.values ?? {});
  const contract = useMyContract(form, { isStarted, date: preferredDate });
  const { menu, price, vatPercent, job, days, surchargeAt } = useVisitPrice(
    { service, items, date: preferredDate, time: preferredTime, contract },
    { isStarted, posted: posted?.menu },
  );
  const hold = useHoldOf(days === 1 ? job : null, { date: preferredDate, time: preferredTime });
  const isNotHeld =
    preferredTime !== "" && !service?.emergency && (hold === false || notHeldSlot === chosenSlot);
  const isEmergency = service?.emergency ?? false;
  const needsProofOfWork =
    prompt?.isEmergency === isEmergency &&
    // A booking without a time needs no hold.
    (isEmergency || (!alternatives && preferredTime !== "" && !isNotHeld));
  // Sends an emergency without another press of the button.
  useEffect(() => {
    if (captchaToken && prompt?.isEmergency) form.current?.requestSubmit();
  }, [captchaToken, prompt, form]);
  const [preferredReference, setPreferredReference] = useState(() => drafted(SAME_TECHNICIAN) ?? "");
  const formerTechnician = useFormerTechnician(job ? [job.service, ...(job.with ?? [])] : []);
  usePublishVisitDraft({
    service: service?.name ?? "",
    emergency: service?.emergency ?? false,
    date: preferredDate,
    time: preferredTime,
    isNotHeld,
    price: service ? startingPriceText(service, price) : "",
    arrival: price ? arrivalStep({ lines: price.lines, estimateFils: price.totalFils }) : "",
    preferredTechnicianName: formerTechnician?.reference === preferredReference ? formerTechnician.name : "",
  });
  useChosenService(form, presetService);
  useDraft(form);
  useAddedJobs(form);
  useKnownCustomer(form);
  const bookingSteps = useBookingSteps({
    form,
    isEmergency,
    postedStep: posted && stepOfPosted(posted),
    isRepeated: getRebookedReference() !== null,
    readErrors,
    showErrors,
    focusSecurityCheck: () => checkProps.ref.current?.focus(),
  });
  const isPersonKnown = bookingSteps.isPersonKnown && !PERSON_FIELDS.some((field) => errors[field]);
  const stepProps = { ...bookingSteps, form };

  function handleSent(receipt: BookingReceipt & { page: URL; photosLost: number }) {
    emptyForm(form.current);
    photosField.current?.clear();
    setPreferredReference("");
    clearRebooking();
    publishFormOutcome({ form: ACTION, sent: true, service: receipt.booking.serviceId });
    notices.show({ title: m.booking_submitted_title(), description: m.booking_submitted(), tone: "success" });
    if (receipt.photosLost > 0) {
      passingNotices.show({ title: m.booking_photos_lost({ count: receipt.photosLost }), tone: "error" });
    }
    const { pathname, search } = receipt.page;
    queryClient.setQueryData(bookingQuery(receipt.reference).queryKey, receipt.booking);
    scrollToFormBefore(() => navigate(`${routePath(pathname)}${search}`));
  }

  function offerAlternatives(error: HttpError): boolean {
    const free = slotOfferFrom(error);
    if (!free) return false;
    flushSync(() => {
      setAlternatives(free);
      bookingSteps.reveal("time");
    });
    setPrompt(null);
    unchoose(form.current, "preferredTime");
    queryClient.invalidateQueries({ queryKey: ["availability"] });
    document.getElementById("booking-alternatives")?.focus();
    return true;
  }

  function promptForDuplicate(error: HttpError): boolean {
    const reference = duplicateReferenceFrom(error);
    if (!reference) return false;
    flushSync(() => setDuplicate({ reference, currentDuplicateKey }));
    document.getElementById("booking-duplicate")?.focus();
    return true;
  }

  function warnOfMissingHold(error: HttpError): boolean {
    if (!isTimeNotHeld(error)) return false;
    flushSync(() => {
      setNotHeldSlot(chosenSlot);
      bookingSteps.reveal("time");
    });
    document.getElementById("booking-not-held")?.focus();
    return true;
  }

  function promptForProofOfWork(error: HttpError): boolean {
    const work = proofOfWorkFrom(error);
    if (!work) return false;
    const isEmergency = error.body.about === "emergency";
    flushSync(() => setPrompt({ message: error.message, work, isEmergency }));
    document.getElementById("booking-work")?.focus();
    return true;
  }

  const isSubmitBlocked = blocked || (needsProofOfWork && !captchaToken);
  const submitLabel = sending
    ? m.booking_submitting()
    : confirmDuplicateOf
      ? m.booking_submit_second()
      : m.booking_submit();

  return (
    <form
      {...formProps}
      onFocus={() => setStarted(true)}
      onKeyDown={continueOnEnter}
      aria-labelledby="booking-title"
      className={classNames(
        TRADE_FIELD_GROUP,
        // A short step must not pull the footer into view.
        "flex flex-col rounded-lg border border-line bg-surface max-md:min-h-[calc(100svh-8rem)]",
      )}
    >
      <header className="flex flex-col gap-1 px-5 pt-6 sm:px-8 sm:pt-8">
        <h2 id="booking-title" className="text-2xl">
          {presetService === "free-survey" ? m.booking_assessment_title() : m.booking_title()}
        </h2>
        <p className="text-muted">{service?.emergency ? m.booking_lead_emergency() : m.booking_lead()}</p>
      </header>

      <ChosenService service={service} price={price} />

      <PostedFieldsContext value={posted}>
        <div className="flex flex-col divide-y divide-line px-5 sm:px-8 max-md:not-noscript:divide-y-0">
          {message && !posted?.alternatives && (
            <div className="py-5">
              <PostedMessage posted={posted}>{message}</PostedMessage>
            </div>
          )}
          <Step name="work" label={service?.name ?? ""} title={m.booking_section_service()} {...stepProps}>
            <Section title={m.booking_section_service()}>
              <Select
                name="service"
                label={m.booking_service()}
                required
                error={errors.service}
                defaultValue={presetService}
              >
                <ServiceOptions services={services} />
              </Select>
              <TradeField services={services} error={errors.trade} />
              {service && menu && (
                <ItemFields
                  key={service.id}
                  items={menu.items}
                  service={service}
                  others={services.filter(({ id, emergency }) => id !== service.id && !emergency)}
                  error={errors.items}
                />
              )}
            </Section>
            {isEmergency && (
              <Section title={m.booking_section_time()}>
                <EmergencyClock phone={emergencyPhone} />
              </Section>
            )}
            <Section title={m.booking_section_details()}>
              <MessageField form={form} error={errors.message} />
            </Section>
            {photos && (
              <Section title={m.booking_section_photos()}>
                <PhotosField ref={photosField} error={errors.photoIds} />
              </Section>
            )}
          </Step>

          {!isEmergency && (
            <Step
              name="time"
              label={labelForTime({ emergency: isEmergency, date: preferredDate, time: preferredTime })}
              title={m.booking_section_time()}
              {...stepProps}
            >
              <Section title={m.booking_section_time()}>
                <TimeFields
                  form={form}
                  job={job}
                  severalDays={days > 1}
                  surchargeAt={surchargeAt}
                  optional
                  errors={errors}
                  alternatives={alternatives}
                  onAlternative={() => {
                    setAlternatives(null);
                    flushSync(() => bookingSteps.reveal("person"));
                    focusSubmit(form.current);
                  }}
                />
                {isNotHeld && (
                  <p
                    id="booking-not-held"
                    role="status"
                    tabIndex={-1}
                    className="rounded border border-accent bg-brass-soft p-4 text-sm font-medium text-brass-text"
                  >
                    {m.booking_slot_not_held()}
                  </p>
                )}
                {formerTechnician && (
                  <SameTechnician
                    technician={formerTechnician}
                    preferredReference={preferredReference}
                    onPreferChange={setPreferredReference}
                  />
                )}
              </Section>
            </Step>
          )}

          <Step
            name="address"
            label={form.current ? flattenAddress(readAddress(form.current)) : ""}
            title={m.booking_section_address()}
            {...stepProps}
          >
            <Section title={m.booking_section_address()}>
              <AddressField form={form} errors={errors} />
              <AccessStep errors={errors} />
            </Section>
          </Step>

          <Step name="person" label="" title={m.booking_section_personal()} {...stepProps}>
            <PersonSection
              form={form}
              errors={errors}
              isKnown={isPersonKnown}
              channels={terms.textChannels}
            />
            <Section title={m.booking_section_security()}>
              <SecurityCheck {...checkProps} />
            </Section>
          </Step>
        </div>
      </PostedFieldsContext>

      {!isNotHeld && <input type="hidden" name="requireHold" value="yes" />}
      <div
        className={classNames(
          "flex flex-col gap-3 px-5 pt-2 pb-6 sm:px-8 sm:pb-8",
          bookingSteps.step !== "person" && (hydrated ? "max-md:hidden" : HIDDEN_BEFORE_USE),
        )}
      >
        {price && service && (
          <VisitSummary
            price={price}
            services={services}
            service={service}
            vatPercent={vatPercent}
            contract={contract}
          />
        )}
        <LettersWithoutFont form={form} />
        {confirmDuplicateOf && <input type="hidden" name="confirmDuplicateOf" value={confirmDuplicateOf} />}
        {confirmDuplicateOf && !message && (
          <p
            id="booking-duplicate"
            role="alert"
            tabIndex={-1}
            className="rounded border border-accent bg-brass-soft p-4 font-medium text-brass-text"
          >
            {m.booking_error_already_booked({ reference: confirmDuplicateOf })}
          </p>
        )}
        {prompt && needsProofOfWork && (
          <ProofOfWorkPrompt
            work={prompt.work}
            message={isEmergency ? prompt.message : `${prompt.message} ${m.booking_leave_time_open()}`}
            onToken={setCaptchaToken}
          />
        )}
        <Button
          type="submit"
          size="large"
          disabled={isSubmitBlocked}
          className={hydrated ? "max-md:hidden" : undefined}
        >
          {submitLabel}
        </Button>
        {service?.emergency ? <EmergencyTerms /> : <Terms terms={terms} />}
      </div>
      {(hydrated || startsInView) && (
        <StepBar
          form={form}
          startsInView={startsInView}
          price={price}
          isFree={service?.price.fils === 0}
          lines={{ phone: isEmergency ? "" : phone, emergencyPhone, whatsapp }}
          onContinue={
            bookingSteps.step === "person" ? null : () => bookingSteps.continueFrom(bookingSteps.step)
          }
        >
          <Button type="submit" disabled={isSubmitBlocked} className="grow">
            {submitLabel}
          </Button>
        </StepBar>
      )}
    </form>
  );
}

const PERSON_FIELDS = ["customerName", "email", "phone"];

function stepOfPosted({ errors, alternatives }: PostedBooking): BookingStep {
  return firstStepWithError(errors) ?? (alternatives ? "time" : "person");
}

function duplicateKey({ service, preferredDate, preferredTime }: Record<string, string>): string {
  return [service, preferredDate, preferredTime].join(" ");
}

function Terms({ terms: { contactMinutes, contactRuns, cutOffHours } }: { terms: VisitorTerms }) {
  const time = spellMinutes(contactMinutes);
  return (
    <p className="measure mx-auto text-center text-xs text-muted">
      <span>
        {contactRuns === "always"
          ? m.booking_response_target({ time })
          : m.booking_response_target_when_open({ time })}
      </span>{" "}
      <span>
        {cutOffHours > 0
          ? m.booking_change_deadline_before({ time: spellMinutes(cutOffHours * 60) })
          : m.booking_change_deadline_none()}
      </span>
    </p>
  );
}

function EmergencyTerms() {
  const by = useEmergencyDeadline();
  return (
    <p className="measure mx-auto text-center text-xs text-muted">
      {by ? m.booking_response_target_emergency({ time: by }) : m.booking_response_target_emergency_soon()}
    </p>
  );
}

/** From the URL (`?service=hvac`) or another part of the page, unless the visitor already chose one. */
function useChosenService(form: FormRef, preset: string) {
  useEffect(() => {
    const choose = (service: string | null) => {
      if (service) setFieldValue(form.current, "service", service);
    };
    if (fieldValue(form.current, "service") === preset) {
      choose(new URLSearchParams(window.location.search).get("service"));
    }
    choose(consumeChosenService());
    return onServiceChosen(() => choose(consumeChosenService()));
  }, [form, preset]);
}

const ADDED_JOB = "[data-item]";

/** Jobs of the page with a button that adds them to the booking, also pressed before this code had loaded. */
function useAddedJobs(form: FormRef) {
  useEffect(() => {
    const add = (button: HTMLElement | null | undefined) => {
      const { service: serviceId, item, quantity } = button?.dataset ?? {};
      if (serviceId && item && quantity) {
        setFieldOrDraft(form.current, itemField({ serviceId, item }), quantity);
      }
    };
    add(lastEarlyClickOn(ADDED_JOB));
    const onClick = ({ target }: MouseEvent) =>
      add(target instanceof Element ? target.closest<HTMLElement>(ADDED_JOB) : null);
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [form]);
}

/** Undefined until known. */
function useHoldOf(job: SlotQuery | null, slot: { date: string; time: string }): boolean | undefined {
  const { data } = useQuery(
    {
      ...holdQuery(job ?? { service: "" }, slot),
      enabled: job !== null && isDay(slot.date) && slot.time !== "",
    },
    queryClient,
  );
  return data;
}

function usePublishVisitDraft(visit: VisitDraft) {
  const visitJson = JSON.stringify(visit);
  useEffect(() => publishVisitDraft(JSON.parse(visitJson)), [visitJson]);
  useEffect(() => () => publishVisitDraft(emptyVisitDraft), []);
}

function startingPriceText(service: ServiceView, price: BookingPrice | null): string {
  return price ? totalText(price) : headlinePriceText(service.price);
}

interface PersonSectionProps {
  form: FormRef;
  errors: FieldErrors;
  isKnown: boolean;
  channels: readonly TextChannel[];
}

/** Folds to one line on phones if the answers are known. */
function PersonSection({ form, errors, isKnown, channels }: PersonSectionProps) {
  const [isChanging, setChanging] = useState(false);
  const isFolded = isKnown && !isChanging;
  const title = m.booking_section_personal();
  return (
    <div>
      {isFolded && (
        <FoldedStep
          title={title}
          label={`${fieldValue(form.current, "customerName")} · ${fieldValue(form.current, "phone")}`}
          onChange={() => setChanging(true)}
        />
      )}
      <div className={isFolded ? "max-md:hidden" : undefined}>
        <Section title={title}>
          <PersonFields errors={errors} />
          <ChannelField channels={channels} form="visitor" />
        </Section>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-4 py-7">
      <legend className="contents">
        <span className="text-lg font-semibold">{title}</span>
      </legend>
      {children}
    </fieldset>
  );
}

function ChosenService({ service, price }: { service: ServiceView | undefined; price: BookingPrice | null }) {
  return (
    <div
      role="status"
      className={
        service
          ? "max-md:hidden sticky top-16 z-10 mt-5 flex flex-wrap items-baseline justify-between gap-x-4 border-y border-line bg-brass-soft px-5 py-2.5 text-brass-text sm:px-8"
          : "sr-only"
      }
    >
      {service && (
        <>
          <span className="font-semibold wrap-anywhere">{service.name}</span>
          <span className="figures text-sm">{startingPriceText(service, price)}</span>
        </>
      )}
    </div>
  );
}

function EmergencyClock({ phone }: { phone: string }) {
  const by = useEmergencyDeadline();
  return (
    <div data-emergency="" className="flex flex-col gap-4 rounded border border-signal bg-signal-soft p-5">
      <p className="font-medium">
        {by ? m.booking_emergency_countdown({ time: by }) : m.booking_emergency_target()}
      </p>
      <p className="text-sm">{m.booking_emergency_note()}</p>
      <ButtonAnchor href={callHref(phone)} tone="signal" className="self-start">
        <PhoneCall aria-hidden />
        <span>{m.booking_emergency_call({ phone: formatPhone(phone).replaceAll(" ", "\u00a0") })}</span>
      </ButtonAnchor>
    </div>
  );
}

/** Arrival deadline if the form is sent now; null until hydrated, because a cached page may be old. */
function useEmergencyDeadline(): string | null {
  const now = useNow(30_000);
  const hydrated = useHydrated();
  return hydrated ? formatTime(addMinutes(now, EMERGENCY_ARRIVAL_MIN), "time") : null;
}

function MessageField({ form, error }: { form: FormRef; error?: string }) {
  const length = useFieldValue(form, "message").length;
  return (
    <TextArea
      name="message"
      label={m.booking_message()}
      optional={m.common_optional()}
      placeholder={m.booking_message_example()}
      rows={4}
      error={error}
      hint={
        <span className={length > limits.message ? "figures font-medium text-error" : "figures"}>
          {m.booking_message_length({ length, max: limits.message })}
        </span>
      }
    />
  );
}
