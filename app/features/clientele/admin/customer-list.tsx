import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import SearchX from "lucide-react/icons/search-x";
import UsersRound from "lucide-react/icons/users-round";
import { useMemo, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Chips } from "~/ui/chips";
import { EmptyState } from "~/ui/empty-state";
import { ListFrame, LoadMore, TableOrCards } from "~/ui/list-frame";
import { SearchBox } from "~/ui/search-box";
import { type CustomerFilter, customerListQuery } from "../admin-client";
import { CustomerCards, CustomerTable } from "./customer-rows";

/** The office's list of customers. */
export function CustomerList({ openId }: { openId: string | undefined }) {
  const { filter, setFilter } = useCustomerFilter();
  const { search: filterInUrl } = useLocation();
  const list = useInfiniteQuery({ ...customerListQuery(filter), placeholderData: keepPreviousData });
  const searchRef = useRef<HTMLInputElement>(null);
  const customers = useMemo(() => list.data?.pages.flatMap((page) => page.customers), [list.data]);
  const pathOf = ({ id }: { id: string }) => `/admin/customers/${id}${filterInUrl}`;

  return (
    <ListFrame
      title={m.admin_customers_title()}
      tools={
        <>
          <SearchBox
            ref={searchRef}
            label={m.admin_customers_search()}
            placeholder={m.admin_customers_search_placeholder()}
            value={filter.search}
            onChange={(search) => setFilter({ search })}
          />
          <Chips
            label={m.admin_customers_who()}
            chosen={filter.alike}
            onChange={(alike) => setFilter({ alike })}
            chips={[
              { value: false, label: m.admin_customers_all() },
              { value: true, label: m.admin_customers_alike() },
            ]}
          />
        </>
      }
      searchRef={searchRef}
      openId={openId}
      query={list}
      rows={customers}
      loading={m.admin_customers_loading()}
      failed={m.admin_customers_failed()}
    >
      {(customers) => {
        if (customers.length === 0)
          return <Nobody filter={filter} onClear={() => setFilter({ search: "", alike: false })} />;
        const shown = { customers, openId, pathOf };
        return (
          <>
            <TableOrCards table={<CustomerTable {...shown} />} cards={<CustomerCards {...shown} />} />
            <LoadMore query={list} label={m.admin_customers_more()} loading={m.admin_customers_loading()} />
          </>
        );
      }}
    </ListFrame>
  );
}

function Nobody({ filter, onClear }: { filter: CustomerFilter; onClear: () => void }) {
  if (!filter.search && !filter.alike) {
    return (
      <EmptyState icon={<UsersRound aria-hidden />} title={m.admin_customers_empty_title()}>
        <p>{m.admin_customers_empty_body()}</p>
      </EmptyState>
    );
  }
  const [title, body] = filter.search
    ? [m.admin_customers_none_title(), m.admin_customers_none_body()]
    : [m.admin_customers_none_alike_title(), m.admin_customers_none_alike_body()];
  return (
    <EmptyState icon={<SearchX aria-hidden />} title={title}>
      <p>{body}</p>
      <Button tone="quiet" onClick={onClear}>
        {m.admin_customers_clear()}
      </Button>
    </EmptyState>
  );
}

/** The filters of the list live in its address: they survive a reload, and a link to a colleague. */
function useCustomerFilter() {
  const [params, setParams] = useSearchParams();
  const filter: CustomerFilter = {
    search: params.get("search") ?? "",
    alike: params.get("alike") === "yes",
  };
  function setFilter({ search = filter.search, alike = filter.alike }: Partial<CustomerFilter>) {
    setParams(
      { ...(search && { search }), ...(alike && { alike: "yes" }) },
      { replace: true, preventScrollReset: true },
    );
  }
  return { filter, setFilter };
}
