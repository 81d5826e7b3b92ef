import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { lazyDialog } from "~/ui/overlay/lazy-dialog";
import { Banner } from "~/ui/screen/banner";
import { outboundPauseQuery } from "../admin-client";

const ReleaseDialog = lazyDialog(() => import("./release-dialog").then(({ ReleaseDialog }) => ReleaseDialog));

export function OutboundPausedBanner() {
  const { data } = useQuery(outboundPauseQuery);
  const releases = useMay("backups.manage");
  const [open, setOpen] = useState(false);
  const held = data?.pause;
  if (!held) return null;
  return (
    <Banner
      label={m.backups_paused_label()}
      text={
        <>
          <strong className="font-semibold">
            {held.targetTime
              ? m.backups_paused_restored_to({ moment: formatTime(held.targetTime, "dateTime") })
              : m.backups_paused_end()}
          </strong>{" "}
          <span>{m.backups_paused_mails({ count: held.mails })}</span>
        </>
      }
    >
      {releases && (
        <Button size="small" onClick={() => setOpen(true)}>
          {m.backups_release()}
        </Button>
      )}
      {open && <ReleaseDialog held={held} onClose={() => setOpen(false)} />}
    </Banner>
  );
}
