import { keepPreviousData, useQuery } from "@tanstack/react-query";
import HardHat from "lucide-react/icons/hard-hat";
import SearchX from "lucide-react/icons/search-x";
import UserPlus from "lucide-react/icons/user-plus";
import { useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { Button, ButtonLink } from "~/ui/button";
import { Chips } from "~/ui/chips";
import { classNames } from "~/ui/class-names";
import { EmptyState } from "~/ui/empty-state";
import { useFocusBack, useListKeys } from "~/ui/list-keys";
import { ListFailed, ListStale, ListWaiting } from "~/ui/list-states";
import { SearchBox } from "~/ui/search-box";
import { type TechnicianFilter, technicianListQuery } from "../admin-client";
import { TechnicianCards, TechnicianTable } from "./technician-rows";

/** The office's list of technicians: who they are, and how full their day is. */
export function TechnicianList({ openId }: { openId: string | undefined }) {
  const { filter, setFilter } = useTechnicianFilter();
  const { search: filterInUrl } = useLocation();
  const list = useQuery({ ...technicianListQuery(filter), placeholderData: keepPreviousData });
  const listRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  useListKeys(listRef, searchRef);
  useFocusBack(listRef, openId);
  const technicians = list.data;
  const pathOf = ({ id }: { id: string }) => `/admin/technicians/${id}${filterInUrl}`;
  const add = { pathname: "/admin/technicians/new", search: filterInUrl };

  function content() {
    if (!technicians) {
      return list.isError ? (
        <ListFailed
          title={m.admin_people_failed()}
          reason={list.error.message}
          onRetry={() => list.refetch()}
        />
      ) : (
        <ListWaiting label={m.admin_people_loading()} />
      );
    }
    if (technicians.length > 0) {
      return (
        <>
          <div className="hidden @xl:block">
            <TechnicianTable technicians={technicians} openId={openId} pathOf={pathOf} />
          </div>
          <div className="@xl:hidden">
            <TechnicianCards technicians={technicians} openId={openId} pathOf={pathOf} />
          </div>
        </>
      );
    }
    if (filter.search) {
      return (
        <EmptyState icon={<SearchX aria-hidden />} title={m.admin_people_none_title()}>
          <p>{m.admin_people_none_body()}</p>
          <Button tone="quiet" onClick={() => setFilter({ search: "" })}>
            {m.admin_people_clear()}
          </Button>
        </EmptyState>
      );
    }
    if (filter.former)
      return <EmptyState icon={<HardHat aria-hidden />} title={m.admin_people_no_former()} />;
    return (
      <EmptyState icon={<HardHat aria-hidden />} title={m.admin_people_empty_title()}>
        <p>{m.admin_people_empty_body()}</p>
        <ButtonLink to={add} tone="quiet">
          {m.admin_people_add()}
        </ButtonLink>
      </EmptyState>
    );
  }

  return (
    <div className="flex min-h-0 min-w-0 flex-col">
      <header className="flex flex-col gap-3 px-4 pt-4 pb-3 lg:px-6 lg:pt-5">
        <div className="flex items-center gap-3">
          <h1 className="text-lg font-semibold">{m.admin_people_title()}</h1>
          <p className="ms-auto text-xs text-muted max-xl:hidden">{m.admin_bookings_keys()}</p>
          <ButtonLink to={add} size="small" className="max-xl:ms-auto">
            <UserPlus aria-hidden />
            {m.admin_people_add()}
          </ButtonLink>
        </div>
        <SearchBox
          ref={searchRef}
          label={m.admin_people_search()}
          placeholder={m.admin_people_search_placeholder()}
          value={filter.search}
          onChange={(search) => setFilter({ search })}
        />
        <Chips
          label={m.admin_people_who()}
          chosen={filter.former}
          onChange={(former) => setFilter({ former })}
          chips={[
            { value: false, label: m.admin_people_working() },
            { value: true, label: m.admin_people_former() },
          ]}
        />
      </header>
      {list.isError && technicians && <ListStale reason={list.error.message} />}
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

/** The filters of the list live in its address: they survive a reload, and a link to a colleague. */
function useTechnicianFilter() {
  const [params, setParams] = useSearchParams();
  const filter: TechnicianFilter = {
    search: params.get("search") ?? "",
    former: params.get("former") === "true",
  };
  function setFilter({ search = filter.search, former = filter.former }: Partial<TechnicianFilter>) {
    setParams(
      { ...(search && { search }), ...(former && { former: "true" }) },
      { replace: true, preventScrollReset: true },
    );
  }
  return { filter, setFilter };
}
