import { useEffect, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { resumeSession, useSessionEnded } from "~/platform/auth/ended-session";
import { clearSession, type SessionUser } from "~/platform/auth/session";
import { queryClient } from "~/platform/browser/query-client";
import { localPath } from "~/platform/locale/locale";
import { Button, ButtonAnchor } from "~/ui/button";
import { pressedKey } from "~/ui/hooks/latin-key";

/** Covers the page until its user has signed in again, because leaving it would lose what was typed. */
export function SessionEnded({ user }: { user: SessionUser }) {
  return useSessionEnded() && <EndedDialog user={user} />;
}

function EndedDialog({ user }: { user: SessionUser }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [hint, setHint] = useState("");
  const [pending, setPending] = useState(false);

  async function resume() {
    setPending(true);
    try {
      if (await resumeSession(user)) await queryClient.invalidateQueries();
      else setHint(m.form_session_still_ended());
    } catch {
      setHint(m.common_offline());
    }
    setPending(false);
  }

  useEffect(() => {
    dialog.current?.showModal();
    const onReturn = () => {
      if (!document.hidden) void resumeSession(user).catch(() => {});
    };
    // Escape would close the dialog, and the covered record as well.
    const onKeyDown = (event: KeyboardEvent) => {
      if (pressedKey(event) !== "Escape") return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener("visibilitychange", onReturn);
    window.addEventListener("keydown", onKeyDown, { capture: true });
    return () => {
      document.removeEventListener("visibilitychange", onReturn);
      window.removeEventListener("keydown", onKeyDown, { capture: true });
    };
  }, [user]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby="session-ended"
      // The Back gesture of a phone closes it, too.
      onClose={() => dialog.current?.showModal()}
      className="m-auto w-[min(32rem,calc(100vw-2rem))] rounded-lg border border-line bg-surface p-5 text-ink shadow-raised backdrop:bg-paper sm:p-6"
    >
      <div className="flex flex-col gap-4">
        <h2 id="session-ended" className="text-lg">
          {m.form_session_ended()}
        </h2>
        <p>{m.form_session_ended_hint()}</p>
        <p role="status" className="text-sm text-error empty:hidden">
          {hint}
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonAnchor href={localPath("/auth")} target="_blank">
            {m.form_session_sign_in()}
          </ButtonAnchor>
          <Button tone="quiet" disabled={pending} onClick={() => void resume()}>
            {m.form_session_continue()}
          </Button>
          <Button tone="plain" onClick={clearSession}>
            {m.form_session_leave()}
          </Button>
        </div>
      </div>
    </dialog>
  );
}
