import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { ButtonLink } from "~/ui/button";
import { ChangeRefused } from "~/ui/change-refused";
import { ListFrame } from "~/ui/list-frame";
import { catalogueQuery, useArrangeServices } from "../admin-client";
import type { ServiceRecord } from "../views";
import { ServiceRow } from "./service-row";

/** The catalogue in the order in which the public sees it; below it, what is not offered any more. */
export function ServiceList({ openId }: { openId: string | undefined }) {
  const list = useQuery(catalogueQuery);
  const arrange = useArrangeServices();
  const [told, setTold] = useState("");
  const offered = list.data?.filter(({ active }) => active) ?? [];
  const archived = list.data?.filter(({ active }) => !active) ?? [];

  function move(service: ServiceRecord, to: number) {
    const others = offered.filter(({ id }) => id !== service.id);
    const place = Math.min(Math.max(to, 0), others.length);
    if (offered[place]?.id === service.id) return;
    arrange.mutate(others.toSpliced(place, 0, service).map(({ id }) => id));
    setTold(m.admin_services_moved({ name: service.name, place: place + 1, count: offered.length }));
  }

  /** What was dragged goes where it was dropped. */
  function dropAt(place: number) {
    return (draggedId: string) => {
      const service = offered.find(({ id }) => id === draggedId);
      if (service) move(service, place);
    };
  }

  return (
    <ListFrame
      title={m.admin_services_title()}
      actions={
        <ButtonLink to="/admin/services/new" size="small">
          <Plus aria-hidden />
          {m.admin_services_add()}
        </ButtonLink>
      }
      tools={
        <>
          <p className="text-xs text-muted">{m.admin_services_hint()}</p>
          <ChangeRefused error={arrange.error} />
        </>
      }
      notices={
        <p role="status" className="sr-only">
          {told}
        </p>
      }
      openId={openId}
      query={list}
      rows={list.data}
      loading={m.admin_services_loading()}
      failed={m.admin_services_failed()}
    >
      {() => (
        <>
          <ol>
            {offered.map((service, place) => (
              <ServiceRow
                key={service.id}
                service={service}
                open={service.id === openId}
                order={{
                  place,
                  count: offered.length,
                  onMove: (to) => move(service, to),
                  onDrop: dropAt(place),
                }}
              />
            ))}
          </ol>
          {archived.length > 0 && (
            <>
              <h2 className="border-b border-line bg-sunken px-4 py-2 text-xs font-medium text-muted lg:px-6">
                {m.admin_services_archived()}
              </h2>
              <ul>
                {archived.map((service) => (
                  <ServiceRow key={service.id} service={service} open={service.id === openId} />
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </ListFrame>
  );
}
