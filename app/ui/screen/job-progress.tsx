import { m } from "~/paraglide/messages";
import type { BackgroundJobSummary } from "~/platform/jobs/background-job";
import type { StateTone } from "~/platform/state-tone";
import { Badge } from "../badge";

const states: Record<BackgroundJobSummary["state"], { tone: StateTone; label: () => string }> = {
  waiting: { tone: "waiting", label: m.background_jobs_state_waiting },
  running: { tone: "active", label: m.background_jobs_state_running },
  done: { tone: "done", label: m.background_jobs_state_done },
  failed: { tone: "waiting", label: m.background_jobs_state_failed },
};

export function JobProgress({
  job,
  label,
  count = String,
}: {
  job: BackgroundJobSummary;
  label: string;
  count?: (amount: number) => string;
}) {
  const { state, stepsDone, stepsTotal, error } = job;
  const { tone, label: stateLabel } = states[state];
  if (state === "done" || state === "failed") {
    return (
      <div className="flex flex-col items-start gap-1">
        <Badge tone={tone}>{stateLabel()}</Badge>
        {error && <p className="text-sm text-error">{error}</p>}
      </div>
    );
  }
  const isTotalKnown = state === "running" && stepsTotal !== null && stepsTotal > 0;
  return (
    <div className="flex items-center gap-3 text-sm">
      <progress
        aria-label={label}
        className="h-2 w-40 accent-accent"
        {...(isTotalKnown ? { value: Math.min(stepsDone, stepsTotal), max: stepsTotal } : {})}
      />
      <span className="figures text-muted">
        {isTotalKnown
          ? m.background_jobs_progress({ done: count(stepsDone), total: count(stepsTotal) })
          : m.background_jobs_starting()}
      </span>
    </div>
  );
}
