import { useQueryClient } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { TextField } from "~/ui/form/field";
import { useForm } from "~/ui/form/use-form";
import { myContractsQuery, useAcceptContract } from "../client";
import { acceptanceSchema } from "../schema";
import type { CustomerContract } from "../views";

/** Accepts the agreed terms with a typed name. */
export function AcceptContract({ contract: { id, agreementVersion } }: { contract: CustomerContract }) {
  const accept = useAcceptContract();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: { agreementVersion, name: "" },
    schema: acceptanceSchema,
    draft: `accept ${id}`,
    send: (acceptance) => accept.mutateAsync({ id, ...acceptance }),
    onDone: (contracts) => queryClient.setQueryData(myContractsQuery.queryKey, contracts),
  });
  return (
    <form {...form.formProps} aria-label={m.contract_accept_title()} className="flex flex-col gap-3">
      <Failure>{form.refusal?.message}</Failure>
      <TextField
        label={m.contract_accept_name()}
        hint={m.contract_accept_hint()}
        autoComplete="name"
        maxLength={100}
        {...form.field("name")}
      />
      <Button type="submit" disabled={form.pending}>
        {form.pending ? m.quotes_sending() : m.contract_accept_submit()}
      </Button>
    </form>
  );
}
