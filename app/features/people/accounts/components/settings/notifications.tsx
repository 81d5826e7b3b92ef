import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatTime } from "~/platform/time";
import { CheckLine } from "~/ui/form/check-line";
import { setMarketing, setWeeklySummary } from "../../client";
import type { ProfileView } from "../../views";
import { DeviceNotifications } from "../device-notifications";
import { showFailure } from "../show-failure";
import { VisitChanges } from "../visit-changes";
import { OwnChannels } from "./own-channels";
import { SettingsSection } from "./settings-section";
import { showSavedProfile } from "./show-saved-profile";

/** Bookings always, marketing by consent, push messages by device. */
export function Notifications({ profile }: { profile: ProfileView }) {
  const [saving, setSaving] = useState<{ what: "marketing" | "summary"; wanted: boolean } | null>(null);
  const canReceivePush = useMay("notifications.receive");
  const isOffice = useMay("office.enter");
  const isTechnician = useMay("visits.report");
  const canReadAnalytics = useMay("analytics.read");
  const { marketing, marketingChangedAt, weeklySummary } = profile;

  async function choose(what: "marketing" | "summary", wanted: boolean) {
    setSaving({ what, wanted });
    try {
      showSavedProfile(await (what === "marketing" ? setMarketing : setWeeklySummary)(wanted));
    } catch (error) {
      showFailure(error);
    } finally {
      setSaving(null);
    }
  }

  return (
    <SettingsSection id="notifications" title={m.account_notifications()}>
      <CheckLine hint={m.account_service_messages_hint()} checked disabled className="font-medium">
        {m.account_service_messages()}
      </CheckLine>
      {!isOffice && !isTechnician && <OwnChannels />}
      <CheckLine
        hint={
          marketing && marketingChangedAt
            ? m.account_marketing_since({ date: formatTime(marketingChangedAt, "date") })
            : m.account_marketing_hint()
        }
        checked={saving?.what === "marketing" ? saving.wanted : marketing}
        disabled={saving !== null}
        onChange={(wanted) => choose("marketing", wanted)}
        className="font-medium"
      >
        {m.account_marketing()}
      </CheckLine>
      {canReceivePush && <DeviceNotifications app={isOffice ? "office" : "technician"} />}
      {isTechnician && <VisitChanges />}
      {canReadAnalytics && (
        <CheckLine
          hint={m.account_weekly_summary_hint()}
          checked={saving?.what === "summary" ? saving.wanted : weeklySummary}
          disabled={saving !== null}
          onChange={(wanted) => choose("summary", wanted)}
          className="font-medium"
        >
          {m.account_weekly_summary()}
        </CheckLine>
      )}
    </SettingsSection>
  );
}
