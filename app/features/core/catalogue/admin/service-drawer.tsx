import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { bidiIsolate } from "~/platform/locale/locale";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { Drawer, RecordDrawer } from "~/ui/overlay/drawer";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Section } from "~/ui/section";
import { HeadlinePrice } from "../../pricing/admin/headline-price";
import {
  catalogueQuery,
  useAddService,
  useDeleteService,
  useEditService,
  useOfferService,
} from "../admin-client";
import type { ServiceRecord } from "../views";
import { blankService, ServiceForm, textOf } from "./service-form";

const LIST_PATH = "/admin/services";

export function ServiceDrawer({ id }: { id: string }) {
  const asked = useQuery({
    ...catalogueQuery,
    select: ({ services }) => services.find((one) => one.id === id) ?? null,
  });
  return (
    <RecordDrawer
      id={id}
      closePath={LIST_PATH}
      query={asked}
      nameOf={(service) => service.name}
      headOf={(service) => (
        <>
          <h2 className="truncate text-base font-semibold">{service.name}</h2>
          {!service.active && <Badge>{m.catalogue_archived()}</Badge>}
        </>
      )}
      missing={m.catalogue_error_not_found()}
      failed={m.list_failed()}
    >
      {/* A new version resets the form to the saved values. */}
      {(service) => <Opened key={`${id} ${service.version}`} service={service} />}
    </RecordDrawer>
  );
}

function Opened({ service }: { service: ServiceRecord }) {
  const edit = useEditService();
  const { id, version } = service;
  const mayManage = useMay("services.manage");
  const navigate = useNavigate();
  const tellSaved = () =>
    passingNotices.show({
      title: m.catalogue_saved({ name: bidiIsolate(service.name) }),
      tone: "success",
    });
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      {mayManage ? (
        <ServiceForm
          service={textOf(service)}
          submit={m.admin_save()}
          send={(text) => edit.mutateAsync({ id, version, ...text })}
          onDone={tellSaved}
          onClose={() => navigate(LIST_PATH)}
        />
      ) : (
        <p className="text-sm">{service.summary}</p>
      )}
      <HeadlinePrice service={service} />
      {mayManage && <Offering service={service} />}
    </div>
  );
}

/** Offers or archives a service; only an unused one can be deleted. */
function Offering({ service }: { service: ServiceRecord }) {
  const { id, version, name, active, inUse } = service;
  const offer = useOfferService(active ? "archive" : "restore");
  const remove = useDeleteService();
  const pending = offer.isPending || remove.isPending;
  const navigate = useNavigate();
  const tell = (title: string) => passingNotices.show({ title, tone: "success" });
  return (
    <Section title={m.catalogue_offering()}>
      <div className="flex flex-col items-start gap-2.5">
        <p className="text-xs text-muted">
          {active ? m.catalogue_archive_hint() : m.catalogue_restore_hint()}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            tone="quiet"
            disabled={pending}
            onClick={() =>
              offer.mutate(
                { id, version },
                {
                  onSuccess: () =>
                    tell(
                      active
                        ? m.catalogue_archive_done({ name: bidiIsolate(name) })
                        : m.catalogue_restore_done({ name: bidiIsolate(name) }),
                    ),
                },
              )
            }
          >
            {active ? m.catalogue_archive() : m.catalogue_restore()}
          </Button>
          {!inUse && (
            <Button
              size="small"
              tone="plain"
              disabled={pending}
              onClick={() => remove.mutate({ id, version }, { onSuccess: () => navigate(LIST_PATH) })}
            >
              {m.catalogue_delete()}
            </Button>
          )}
        </div>
        <ChangeRefused error={offer.error ?? remove.error} />
      </div>
    </Section>
  );
}

export function NewServiceDrawer() {
  const add = useAddService();
  const navigate = useNavigate();
  return (
    <Drawer
      id="new"
      label={m.catalogue_add()}
      closePath={LIST_PATH}
      head={<h2 className="text-base font-semibold">{m.catalogue_add()}</h2>}
    >
      <div className="flex flex-col gap-3 px-4 py-4 lg:px-5">
        <p className="text-sm text-muted">{m.catalogue_new_hint()}</p>
        <ServiceForm
          service={blankService}
          submit={m.catalogue_add()}
          send={(text) => add.mutateAsync(text)}
          next={({ serviceId }) => navigate(`${LIST_PATH}/${serviceId}`, { replace: true })}
          onClose={() => navigate(LIST_PATH)}
        />
      </div>
    </Drawer>
  );
}
