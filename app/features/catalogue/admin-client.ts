import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { catalogueApi } from "./api.server";
import type { ServiceRecord } from "./views";

const services = topicClient<typeof catalogueApi>("service");

interface Catalogue {
  services: ServiceRecord[];
}

export const catalogueQuery = {
  ...services.query("/admin/services", {}),
  select: ({ services }: Catalogue) => services,
};

/** Every change returns the whole catalogue. */
function keep({ services }: Catalogue, queryClient: QueryClient): void {
  queryClient.setQueryData(catalogueQuery.queryKey, { services });
}

export const useAddService = () => services.useChange("/admin/services", keep);
export const useEditService = () => services.useChange("/admin/services/{id}/edit", keep);
export const useOfferService = (verb: "archive" | "restore") =>
  services.useChange(`/admin/services/{id}/${verb}`, keep);
export const useDeleteService = () => services.useChange("/admin/services/{id}/delete", keep);

/** Reorders services optimistically; a refusal restores the order. */
export function useArrangeServices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (serviceIds: string[]) => services.send("/admin/services/order", { serviceIds }),
    onMutate: async (serviceIds) => {
      await queryClient.cancelQueries({ queryKey: catalogueQuery.queryKey });
      const before = queryClient.getQueryData(catalogueQuery.queryKey);
      queryClient.setQueryData(
        catalogueQuery.queryKey,
        (shown) =>
          shown && {
            services: shown.services.toSorted((a, b) => placeOf(a, serviceIds) - placeOf(b, serviceIds)),
          },
      );
      return before;
    },
    onError: (_error, _serviceIds, before) => queryClient.setQueryData(catalogueQuery.queryKey, before),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [services.topic] });
    },
  });
}

/** Validates a price list, or imports it. */
export const sendPriceList = (input: { csv: string; dryRun: boolean }) =>
  services.send("/admin/price-list", input);

/** Archived services come last. */
function placeOf({ id }: ServiceRecord, serviceIds: string[]): number {
  const place = serviceIds.indexOf(id);
  return place < 0 ? serviceIds.length : place;
}
