import Check from "lucide-react/icons/check";
import Minus from "lucide-react/icons/minus";
import { type ReactNode, useLayoutEffect } from "react";
import { usePosted } from "~/features/core/forms/posted-form";
import type { ContractFormProps } from "~/features/core/packages/components/contract-form";
import { type PropertyType, propertyTypes } from "~/features/core/packages/contract";
import { labelForProperty } from "~/features/core/packages/labels";
import type { PackageView } from "~/features/core/packages/views";
import { FaqList } from "~/features/website/content/components/faq-list";
import { m } from "~/paraglide/messages";
import { lastEarlyClickOn } from "~/platform/browser/early-clicks";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { Badge } from "~/ui/badge";
import { ButtonAnchor } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { FieldError } from "~/ui/form/field";
import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";
import { useBusiness, useVatPercent } from "../frame/business";
import { PageHero } from "../parts/page-hero";
import { PageSection } from "../parts/page-section";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/amc-packages-page";

const FORM = "contract-request";

/** Keeps the choice while the visitor looks at other pages of the site. */
const storedChoice: { packageId?: string; propertyType?: string } = {};

function storeChoice({ name, value }: HTMLInputElement): void {
  if (name === "packageId" || name === "propertyType") storedChoice[name] = value;
}

/** Includes choices made before this code had loaded. */
function storeChoices(): void {
  for (const choice of document.querySelectorAll<HTMLInputElement>(`input[form="${FORM}"]:checked`))
    storeChoice(choice);
}

/** AMC packages side by side, their prices for the visitor's home, and the request form. */
export function AmcPackagesScreen({ loaderData }: Route.ComponentProps) {
  const { packages } = loaderData;
  const business = useBusiness();
  const percent = useVatPercent();
  const posted = usePosted("contract");
  const chosen = posted?.values ?? storedChoice;
  // Before the form restores its choices after a reload, which are newer than those of the link.
  useLayoutEffect(() => {
    storeChoices();
    selectLinkedChoices();
    selectClickedPackage();
  }, []);
  return (
    <>
      <PageHead
        title={m.content_packages_page_title({ business: bidiIsolate(business.name) })}
        description={m.content_packages_description({ price: formatMoney(lowestPrice(packages)) })}
        structuredData={loaderData.structuredData}
      />
      <PageHero
        trail={[{ name: m.content_packages(), path: "/amc-packages" }]}
        title={m.content_packages_title()}
        lead={m.content_packages_lead()}
        corner="packages"
      />
      {/* CSS alone switches the prices with the chosen property, so that no code has to load first. */}
      <div
        className="group/amc"
        onChange={({ target }) => target instanceof HTMLInputElement && storeChoice(target)}
      >
        <section
          id="packages"
          tabIndex={-1}
          aria-labelledby="packages-title"
          className="page-column py-10 lg:py-16"
        >
          <h2 id="packages-title" className="sr-only">
            {m.content_packages_compare()}
          </h2>
          <PropertyChoice chosen={chosen.propertyType} />
          <PackageTable packages={packages} />
          <PackageCards packages={packages} />
          <p className="measure mt-6 text-sm text-muted">
            {percent > 0 ? m.content_packages_note({ percent }) : m.content_packages_note_no_vat()}
          </p>
        </section>

        <section
          id="request"
          tabIndex={-1}
          aria-labelledby="request-title"
          className="scroll-mt-16 bg-sunken py-12 lg:py-20"
        >
          <div className="page-column grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,40rem)] lg:gap-16">
            <div className="flex flex-col gap-6 lg:sticky lg:top-24">
              <div className="flex flex-col gap-2.5">
                <h2 id="request-title" className="text-2xl sm:text-3xl">
                  {m.contract_form_title()}
                </h2>
                <p className="text-muted">{m.contract_form_lead()}</p>
              </div>
              <PackageChoice packages={packages} chosen={chosen.packageId} error={posted?.errors.packageId} />
            </div>
            <div className="rounded-lg border border-line bg-surface p-5 sm:p-8">
              <ContractForm id={FORM} labelledBy="request-title" sentPath="/amc-packages/requested" />
            </div>
          </div>
        </section>
      </div>

      <PageSection id="questions" title={m.content_faq_title()}>
        <FaqList faqs={packageFaqs()} />
      </PageSection>
    </>
  );
}

function lowestPrice(packages: readonly PackageView[]): number {
  return Math.min(...packages.flatMap(({ prices }) => Object.values(prices)));
}

const ContractForm = lazyIsland<ContractFormProps>(
  async () => (await import("~/features/core/packages/components/contract-form")).ContractForm,
  { fallback: <Skeleton className="h-[52rem]" /> },
);

export function packageFaqs() {
  return [
    { question: m.content_packages_faq_1(), answer: m.content_packages_faq_1_answer() },
    { question: m.content_packages_faq_2(), answer: m.content_packages_faq_2_answer() },
    { question: m.content_packages_faq_3(), answer: m.content_packages_faq_3_answer() },
    { question: m.content_packages_faq_4(), answer: m.content_packages_faq_4_answer() },
    { question: m.content_packages_faq_5(), answer: m.content_packages_faq_5_answer() },
    { question: m.content_packages_faq_6(), answer: m.content_packages_faq_6_answer() },
  ];
}

/** The radio buttons belong to the form below, so that the compared choice is the requested one. */
function PropertyChoice({ chosen = "apartment-3br" }: { chosen?: string }) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="contents">
        <span className="font-semibold">{m.content_packages_property()}</span>
      </legend>
      <div className="grid grid-cols-2 gap-2 lg:grid-cols-4">
        {propertyTypes.map((type) => (
          <label
            key={type}
            className="relative flex min-h-13 cursor-pointer items-center gap-2 rounded border border-control bg-surface px-3.5 py-2 sm:px-4 text-sm font-medium hover:border-accent has-checked:border-accent has-checked:bg-brass-soft has-checked:text-brass-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="propertyType"
              form={FORM}
              value={type}
              defaultChecked={type === chosen}
              className="peer sr-only"
            />
            <span>{labelForProperty(type)}</span>
            <Check aria-hidden className="ms-auto hidden size-4 shrink-0 peer-checked:block" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const whenSelected: Record<PropertyType, string> = {
  "apartment-1br": "group-has-[[value=apartment-1br]:checked]/amc:inline",
  "apartment-3br": "group-has-[[value=apartment-3br]:checked]/amc:inline",
  "villa-3br": "group-has-[[value=villa-3br]:checked]/amc:inline",
  "villa-4br": "group-has-[[value=villa-4br]:checked]/amc:inline",
};

/** Annual price for the chosen property. */
function AnnualPrice({ prices }: { prices: PackageView["prices"] }) {
  return propertyTypes.map((type) => (
    <span key={type} className={classNames("figures hidden", whenSelected[type])}>
      {formatMoney(prices[type])}
    </span>
  ));
}

interface Feature {
  name: () => string;
  /** True or false: included or not; otherwise the amount. */
  readValue: (amcPackage: PackageView) => string | boolean;
}

const features: Feature[] = [
  {
    name: m.content_packages_ac,
    readValue: ({ acVisits }) => m.content_packages_visits({ count: acVisits }),
  },
  {
    name: m.content_packages_checks,
    readValue: ({ checks }) => m.content_packages_visits({ count: checks }),
  },
  {
    name: m.content_packages_call_outs,
    readValue: ({ callOuts, callOutHours }) =>
      callOuts === null
        ? m.content_packages_call_outs_unlimited({ hours: callOutHours })
        : m.content_packages_call_outs_some({ count: callOuts, hours: callOutHours }),
  },
  {
    name: m.content_packages_handyman,
    readValue: ({ handymanHours }) => handymanHours > 0 && m.content_packages_hours({ count: handymanHours }),
  },
  {
    name: m.content_packages_emergency,
    readValue: ({ emergencyFee }) =>
      emergencyFee ? m.content_packages_emergency_two() : m.content_packages_emergency_free(),
  },
  {
    name: m.content_packages_parts,
    readValue: ({ partsDiscount, partsIncludedFils }) => {
      if (partsIncludedFils !== null) {
        return m.content_packages_parts_included({ price: formatMoney(partsIncludedFils) });
      }
      return partsDiscount > 0
        ? m.content_packages_parts_discount({ percent: partsDiscount })
        : m.content_packages_parts_charged();
    },
  },
];

/** Wide screens: one column per package. */
function PackageTable({ packages }: { packages: readonly PackageView[] }) {
  return (
    <div className="mt-8 max-lg:hidden">
      <table className="w-full table-fixed border-separate border-spacing-0">
        <caption className="sr-only">{m.content_packages_compare()}</caption>
        <thead>
          <tr className="align-top">
            <th scope="col" className="w-1/4 text-start">
              <span className="sr-only">{m.content_packages_feature()}</span>
            </th>
            {packages.map((each) => (
              <th
                key={each.id}
                scope="col"
                className={classNames(
                  "rounded-t-lg border-t border-r border-l p-5 text-start font-normal",
                  columnClass(each),
                  each.recommended ? "border-t-accent" : "border-t-transparent",
                )}
              >
                <PackageHead amcPackage={each} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {features.map(({ name, readValue }) => (
            <tr key={name()}>
              <th scope="row" className="border-t border-line py-3.5 pe-4 text-start text-sm font-medium">
                {name()}
              </th>
              {packages.map((each) => (
                <td
                  key={each.id}
                  className={classNames(
                    "border-t border-r border-l border-t-line px-5 py-3.5 text-sm",
                    columnClass(each),
                  )}
                >
                  <FeatureValue value={readValue(each)} />
                </td>
              ))}
            </tr>
          ))}
          <tr>
            <td />
            {packages.map((each) => (
              <td
                key={each.id}
                className={classNames("rounded-b-lg border-r border-b border-l p-5", columnClass(each))}
              >
                <ChooseLink amcPackage={each} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

const columnClass = ({ recommended }: PackageView) =>
  recommended ? "border-x-accent border-b-accent bg-surface" : "border-x-transparent border-b-transparent";

/** Narrow screens: one card per package. */
function PackageCards({ packages }: { packages: readonly PackageView[] }) {
  return (
    <ul className="mt-6 flex flex-col gap-4 lg:hidden">
      {packages.map((each) => (
        <li
          key={each.id}
          className={classNames(
            "flex flex-col gap-5 rounded-lg border bg-surface p-5",
            each.recommended ? "border-accent" : "border-line",
          )}
        >
          <PackageHead amcPackage={each} />
          <dl className="flex flex-col divide-y divide-line border-y border-line text-sm">
            {features.map(({ name, readValue }) => (
              <div key={name()} className="grid grid-cols-[1fr_auto] gap-4 py-2.5">
                <dt className="text-muted">{name()}</dt>
                <dd className="text-end font-medium">
                  <FeatureValue value={readValue(each)} />
                </dd>
              </div>
            ))}
          </dl>
          <ChooseLink amcPackage={each} />
        </li>
      ))}
    </ul>
  );
}

function PackageHead({ amcPackage }: { amcPackage: PackageView }) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center justify-between gap-2 text-xl font-semibold">
        <span>{amcPackage.name}</span>
        {amcPackage.recommended && <Badge tone="waiting">{m.content_packages_recommended()}</Badge>}
      </p>
      <p className="text-sm text-muted lg:min-h-[4.5em]">
        <bdi>{amcPackage.summary}</bdi>
      </p>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="text-2xl font-semibold tracking-tight">
          <AnnualPrice prices={amcPackage.prices} />
        </span>
        <span className="text-xs text-muted">{m.content_packages_a_year()}</span>
      </p>
    </div>
  );
}

function FeatureValue({ value }: { value: string | boolean }): ReactNode {
  if (value === false) {
    return (
      <>
        <Minus aria-hidden className="inline size-4 text-muted" />
        <span className="sr-only">{m.content_packages_not_in()}</span>
      </>
    );
  }
  return <span>{value}</span>;
}

/** Links to the form and selects the package once the code has loaded. */
function ChooseLink({ amcPackage }: { amcPackage: PackageView }) {
  return (
    <ButtonAnchor
      href="#request"
      data-package={amcPackage.id}
      tone={amcPackage.recommended ? "action" : "quiet"}
      className="w-full"
      onClick={() => choosePackage(amcPackage.id)}
    >
      {m.content_packages_choose({ name: bidiIsolate(amcPackage.name) })}
    </ButtonAnchor>
  );
}

const choiceId = (packageId: string) => `package-${packageId}`;

function choosePackage(packageId: string): void {
  const choice = document.getElementById(choiceId(packageId));
  if (choice instanceof HTMLInputElement) choice.click();
}

/** Selects the package and home of a renewal's link. */
function selectLinkedChoices(): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of [
    ["packageId", query.get("package")],
    ["propertyType", query.get("home")],
  ] as const) {
    const choices = document.querySelectorAll<HTMLInputElement>(`input[form="${FORM}"][name="${name}"]`);
    for (const choice of choices) if (choice.value === value) choice.click();
  }
}

/** Selects the package of a link that was followed before the code had loaded. */
function selectClickedPackage(): void {
  const packageId = lastEarlyClickOn('[data-package], label:has([name="packageId"])')?.dataset.package;
  if (packageId) choosePackage(packageId);
}

interface PackageChoiceProps {
  packages: readonly PackageView[];
  /** Defaults to the recommended package. */
  chosen?: string;
  error?: string;
}

/** Requested package with its price for the property chosen above. */
function PackageChoice({ packages, chosen, error }: PackageChoiceProps) {
  return (
    <fieldset aria-describedby={error ? "package-error" : undefined} className="flex flex-col gap-3">
      <legend className="contents">
        <span className="text-lg font-semibold">{m.contract_section_choice()}</span>
      </legend>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="font-medium" role="status">
          {propertyTypes.map((type) => (
            <span key={type} className={classNames("hidden", whenSelected[type])}>
              {labelForProperty(type)}
            </span>
          ))}
        </span>
        <a href="#packages" className="min-h-6 text-link underline underline-offset-4">
          {m.content_packages_change_property()}
        </a>
      </p>
      <div className="flex flex-col gap-2">
        {packages.map((each) => (
          <label
            key={each.id}
            className="flex min-h-15 cursor-pointer items-center gap-3.5 rounded border border-control bg-surface px-4 py-2.5 hover:border-accent has-checked:border-accent has-checked:bg-brass-soft has-checked:text-brass-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              id={choiceId(each.id)}
              type="radio"
              name="packageId"
              form={FORM}
              value={each.id}
              defaultChecked={chosen === undefined ? each.recommended : each.id === chosen}
              className="size-4.5 accent-[var(--action)]"
            />
            <span className="max-w-1/2 shrink-0 font-semibold wrap-anywhere">{each.name}</span>
            <span className="ms-auto text-end text-sm">
              <span className="font-semibold">
                <AnnualPrice prices={each.prices} />
              </span>{" "}
              <span className="text-xs">{m.content_packages_a_year()}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id="package-error" error={error} />
    </fieldset>
  );
}
