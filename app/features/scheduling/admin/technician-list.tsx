import { keepPreviousData, useQuery } from "@tanstack/react-query";
import HardHat from "lucide-react/icons/hard-hat";
import SearchX from "lucide-react/icons/search-x";
import UserPlus from "lucide-react/icons/user-plus";
import { useRef } from "react";
import { useLocation, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { Button, ButtonLink } from "~/ui/button";
import { Chips } from "~/ui/chips";
import { EmptyState } from "~/ui/empty-state";
import { ListFrame, TableOrCards } from "~/ui/list-frame";
import { SearchBox } from "~/ui/search-box";
import { type TechnicianFilter, technicianListQuery } from "../admin-client";
import { TechnicianCards, TechnicianTable } from "./technician-rows";

/** The office's list of technicians: who they are, and how full their day is. */
export function TechnicianList({ openId }: { openId: string | undefined }) {
  const { filter, setFilter } = useTechnicianFilter();
  const { search: filterInUrl } = useLocation();
  const list = useQuery({ ...technicianListQuery(filter), placeholderData: keepPreviousData });
  const searchRef = useRef<HTMLInputElement>(null);
  const pathOf = ({ id }: { id: string }) => `/admin/technicians/${id}${filterInUrl}`;
  const add = { pathname: "/admin/technicians/new", search: filterInUrl };

  function nobody() {
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
    <ListFrame
      title={m.admin_people_title()}
      actions={
        <ButtonLink to={add} size="small">
          <UserPlus aria-hidden />
          {m.admin_people_add()}
        </ButtonLink>
      }
      tools={
        <>
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
        </>
      }
      searchRef={searchRef}
      openId={openId}
      query={list}
      rows={list.data}
      loading={m.admin_people_loading()}
      failed={m.admin_people_failed()}
    >
      {(technicians) => {
        if (technicians.length === 0) return nobody();
        const shown = { technicians, openId, pathOf };
        return <TableOrCards table={<TechnicianTable {...shown} />} cards={<TechnicianCards {...shown} />} />;
      }}
    </ListFrame>
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
