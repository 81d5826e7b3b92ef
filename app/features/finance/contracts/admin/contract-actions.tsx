import Download from "lucide-react/icons/download";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { localPath } from "~/platform/locale/locale";
import { daysBetween, dubaiDate } from "~/platform/time";
import { type RecordAction, RecordActions } from "~/ui/overlay/record-actions";
import { ShareLinkDialog } from "../../../core/documents/components/share-link";
import type { QuoteState } from "../../quotes/quote";
import { useActivateContract, useQuoteRenewal, useRenewContract } from "../admin-client";
import type { ContractDetail } from "../views";
import { AgreeForm } from "./agree-form";
import { useContractPageSlots } from "./contract-page-slots";
import { PaperAcceptanceForm } from "./paper-acceptance-form";
import { useSendContract } from "./send-contract";
import { remainingKinds, VisitForm } from "./visit-form";

/** Days before the end from which renewal is the next step. */
const RENEWED_BEFORE_DAYS = 60;

/** States of an open renewal quote. */
export const openRenewalStates: readonly QuoteState[] = ["draft", "sent", "viewed", "changes_requested"];

interface ContractActionsProps {
  contract: ContractDetail;
  pathOf: (id: string) => string;
}

/** Actions of a contract: terms, acceptance and invoice until it is active, then visits, and renewal before it ends. */
export function ContractActions({ contract, pathOf }: ContractActionsProps) {
  const { Invoicing } = useContractPageSlots();
  const { actions: sending, dialog } = useSendContract(contract);
  const activate = useActivateContract();
  const renew = useRenewContract();
  const renewalQuote = useQuoteRenewal();
  const navigate = useNavigate();
  const mayManage = useMay("contracts.manage");
  const mayActivate = useMay("contracts.activate");
  const { id, version, state, agreedAt, acceptance, renewedBy, endsOn } = contract;
  const openQuote = contract.renewalQuotes.find(({ state }) => openRenewalStates.includes(state));
  const isRequested = state === "requested";
  const isAccepted = agreedAt !== null && acceptance !== null;
  const canRenew = mayManage && !isRequested && state !== "cancelled" && !renewedBy && !openQuote;
  const endsSoon = endsOn !== null && daysBetween(dubaiDate(new Date()), endsOn) <= RENEWED_BEFORE_DAYS;

  const agree: RecordAction = {
    id: "agree",
    label: agreedAt ? m.contract_agree_again() : m.contract_agree(),
    isOffered: mayManage && isRequested,
    form: (onClose) => <AgreeForm contract={contract} onClose={onClose} />,
  };
  const email: RecordAction = {
    ...sending.email,
    isOffered: mayManage && agreedAt !== null && state !== "cancelled",
  };
  const renewByQuote: RecordAction = {
    label: m.contract_renewal_quote(),
    isOffered: canRenew,
    disabled: renewalQuote.isPending,
    error: renewalQuote.error,
    run: () =>
      renewalQuote.mutate(
        { id, version },
        { onSuccess: ({ quoteId }) => navigate(`/admin/quotes/${quoteId}`) },
      ),
  };
  const planVisit: RecordAction = {
    label: m.contract_plan_visit(),
    isOffered: mayManage && state === "active" && remainingKinds(contract).length > 0,
    form: (onClose) => <VisitForm contract={contract} onClose={onClose} />,
  };

  /** The next step first; every other action keeps its place in the menu. */
  function inOrder(invoice: RecordAction, cancel: RecordAction): RecordAction[] {
    const actions: RecordAction[] = [
      planVisit,
      renewByQuote,
      {
        label: m.contract_renew(),
        isOffered: canRenew,
        disabled: renew.isPending,
        error: renew.error,
        run: () =>
          renew.mutate({ id, version }, { onSuccess: ({ contract }) => navigate(pathOf(contract.id)) }),
      },
      invoice,
      {
        label: m.contract_document_pdf(),
        Icon: Download,
        isOffered: agreedAt !== null,
        href: localPath(`/api/admin/contracts/${id}/document`),
      },
      email,
      { ...sending.link, isOffered: email.isOffered },
      {
        label: m.contract_paper_acceptance(),
        isOffered: mayActivate && isRequested && agreedAt !== null && !acceptance,
        form: (onClose) => <PaperAcceptanceForm contract={contract} onClose={onClose} />,
      },
      agree,
      {
        label: m.contract_activate(),
        isOffered: mayActivate && isRequested && isAccepted,
        disabled: activate.isPending,
        error: activate.error,
        run: () => activate.mutate({ id, version }),
      },
      cancel,
    ];
    const next = isRequested
      ? agreedAt === null
        ? agree
        : acceptance
          ? invoice
          : email
      : endsSoon && renewByQuote;
    return next ? [next, ...actions.filter((action) => action !== next)] : actions;
  }

  return (
    <>
      <Invoicing contract={contract}>
        {({ invoice, cancel }) => (
          <RecordActions actions={inOrder(invoice, cancel)}>
            {isRequested && <p className="text-sm text-muted">{nextStep(contract)}</p>}
            {isRequested && agreedAt && !acceptance && (
              <p className="text-sm text-muted">{m.contract_step_accept()}</p>
            )}
            {openQuote && !renewedBy && (
              <p className="text-sm text-muted">
                {m.contract_renewal_open({ reference: openQuote.reference })}
              </p>
            )}
          </RecordActions>
        )}
      </Invoicing>
      <ShareLinkDialog {...dialog} />
    </>
  );
}

function nextStep({ agreedAt, instalments }: ContractDetail): string {
  if (!agreedAt) return m.contract_step_agree();
  return instalments.length > 0 ? m.contract_step_cheques() : m.contract_step_pay();
}
