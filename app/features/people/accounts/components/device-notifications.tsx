import { useEffect, useState } from "react";
import { m } from "~/paraglide/messages";
import { HttpError } from "~/platform/browser/http-client";
import {
  findPushState,
  type PushApp,
  type PushState,
  turnPushOff,
  turnPushOn,
} from "~/platform/push/push-client";
import { CheckLine } from "~/ui/form/check-line";
import { notices } from "~/ui/overlay/toast-store";

/** Switch of the push messages to this device. `null`: not known yet. */
export function DeviceNotifications({ app }: { app: PushApp }) {
  const [state, setState] = useState<PushState | null>(null);
  const [saving, setSaving] = useState<boolean | null>(null);

  useEffect(() => {
    const look = () => void findPushState(app).then(setState, () => setState("unsupported"));
    look();
    // The user may return from the settings of the browser.
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [app]);

  async function choose(on: boolean) {
    setSaving(on);
    try {
      setState(await (on ? turnPushOn : turnPushOff)(app));
    } catch (error) {
      const title = error instanceof HttpError ? error.message : m.account_push_failed();
      notices.show({ title, tone: "error" });
    } finally {
      setSaving(null);
    }
  }

  return (
    <CheckLine
      hint={hintFor(state, app)}
      checked={saving ?? state === "on"}
      disabled={saving !== null || state === null || state === "unsupported" || state === "blocked"}
      onChange={choose}
      className="font-medium"
    >
      {m.account_push()}
    </CheckLine>
  );
}

function hintFor(state: PushState | null, app: PushApp): string {
  switch (state) {
    case "unsupported":
      return isApple() ? m.account_push_home_screen() : m.account_push_unsupported();
    case "blocked":
      return m.account_push_blocked();
    default:
      return app === "technician" ? m.account_push_hint_technician() : m.account_push_hint_office();
  }
}

/** Safari on phones and tablets supports push messages in installed apps only. */
function isApple(): boolean {
  return /\b(iPhone|iPad)\b/.test(navigator.userAgent);
}
