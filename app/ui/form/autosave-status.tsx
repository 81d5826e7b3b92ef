import Check from "lucide-react/icons/check";
import { m } from "~/paraglide/messages";
import { Button } from "../button";
import { classNames } from "../class-names";
import type { AutosaveState, AutosavedDraft } from "./use-autosaved-draft";

/** How a draft stands that is kept as it is typed, and what may be done where somebody else changed it. */
export function AutosaveStatus({
  draft: { autosave: keeping, saveMine: keepMine, loadTheirs: takeTheirs },
}: {
  draft: Pick<AutosavedDraft<never, never>, "keeping" | "keepMine" | "takeTheirs">;
}) {
  const bad = keeping.state === "failed" || keeping.state === "stale" || keeping.state === "wrong";
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
      <p
        role={bad ? "alert" : "status"}
        className={classNames(
          "flex items-center gap-1.5 text-sm",
          bad ? "font-medium text-error" : "text-muted",
        )}
      >
        {keeping.state === "kept" && <Check aria-hidden className="size-4" />}
        {labelForAutosave(keeping)}
      </p>
      {keeping.state === "stale" && (
        <>
          <Button size="small" tone="quiet" onClick={keepMine}>
            {m.form_keep_mine()}
          </Button>
          <Button size="small" tone="plain" onClick={takeTheirs}>
            {m.form_take_theirs()}
          </Button>
        </>
      )}
    </div>
  );
}

function labelForAutosave(keeping: AutosaveState): string {
  switch (keeping.state) {
    case "kept":
      return m.form_kept();
    case "typing":
    case "keeping":
      return m.form_keeping();
    case "wrong":
      return m.form_not_kept_wrong();
    case "failed":
      return m.form_not_kept({ why: keeping.words });
    case "stale":
      return m.form_kept_stale();
  }
}
