import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { formatTime } from "~/platform/time";

interface FailedBackup {
  requestedAt: Date;
  cause: string;
  /** End of the last successful backup; null if there is none. */
  lastAt: Date | null;
  /** The scheduled backup is still missing. */
  isRetried: boolean;
  url: string;
}

export function backupFailed({ requestedAt, cause, lastAt, isRetried, url }: FailedBackup): Message {
  const subject = m.mail_backup_failed_subject();
  return {
    subject,
    content: {
      tone: "normal",
      preview: bidiIsolate(cause),
      heading: subject,
      paragraphs: [
        m.mail_backup_failed_text({ at: formatTime(requestedAt, "dateTime") }),
        bidiIsolate(cause),
        ...(isRetried ? [m.mail_backup_failed_retried()] : []),
        m.mail_backup_failed_next(),
      ],
      facts: [
        {
          label: m.mail_backup_failed_last(),
          value: lastAt ? formatTime(lastAt, "dateTime") : m.mail_backup_failed_none(),
        },
      ],
      button: { label: m.mail_backup_failed_open(), href: url },
      after: [],
    },
  };
}

export function backupLate({ madeAt, url }: { madeAt: string; url: string }): Message {
  const subject = m.mail_backup_late_subject();
  return {
    subject,
    content: {
      tone: "normal",
      preview: m.mail_backup_late_next(),
      heading: subject,
      paragraphs: [
        m.mail_backup_late_text({ at: formatTime(madeAt, "dateTime") }),
        m.mail_backup_late_next(),
      ],
      facts: [],
      button: { label: m.mail_backup_failed_open(), href: url },
      after: [],
    },
  };
}
