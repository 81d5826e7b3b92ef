import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { m } from "~/paraglide/messages";
import { uploadFile } from "~/platform/browser/upload-client";
import { LOGO_TYPES, type Logo } from "~/platform/files/logo";
import { FieldError } from "~/ui/form/field";
import { UploadButton } from "~/ui/form/upload-button";
import { useUpload } from "~/ui/form/use-upload";
import { LogoMark, LogoPicture } from "~/ui/logo";
import { passingNotices } from "~/ui/overlay/toast-store";
import { SectionAction } from "~/ui/section";
import { logoQuery, useRemoveLogo } from "../client";

/** The logo of the business, on both of its grounds; it is shown as soon as it is sent. */
export function LogoField() {
  const id = useId();
  const queryClient = useQueryClient();
  const { data } = useQuery(logoQuery);
  const remove = useRemoveLogo();
  const logo = data?.logo ?? null;

  const shown = (title: string) => passingNotices.show({ title, tone: "success" });
  const { send, sent, failure, setFailure } = useUpload(async (file, options) => {
    // As it is: what is made smaller by the browser would lose its clear ground.
    await uploadFile("/api/admin/logo", file, options);
    await queryClient.invalidateQueries({ queryKey: logoQuery.queryKey });
    shown(m.settings_logo_shown());
  });

  return (
    <section aria-label={m.settings_logo()} className="flex flex-col gap-2">
      <h3 className="text-sm font-medium">{m.settings_logo()}</h3>
      <div className="grid max-w-xl grid-cols-2 gap-3">
        <Ground theme="light" label={m.settings_logo_light()} logo={logo} />
        <Ground theme="dark" label={m.settings_logo_dark()} logo={logo} />
      </div>
      <p id={`${id}-hint`} className="max-w-xl text-xs text-muted">
        {m.settings_logo_hint()}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <UploadButton
          id={id}
          label={m.settings_logo()}
          accept={LOGO_TYPES.join()}
          invalid={failure !== undefined}
          describedBy={failure ? `${id}-hint ${id}-error` : `${id}-hint`}
          onChoose={send}
        >
          {logo ? m.settings_logo_replace() : m.settings_logo_choose()}
        </UploadButton>
        {logo && (
          <SectionAction
            label={`${m.settings_logo_remove()}: ${m.settings_logo()}`}
            onClick={() =>
              remove.mutate(
                {},
                {
                  onSuccess: () => shown(m.settings_logo_removed()),
                  onError: ({ message }) => setFailure(message),
                },
              )
            }
          >
            {m.settings_logo_remove()}
          </SectionAction>
        )}
        <span role="status" className="figures text-xs text-muted">
          {sent !== null && m.settings_logo_sending({ percent: Math.round(sent * 100) })}
        </span>
      </div>
      <FieldError id={`${id}-error`} error={failure} />
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
