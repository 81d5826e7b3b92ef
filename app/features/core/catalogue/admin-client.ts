import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { CsvReading } from "~/platform/lists/csv-mapping";
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
function cacheCatalogue({ services }: Catalogue, queryClient: QueryClient): void {
  queryClient.setQueryData(catalogueQuery.queryKey, { services });
}

export const useAddService = () => services.useChange("/admin/services", cacheCatalogue);
export const useEditService = () => services.useChange("/admin/services/{id}/edit", cacheCatalogue);
export const useOfferService = (verb: "archive" | "restore") =>
  services.useChange(`/admin/services/{id}/${verb}`, cacheCatalogue);
export const useDeleteService = () => services.useChange("/admin/services/{id}/delete", cacheCatalogue);

/** Reorders services optimistically; a refusal restores the order. */
export function useReorderServices() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (serviceIds: string[]) => services.send("/admin/services/order", { serviceIds }),
    onMutate: async (serviceIds) => {
      await queryClient.cancelQueries({ queryKey: catalogueQuery.queryKey });
      const before = queryClient.getQueryData(catalogueQuery.queryKey);
      queryClient.setQueryData(
        catalogueQuery.queryKey,
        (cached) =>
          cached && {
            services: cached.services.toSorted(
              (a, b) => positionIn(a, serviceIds) - positionIn(b, serviceIds),
            ),
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
export const sendPriceList = (input: CsvReading & { csv: string; dryRun: boolean }, key: string) =>
  services.send("/admin/price-list", input, key);

/** Archived services come last. */
function positionIn({ id }: ServiceRecord, serviceIds: string[]): number {
  const position = serviceIds.indexOf(id);
  return position < 0 ? serviceIds.length : position;
}
