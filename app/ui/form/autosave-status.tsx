import Check from "lucide-react/icons/check";
import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { classNames } from "../class-names";
import type { AutosavedDraft, AutosaveState } from "./use-autosaved-draft";

export function AutosaveStatus({
  draft: { autosave, overwriteServerDraft, loadServerDraft },
}: {
  draft: Pick<AutosavedDraft<never, never>, "autosave" | "overwriteServerDraft" | "loadServerDraft">;
}) {
  const isUnsaved = isProblem(autosave);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
      <p
        role={isUnsaved ? "alert" : "status"}
        className={classNames(
          "flex items-center gap-1.5 text-sm",
          isUnsaved ? "font-medium text-error" : "text-muted",
        )}
      >
        {autosave.state === "saved" && <Check aria-hidden className="size-4" />}
        <span>{labelForAutosave(autosave)}</span>
      </p>
      {autosave.state === "stale" && (
        <>
          <Button size="small" tone="quiet" onClick={overwriteServerDraft}>
            {m.form_use_my_version()}
          </Button>
          <Button size="small" tone="plain" onClick={loadServerDraft}>
            {m.form_use_their_version()}
          </Button>
        </>
      )}
    </div>
  );
}

/** Beside a button that needs the saved draft; empty once it is saved. */
export function UnsavedReason({ autosave }: { autosave: AutosaveState }) {
  if (!isProblem(autosave)) return null;
  return (
    <p role="alert" className="text-sm text-error">
      {labelForAutosave(autosave)}
    </p>
  );
}

function isProblem({ state }: AutosaveState): boolean {
  return state === "failed" || state === "stale" || state === "invalid";
}

function labelForAutosave(autosave: AutosaveState): string {
  switch (autosave.state) {
    case "saved":
      return m.form_draft_saved();
    case "typing":
    case "saving":
      return m.form_draft_saving();
    case "invalid":
      return m.form_draft_invalid();
    case "failed":
      return m.form_draft_not_saved({ why: autosave.message });
    case "stale":
      return m.form_draft_stale();
  }
}
