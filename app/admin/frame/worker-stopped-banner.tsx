import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { workerStatusQuery } from "~/platform/jobs/background-jobs-client";
import { Banner } from "~/ui/screen/banner";

/** Emails and webhooks wait while no worker is alive, which the office would not notice otherwise. */
export function WorkerStoppedBanner() {
  const { data } = useQuery(workerStatusQuery);
  if (data?.alive !== false) return null;
  return (
    <Banner
      role="status"
      label={m.admin_worker_stopped_label()}
      text={
        <>
          <strong className="font-semibold">{m.admin_worker_stopped()}</strong>{" "}
          <span>{m.admin_worker_stopped_hint()}</span>
        </>
      }
    />
  );
}
