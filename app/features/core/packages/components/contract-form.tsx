import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { fieldValue } from "~/features/core/forms/components/form-fields";
import { PersonFields } from "~/features/core/forms/components/person-fields";
import { type FormRead, readAddress, readPerson, validate } from "~/features/core/forms/components/read-form";
import { SecuredForm } from "~/features/core/forms/components/secured-form";
import { AddressField } from "~/features/core/properties/components/address/address-field";
import { m } from "~/paraglide/messages";
import { TextArea } from "~/ui/form/field";
import { lazyPart } from "~/ui/screen/lazy-part";
import type { CustomerCandidate } from "../../customers/same-phone";
import { sendContractRequest } from "../client";
import { contractFormSchema, type ContractForm as Fields } from "../schema";

/** Only the office is asked, so its code is not loaded with the page. */
const ContractCustomerChoice = lazyPart(
  () => import("./contract-customer-choice").then(({ ContractCustomerChoice }) => ContractCustomerChoice),
  () => null,
);

export interface ContractFormProps {
  /** Id of the form, so that fields elsewhere on the page can belong to it. */
  id: string;
  labelledBy: string;
  /** Confirmation page; the reference is added to its address. */
  sentPath: string;
}

export function ContractForm({ id, labelledBy, sentPath }: ContractFormProps) {
  const navigate = useNavigate();
  const [candidates, setCandidates] = useState<readonly CustomerCandidate[] | null>(null);
  const chosenId = useRef<string | undefined>(undefined);

  return (
    <SecuredForm
      name="contract"
      action="/api/contracts/requests"
      id={id}
      labelledBy={labelledBy}
      read={(form) => readForm(form, chosenId.current)}
      send={sendContractRequest}
      onRefused={(error) => {
        if (error.reason !== "customer-ambiguous") return false;
        chosenId.current = undefined;
        setCandidates(error.body.candidates as CustomerCandidate[]);
        return true;
      }}
      onSent={(reference) => navigate(`${sentPath}?reference=${reference}`)}
      texts={{
        submit: m.contract_submit(),
        submitting: m.contract_submitting(),
        failed: m.contract_failed(),
        promise: m.contract_response_time(),
      }}
    >
      {(errors, form) => (
        <>
          <fieldset className="flex flex-col gap-4">
            <legend className="contents">
              <span className="text-lg font-semibold">{m.booking_section_personal()}</span>
            </legend>
            <PersonFields errors={errors} />
          </fieldset>
          <fieldset className="flex flex-col gap-4 border-t border-line pt-6">
            <legend className="contents">
              <span className="text-lg font-semibold">{m.booking_section_address()}</span>
            </legend>
            <AddressField form={form} errors={errors} />
            <TextArea
              name="message"
              label={m.contract_message()}
              optional={m.common_optional()}
              placeholder={m.contract_message_example()}
              rows={3}
              error={errors.message}
            />
          </fieldset>
          {candidates && (
            <ContractCustomerChoice
              candidates={candidates}
              onChoose={(id) => {
                chosenId.current = id;
                setCandidates(null);
                form.current?.requestSubmit();
              }}
            />
          )}
        </>
      )}
    </SecuredForm>
  );
}

function readForm(form: HTMLFormElement, customerId: string | undefined): FormRead<Fields> {
  return validate(contractFormSchema, {
    customerId,
    ...readPerson(form),
    packageId: fieldValue(form, "packageId"),
    propertyType: fieldValue(form, "propertyType"),
    message: fieldValue(form, "message"),
    addressParts: readAddress(form),
  });
}
