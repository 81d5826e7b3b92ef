import CloudOff from "lucide-react/icons/cloud-off";
import Send from "lucide-react/icons/send";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";

/**
 * Shows that the phone is offline and how many taps wait. Mounted while empty, so that screen readers
 * announce changes.
 */
export function ConnectionBar({
  online,
  at,
  waiting,
}: {
  online: boolean;
  at: string | null;
  waiting: number;
}) {
  const lines = [
    !online && at && m.technician_offline({ time: formatTime(at, "time") }),
    waiting > 0 && m.technician_waiting({ count: waiting }),
  ].filter((line) => line !== false && line !== null);
  return (
    <div role="status" className="sticky top-0 z-10">
      {lines.length > 0 && (
        <div className="flex items-center gap-3 border-b border-line bg-brass-soft px-4 py-3 font-medium text-brass-text">
          {online ? (
            <Send aria-hidden className="size-6 shrink-0" />
          ) : (
            <CloudOff aria-hidden className="size-6 shrink-0" />
          )}
          <div>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}
