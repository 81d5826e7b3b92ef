import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { getJson, postJson } from "~/platform/http-client";
import type { ServiceText } from "./service";
import type { ServiceRecord } from "./views";

/** Starts with the live topic that makes it stale (app/platform/live-client.ts). */
const TOPIC = "service";

interface Catalogue {
  services: ServiceRecord[];
}

export const catalogueQuery = queryOptions({
  queryKey: [TOPIC, "catalogue"],
  queryFn: async ({ signal }) => (await getJson<Catalogue>("/api/admin/services", {}, signal)).services,
});

export const useAddService = () =>
  useCatalogueChange((service: ServiceText) =>
    postJson<Catalogue & { serviceId: string }>("/api/admin/services", service),
  );

interface Seen {
  id: string;
  version: number;
}

export const useEditService = ({ id, version }: Seen) =>
  useCatalogueChange((service: ServiceText) =>
    postJson<Catalogue>(`/api/admin/services/${id}/edit`, { version, ...service }),
  );

export const useServiceChange = ({ id, version }: Seen) =>
  useCatalogueChange((verb: "archive" | "restore" | "delete") =>
    postJson<Catalogue>(`/api/admin/services/${id}/${verb}`, { version }),
  );

/** Every change is answered with the whole catalogue. Refused or not, it is asked for again: a stale page corrects itself. */
function useCatalogueChange<Input, Answer extends Catalogue>(change: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: ({ services }) => queryClient.setQueryData(catalogueQuery.queryKey, services),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}

/** Puts the services into an order, shown at once and taken back when it is refused. */
export function useArrangeServices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (serviceIds: string[]) => postJson<Catalogue>("/api/admin/services/order", { serviceIds }),
    onMutate: async (serviceIds) => {
      await queryClient.cancelQueries({ queryKey: catalogueQuery.queryKey });
      const before = queryClient.getQueryData(catalogueQuery.queryKey);
      queryClient.setQueryData(catalogueQuery.queryKey, (services) =>
        services?.toSorted((a, b) => placeOf(a, serviceIds) - placeOf(b, serviceIds)),
      );
      return before;
    },
    onError: (_error, _serviceIds, before) => queryClient.setQueryData(catalogueQuery.queryKey, before),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [TOPIC] });
    },
  });
}

/** What is archived stands behind everything. */
function placeOf({ id }: ServiceRecord, serviceIds: string[]): number {
  const place = serviceIds.indexOf(id);
  return place < 0 ? serviceIds.length : place;
}
