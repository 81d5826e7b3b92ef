import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import SearchX from "lucide-react/icons/search-x";
import UsersRound from "lucide-react/icons/users-round";
import { useMemo, useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { Button } from "~/ui/button";
import { Chips } from "~/ui/chips";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/empty-state";
import { useFocusBack, useListKeys } from "~/ui/list-keys";
import { ListFailed, ListStale, ListWaiting } from "~/ui/list-states";
import { SearchBox } from "~/ui/search-box";
import { type CustomerFilter, customerListQuery } from "../admin-client";
import { CustomerCards, CustomerTable } from "./customer-rows";

/** The office's list of customers. */
export function CustomerList({ openId }: { openId: string | undefined }) {
  const { filter, setFilter } = useCustomerFilter();
  const { search: filterInUrl } = useLocation();
  const list = useInfiniteQuery({ ...customerListQuery(filter), placeholderData: keepPreviousData });
  const listRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  useListKeys(listRef, searchRef);
  useFocusBack(listRef, openId);
  const customers = useMemo(() => list.data?.pages.flatMap((page) => page.customers), [list.data]);
  const pathOf = ({ id }: { id: string }) => `/admin/customers/${id}${filterInUrl}`;

  function content() {
    if (!customers) {
      return list.isError ? (
        <ListFailed
          title={m.admin_customers_failed()}
          reason={list.error.message}
          onRetry={() => list.refetch()}
        />
      ) : (
        <ListWaiting label={m.admin_customers_loading()} />
      );
    }
    if (customers.length === 0) {
      return <Nobody filter={filter} onClear={() => setFilter({ search: "", alike: false })} />;
    }
    return (
      <>
        <div className="hidden @xl:block">
          <CustomerTable customers={customers} openId={openId} pathOf={pathOf} />
        </div>
        <div className="@xl:hidden">
          <CustomerCards customers={customers} openId={openId} pathOf={pathOf} />
        </div>
        {list.hasNextPage && (
          <div className="flex justify-center p-4">
            <Button
              tone="quiet"
              size="small"
              disabled={list.isFetchingNextPage}
              onClick={() => list.fetchNextPage()}
            >
              {list.isFetchingNextPage ? m.admin_customers_loading() : m.admin_customers_more()}
            </Button>
          </div>
        )}
      </>
    );
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <header className="flex flex-col gap-3 px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <div className="flex min-h-9 items-center gap-3">
          <h1 className="text-lg font-semibold">{m.admin_customers_title()}</h1>
          <p className="ms-auto text-xs text-muted max-xl:hidden">{m.admin_bookings_keys()}</p>
        </div>
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
      </header>
      {list.isError && customers && <ListStale reason={list.error.message} />}
      <div
        ref={listRef}
        aria-busy={list.isPlaceholderData || undefined}
        className={classNames(
          "@container min-h-0 grow border-t border-line transition-opacity lg:overflow-y-auto",
          list.isPlaceholderData && "opacity-60",
        )}
      >
        {content()}
      </div>
    </div>
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
