import { m } from "~/paraglide/messages";
import { CustomerChoice } from "../../customers/components/customer-choice";
import type { CustomerCandidate } from "../../customers/same-phone";

interface ContractCustomerChoiceProps {
  candidates: readonly CustomerCandidate[];
  onChoose: (customerId: string) => void;
}

/** Asks the office whose contract it requests. Its texts are not loaded with the visitors' form. */
export function ContractCustomerChoice({ candidates, onChoose }: ContractCustomerChoiceProps) {
  return (
    <CustomerChoice
      question={m.customers_choice_contract()}
      candidates={candidates}
      pending={false}
      submit={m.customers_choice_continue()}
      onChoose={onChoose}
    />
  );
}
