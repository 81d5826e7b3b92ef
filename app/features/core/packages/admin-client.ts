import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { packagePricesApi } from "./api.server";
import type { PackageBook } from "./package-price";

const packages = topicClient<typeof packagePricesApi>("package");

export const packageBookQuery = packages.query("/admin/package-prices", {});

export const useEditPackage = () => packages.useChange("/admin/packages/{id}/edit", cachePackageBook);
export const usePlanPackagePrice = () => packages.useChange("/admin/package-prices", cachePackageBook);
export const useWithdrawPackagePrice = () =>
  packages.useChange("/admin/package-prices/{id}/withdraw", cachePackageBook);

function cachePackageBook(book: PackageBook, queryClient: QueryClient): void {
  queryClient.setQueryData(packageBookQuery.queryKey, book);
}
