import type { QueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { technicianPicturesApi } from "./technicians/pictures-api.server";
import type { techniciansApi } from "./technicians/technicians-api.server";
import type { TechnicianDetail, TechnicianList } from "./views";

const technicians = topicClient<typeof techniciansApi>("technician");
const pictures = topicClient<typeof technicianPicturesApi>("technician");

/** Polls, because loads and on-call status change without technician events. */
const REFRESH_MS = 60_000;

export interface TechnicianFilter {
  search?: string;
  former?: "true";
}

export const technicianListQuery = (filter: TechnicianFilter) => ({
  ...technicians.query("/admin/technicians", { ...filter }),
  select: ({ technicians }: TechnicianList) => technicians,
  refetchInterval: REFRESH_MS,
});

interface TechnicianAnswer {
  technician: TechnicianDetail;
}

export const technicianQuery = (technicianId: string) => ({
  ...technicians.query("/admin/technicians/{technicianId}", { technicianId }),
  select: ({ technician }: TechnicianAnswer) => technician,
  refetchInterval: REFRESH_MS,
});

export const onCallGapsQuery = {
  ...technicians.query("/admin/on-call-gaps", {}),
  refetchInterval: REFRESH_MS,
};

export const useAddTechnician = () => technicians.useChange("/admin/technicians", cacheTechnician);

type Change<Path> = Path extends `/admin/technicians/{technicianId}/${infer Verb}` ? Verb : never;

/** Refused with 409 "stale" if the technician was changed in between. */
export function useTechnicianChange<Verb extends Change<(typeof techniciansApi)["rows"][number]["path"]>>(
  { id, version }: Pick<TechnicianDetail, "id" | "version">,
  verb: Verb,
) {
  return technicians.useChange(
    `/admin/technicians/{technicianId}/${verb}`,
    (answer, queryClient) => cacheTechnician(answer as TechnicianAnswer, queryClient),
    { technicianId: id, version },
  );
}

export const useRemovePicture = ({ id, pictureId }: Pick<TechnicianDetail, "id" | "pictureId">) =>
  pictures.useChange("/admin/technicians/{technicianId}/picture/remove", undefined, {
    technicianId: id,
    pictureId: pictureId ?? "",
  });

export function cacheTechnician(answer: TechnicianAnswer, queryClient: QueryClient): void {
  queryClient.setQueryData(technicianQuery(answer.technician.id).queryKey, answer);
}
