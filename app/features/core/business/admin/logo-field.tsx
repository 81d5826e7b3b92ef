import { useQuery, useQueryClient } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { uploadFile } from "~/platform/browser/upload-client";
import { LOGO_TYPES, type Logo } from "~/platform/files/logo";
import { FileField } from "~/ui/form/file-field";
import { LogoMark, LogoPicture } from "~/ui/logo";
import { passingNotices } from "~/ui/overlay/toast-store";
import { logoQuery, useRemoveLogo } from "../admin-client";

/** Logo on light and dark background. An upload is published immediately. */
export function LogoField() {
  const queryClient = useQueryClient();
  const { data } = useQuery(logoQuery);
  const removal = useRemoveLogo();
  const logo = data?.logo ?? null;

  const notify = (title: string) => passingNotices.show({ title, tone: "success" });

  async function remove() {
    await removal.mutateAsync({});
    notify(m.settings_logo_removed());
  }

  return (
    <section aria-label={m.settings_logo()}>
      <FileField
        label={m.settings_logo()}
        accept={LOGO_TYPES.join()}
        filled={logo !== null}
        choose={m.file_picture_choose()}
        hint={m.settings_logo_hint()}
        picture={
          <div className="grid max-w-xl grid-cols-2 gap-3">
            <Ground theme="light" label={m.settings_logo_light()} logo={logo} />
            <Ground theme="dark" label={m.settings_logo_dark()} logo={logo} />
          </div>
        }
        upload={async (file, options) => {
          // Uploaded unchanged, because resizing in the browser would lose transparency.
          await uploadFile("/api/admin/logo", file, options);
          await queryClient.invalidateQueries({ queryKey: logoQuery.queryKey });
          notify(m.settings_logo_shown());
        }}
        onRemove={logo ? remove : undefined}
      />
    </section>
  );
}

function Ground({ theme, label, logo }: { theme: "light" | "dark"; label: string; logo: Logo | null }) {
  return (
    <figure
      data-theme={theme}
      className="grid h-24 place-items-center gap-1 rounded border border-line bg-paper p-3 text-ink"
    >
      {logo ? (
        <LogoPicture logo={logo} alt={m.settings_logo()} className="h-10 max-w-full" />
      ) : (
        <LogoMark className="size-10" />
      )}
      <figcaption className="text-xs text-muted">{label}</figcaption>
    </figure>
  );
}
