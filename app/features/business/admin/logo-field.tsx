import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/http-client";
import { LOGO_TYPES, type Logo } from "~/platform/logo";
import { uploadFile } from "~/platform/upload-client";
import { buttonClass } from "~/ui/button";
import { FieldError } from "~/ui/field";
import { LogoMark, LogoPicture } from "~/ui/logo";
import { SectionAction } from "~/ui/section";
import { passingNotices } from "~/ui/toast-store";
import { logoQuery, useRemoveLogo } from "../client";

/** The logo of the business, on both of its grounds; it is shown as soon as it is sent. */
export function LogoField() {
  const id = useId();
  const queryClient = useQueryClient();
  const { data } = useQuery(logoQuery);
  const remove = useRemoveLogo();
  const [sent, setSent] = useState<number | null>(null);
  const [failure, setFailure] = useState<string>();
  const last = useRef<AbortController>(null);
  const logo = data?.logo ?? null;

  const shown = (title: string) => passingNotices.show({ title, tone: "success" });
  async function send(file: File) {
    last.current?.abort();
    const abort = new AbortController();
    last.current = abort;
    setFailure(undefined);
    setSent(0);
    try {
      // As it is: what is made smaller by the browser would lose its clear ground.
      await uploadFile("/api/admin/logo", file, { onProgress: setSent, signal: abort.signal });
      await queryClient.invalidateQueries({ queryKey: logoQuery.queryKey });
      shown(m.settings_logo_shown());
    } catch (thrown) {
      if (abort.signal.aborted) return;
      setFailure(thrown instanceof HttpError ? thrown.message : m.common_unexpected_answer());
    } finally {
      if (last.current === abort) setSent(null);
    }
  }

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
        <label
          htmlFor={id}
          className={buttonClass(
            { tone: "quiet", size: "small" },
            "relative cursor-pointer focus-within:outline-2 focus-within:outline-accent",
          )}
        >
          <span className="sr-only">{m.settings_logo()}: </span>
          {logo ? m.settings_logo_replace() : m.settings_logo_choose()}
          <input
            id={id}
            type="file"
            accept={LOGO_TYPES.join()}
            aria-invalid={failure ? true : undefined}
            aria-describedby={failure ? `${id}-hint ${id}-error` : `${id}-hint`}
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void send(file);
              currentTarget.value = "";
            }}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
        </label>
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
