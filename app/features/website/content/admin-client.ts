import { useMutation, useQueryClient } from "@tanstack/react-query";
import { topicClient } from "~/platform/browser/topic-client";
import type { contentApi } from "./api.server";
import type { EntryKind } from "./content-entry";
import type { OfficeContent } from "./views";

const content = topicClient<typeof contentApi>("content");

export const contentQuery = content.query("/admin/content", {});

type Change = Exclude<
  Parameters<typeof content.useChange>[0],
  "/admin/job-photos" | "/admin/certificate-files"
>;

/** Every change returns all content. */
export function useContentChange<Path extends Change, Args extends object = Record<never, never>>(
  path: Path,
  args?: Args,
) {
  return content.useChange(
    path,
    (answer, queryClient) => queryClient.setQueryData(contentQuery.queryKey, answer as OfficeContent),
    args,
  );
}

const lists = {
  testimonial: "testimonials",
  faq: "faqs",
  "typical-job": "jobs",
  "portfolio-item": "portfolioItems",
  "company-certificate": "companyCertificates",
} as const;

/** Reorders entries optimistically; a refusal restores the order. */
export function useReorderEntries(kind: EntryKind) {
  const queryClient = useQueryClient();
  const list = lists[kind];
  return useMutation({
    mutationFn: (ids: string[]) => content.send("/admin/content/{kind}/order", { kind, ids }),
    onMutate: async (ids) => {
      await queryClient.cancelQueries({ queryKey: contentQuery.queryKey });
      const before = queryClient.getQueryData(contentQuery.queryKey);
      const positionOf = ({ id }: { id: string }) => ids.indexOf(id);
      queryClient.setQueryData(
        contentQuery.queryKey,
        (shown) =>
          shown && { ...shown, [list]: shown[list].toSorted((a, b) => positionOf(a) - positionOf(b)) },
      );
      return before;
    },
    onError: (_error, _ids, before) => queryClient.setQueryData(contentQuery.queryKey, before),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: [content.topic] });
    },
  });
}

export const jobPhotosQuery = (reference: string) =>
  content.query("/admin/job-photos/{reference}", { reference });

/** Copies photos of a job; returns the ids of the copies. */
export const copyJobPhotos = async (ids: string[]) => (await content.send("/admin/job-photos", { ids })).ids;
