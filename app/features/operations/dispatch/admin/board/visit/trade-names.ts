import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { servicesQuery } from "../../../../bookings/admin-client";

/** Returns the name of a trade; empty until loaded. */
export function useTradeNames(): (trade: string) => string {
  const { data: services } = useQuery(servicesQuery);
  return useMemo(() => {
    const names = new Map(services?.map(({ id, name }) => [id, name]));
    return (trade) => names.get(trade) ?? "";
  }, [services]);
}
