import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { dubaiCommunities } from "../../../core/geography/dubai-communities";
import { technicianListQuery } from "../../scheduling/admin-client";
import { NO_AREA } from "../list/booking-filter";

export const areaFilter = {
  kind: "choice",
  name: "area",
  label: m.office_bookings_filters_area,
  all: m.office_bookings_filters_all_areas,
  useOptions: () => [
    ...dubaiCommunities.map((area) => ({ id: area, name: placeInReaderLanguage(area) })),
    { id: NO_AREA, name: m.office_bookings_filters_no_area() },
  ],
  wordOf: placeInReaderLanguage,
} as const;

export const technicianFilter = {
  kind: "choice",
  name: "technician",
  label: m.office_bookings_filters_technician,
  all: m.office_bookings_filters_all_technicians,
  useOptions: () => useQuery({ ...technicianListQuery({}), enabled: useMay("technicians.read") }).data,
} as const;
