import { useState } from "react";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Failure } from "~/ui/form/failure";
import { TextField } from "~/ui/form/field";
import { useRestoredDraft } from "~/ui/form/restore-draft";
import { useForm } from "~/ui/form/use-form";
import { createSubmissionKeys } from "../../../core/forms/components/submission-key";
import { sendAcceptance } from "../link/client";
import type { LinkedContract, OpenedContract, PostedAcceptance } from "../views";

export const ACCEPTANCE_FORM = "accept-contract";

interface AcceptByLinkProps {
  contract: LinkedContract;
  /** Result of a form posted without JavaScript that was not accepted. */
  posted: PostedAcceptance | null;
  onAccepted: (opened: OpenedContract) => void;
  /** Reloads the contract after a refusal. */
  onRefused: () => void;
}

/** Accepts the terms shown, with a typed name; works without JavaScript, too. */
export function AcceptByLink({ contract, posted, onAccepted, onRefused }: AcceptByLinkProps) {
  const { reference, agreementVersion } = contract;
  const [keys] = useState(() => createSubmissionKeys());
  const [message, setMessage] = useState(posted?.message ?? null);
  const { errors, refusal, pending, formProps } = useForm<{ name: string }, { name: string }, OpenedContract>(
    {
      initialErrors: posted?.errors,
      send({ name }) {
        const acceptance = { agreementVersion, name };
        return sendAcceptance(reference, acceptance, keys.keyFor(acceptance));
      },
      onDone: onAccepted,
    },
  );
  const failure = message ?? refusal?.message;
  const restoreTyped = useRestoredDraft(`accept ${reference}`);
  return (
    <Card data-no-print="">
      <form
        ref={restoreTyped}
        {...formProps}
        id={ACCEPTANCE_FORM}
        aria-labelledby="accept-title"
        onSubmit={(event) => {
          setMessage(null);
          formProps.onSubmit(event);
        }}
        className="flex scroll-mt-24 flex-col gap-4"
      >
        <h2 id="accept-title" className="text-xl">
          {m.contract_accept_title()}
        </h2>
        {failure && (
          <div className="flex flex-col items-start gap-2">
            <Failure>{failure}</Failure>
            {refusal?.status === 409 && (
              <Button tone="quiet" size="small" onClick={onRefused}>
                {m.contract_show_current()}
              </Button>
            )}
          </div>
        )}
        <input type="hidden" name="answer" value="accept" />
        <input type="hidden" name="agreementVersion" value={agreementVersion} />
        <TextField
          name="name"
          // Uncontrolled, because on slow phones typing starts before hydration.
          defaultValue={posted?.name}
          error={errors.name}
          label={m.contract_accept_name()}
          hint={m.contract_accept_hint()}
          autoComplete="name"
          required
          maxLength={100}
        />
        <Button type="submit" size="large" disabled={pending}>
          {pending ? m.quotes_sending() : m.contract_accept_submit()}
        </Button>
      </form>
    </Card>
  );
}
