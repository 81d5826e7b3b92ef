import { useQueryClient } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { preparePicture, uploadFile } from "~/platform/browser/upload-client";
import { ACCEPTED_PICTURES } from "~/platform/files/picture-limits";
import { bidiIsolate } from "~/platform/locale/locale";
import { FileField } from "~/ui/form/file-field";
import { passingNotices } from "~/ui/overlay/toast-store";
import { technicianQuery, useRemovePicture } from "../admin-client";
import { technicianPictureUrl } from "../technicians/picture";
import type { TechnicianDetail } from "../views";

export function PictureField({ technician }: { technician: TechnicianDetail }) {
  const queryClient = useQueryClient();
  const { id, name, active, pictureId } = technician;
  const removal = useRemovePicture(technician);
  const picture = technicianPictureUrl(technician);

  const showSuccess = (title: string) => passingNotices.show({ title, tone: "success" });

  async function remove() {
    await removal.mutateAsync({});
    showSuccess(m.scheduling_picture_removed({ name: bidiIsolate(name) }));
  }

  if (!active) return null;
  return (
    <section aria-label={m.scheduling_picture_title()} className="border-t border-line pt-4">
      <FileField
        label={m.scheduling_picture_title()}
        accept={ACCEPTED_PICTURES}
        filled={pictureId !== null}
        choose={m.file_picture_choose()}
        hint={m.scheduling_picture_hint()}
        picture={
          picture && (
            <img
              src={`${picture}?size=large`}
              alt={m.scheduling_picture_of({ name: bidiIsolate(name) })}
              width={96}
              height={96}
              className="size-24 rounded-full bg-sunken object-cover"
            />
          )
        }
        upload={async (file, options) => {
          const prepared = await preparePicture(file);
          options.signal.throwIfAborted();
          await uploadFile(`/api/admin/technicians/${id}/picture`, prepared, options);
          await queryClient.invalidateQueries({ queryKey: technicianQuery(id).queryKey });
          showSuccess(m.scheduling_picture_shown({ name: bidiIsolate(name) }));
        }}
        onRemove={pictureId === null ? undefined : remove}
      />
    </section>
  );
}
