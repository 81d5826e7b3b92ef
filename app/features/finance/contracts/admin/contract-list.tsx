import FileCheck from "lucide-react/icons/file-check";
import { m } from "~/paraglide/messages";
import { formatListDay } from "~/platform/list-dates";
import { formatExactMoney } from "~/platform/money";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { type ContractState, contractStates } from "../../../core/packages/contract";
import { labelForProperty, shortLabelForProperty } from "../../../core/packages/labels";
import { type ContractFilter, contractListQuery } from "../admin-client";
import { ContractBadge } from "../components/contract-badge";
import { labelForContractState } from "../labels";
import type { ContractRow } from "../views";

export const contractList = officeList<ContractRow, ContractFilter>({
  path: "/admin/contracts",
  title: m.contract_office_title,
  filters: [
    {
      kind: "search",
      name: "search",
      label: m.contract_office_search,
      placeholder: m.contract_office_search_placeholder,
    },
    {
      kind: "chips",
      name: "state",
      label: m.contract_office_state,
      all: m.contract_office_all,
      values: contractStates,
      labelOf: (state) => labelForContractState(state as ContractState),
    },
    {
      kind: "choice",
      name: "ending",
      label: m.contract_office_end,
      all: m.contract_office_any_end,
      useOptions: () => [{ id: "yes", name: m.contract_office_ending() }],
    },
  ],
  useRows: pagedRows(contractListQuery, ({ contracts }) => contracts),
  layout: {
    columns: [
      {
        label: m.contract_office_reference,
        width: "w-44",
        visibleFrom: "58rem",
        isLink: true,
        cellClass: "figures",
        card: "foot",
        cell: ({ reference }) => reference,
      },
      {
        label: m.contract_office_customer,
        cellClass: "font-medium",
        card: "title",
        cell: ({ customerName }) => customerName,
      },
      {
        label: m.contract_office_package,
        visibleFrom: "40rem",
        cellClass: "text-muted",
        card: "line",
        fullText: ({ packageName, propertyType }) => `${packageName} · ${labelForProperty(propertyType)}`,
        cell: ({ packageName, propertyType }) => `${packageName} · ${shortLabelForProperty(propertyType)}`,
      },
      {
        label: m.contract_office_area,
        width: "w-36",
        visibleFrom: "7xl",
        cellClass: "text-muted",
        cell: ({ area }) => area,
      },
      {
        label: m.contract_office_next,
        width: "w-36",
        visibleFrom: "74rem",
        cellClass: "figures text-muted",
        cell: ({ nextVisitOn }) => (nextVisitOn ? formatListDay(nextVisitOn) : "–"),
      },
      {
        label: m.contract_office_end,
        width: "w-36",
        cellClass: "figures text-muted",
        card: "line-end",
        cell: ({ endsOn }) => (endsOn ? formatListDay(endsOn) : "–"),
        onCard: ({ endsOn }) => endsOn && formatListDay(endsOn),
      },
      {
        label: m.contract_office_price,
        width: "w-40",
        visibleFrom: "3xl",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "foot-end",
        cell: ({ priceFils }) => formatExactMoney(priceFils),
      },
      {
        label: m.contract_office_state,
        width: "w-36",
        card: "mark",
        cell: ({ state, agreedAt }) => <ContractBadge state={state} agreed={agreedAt !== null} />,
      },
    ],
  },
  empty: { Icon: FileCheck, title: m.contract_office_empty_title, body: m.contract_office_empty_body },
  noResults: () => ({ title: m.contract_office_none_title, clear: m.contract_office_clear }),
});
