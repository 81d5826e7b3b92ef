import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Hourglass from "lucide-react/icons/hourglass";
import Mail from "lucide-react/icons/mail";
import Paperclip from "lucide-react/icons/paperclip";
import Send from "lucide-react/icons/send";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { topicClient } from "~/platform/browser/topic-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Badge, type StateMark } from "~/ui/badge";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { useForm } from "~/ui/form/use-form";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { RecordDrawer } from "~/ui/overlay/drawer";
import { passingNotices } from "~/ui/overlay/toast-store";
import { Fact, Section } from "~/ui/section";
import { Truncate } from "~/ui/truncate";
import type { notificationsApi } from "../api.server";
import { type MailDetail, type MailRow, mailStates } from "../views";

const mails = topicClient<typeof notificationsApi>("mail");

interface MailFilter {
  search?: string;
  state?: MailRow["state"];
  from?: string;
  until?: string;
}

const mailListQuery = (filter: MailFilter) => mails.pages("/admin/mails", filter);
const mailQuery = (id: string) => mails.query("/admin/mails/{id}", { id });
const useRetry = (id: string) => mails.useChange("/admin/mails/{id}/retry", undefined, { id });
const useSendAgain = (id: string) => mails.useChange("/admin/mails/{id}/resend", undefined, { id });

export const outgoingMailList = officeList<MailRow, MailFilter>({
  path: "/admin/activity/mails",
  title: m.activity_title,
  filters: [
    {
      kind: "search",
      name: "search",
      label: m.mail_outgoing_search,
      placeholder: m.mail_outgoing_search_placeholder,
    },
    {
      kind: "chips",
      name: "state",
      label: m.mail_outgoing_state,
      all: m.mail_outgoing_all,
      values: mailStates,
      labelOf: (state) => stateLabels[state as MailRow["state"]](),
    },
    {
      kind: "days",
      name: "from",
      label: m.mail_outgoing_days,
      from: m.admin_filters_from,
      until: "until",
      to: m.admin_filters_to,
    },
  ],
  useRows: pagedRows(mailListQuery, ({ mails }) => mails),
  layout: {
    columns: [
      {
        label: m.mail_outgoing_subject,
        isLink: true,
        cellClass: "font-medium",
        card: "title",
        fullText: ({ subject }) => subject,
        cell: ({ subject }) => subject,
      },
      {
        label: m.mail_outgoing_to,
        width: "w-56",
        cellClass: "text-muted",
        card: "line",
        fullText: ({ recipient }) => recipient,
        cell: ({ recipient }) => recipient,
      },
      {
        label: m.mail_outgoing_written,
        width: "w-52",
        visibleFrom: "3xl",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ createdAt }) => formatTime(createdAt, "fullDateTime"),
      },
      {
        label: m.mail_outgoing_state,
        width: "w-36",
        card: "mark",
        cell: ({ state }) => <State state={state} />,
      },
    ],
  },
  empty: { Icon: Mail, title: m.mail_outgoing_empty_title, body: m.mail_outgoing_empty_body },
  noResults: () => ({ title: m.mail_outgoing_none_title, clear: m.mail_outgoing_clear }),
  Opened: MailDrawer,
});

const stateLabels: Record<MailRow["state"], () => string> = {
  queued: m.mail_outgoing_state_queued,
  sending: m.mail_outgoing_state_sending,
  sent: m.mail_outgoing_state_sent,
  failed: m.mail_outgoing_state_failed,
};

const marks: Record<MailRow["state"], StateMark> = {
  queued: { tone: "neutral", Icon: Hourglass },
  sending: { tone: "active", Icon: Send },
  sent: { tone: "done", Icon: Check },
  failed: { tone: "waiting", Icon: TriangleAlert },
};

function State({ state }: Pick<MailRow, "state">) {
  return <Badge {...marks[state]}>{stateLabels[state]()}</Badge>;
}

function MailDrawer({ id, closePath }: { id: string; closePath: string }) {
  const query = useQuery(mailQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={query}
      nameOf={(mail) => mail.subject}
      headOf={(mail) => (
        <>
          <h2 className="truncate text-base font-semibold">
            <Truncate>{mail.subject}</Truncate>
          </h2>
          <State state={mail.state} />
        </>
      )}
      missing={m.mail_outgoing_missing()}
      failed={m.mail_outgoing_unread()}
    >
      {(mail) => <Opened key={id} mail={mail} />}
    </RecordDrawer>
  );
}

function Opened({ mail }: { mail: MailDetail }) {
  const mayRetry = useMay("mails.retry");
  const retry = useRetry(mail.id);
  const [asking, setAsking] = useState(false);
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      {mail.canRetry && mayRetry && (
        <div>
          <Button
            size="small"
            disabled={retry.isPending}
            onClick={() =>
              retry.mutate(
                {},
                {
                  onSuccess: () => passingNotices.show({ title: m.mail_outgoing_retried(), tone: "success" }),
                },
              )
            }
          >
            {m.mail_outgoing_retry()}
          </Button>
        </div>
      )}
      {mail.canResend && mayRetry && !asking && (
        <div>
          <Button size="small" tone="quiet" onClick={() => setAsking(true)}>
            {m.mail_outgoing_retry()}
          </Button>
        </div>
      )}
      {asking && <SendAgain mail={mail} onClose={() => setAsking(false)} />}
      <ChangeRefused error={retry.error} />
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={m.mail_outgoing_to()}>
          <bdi>{mail.recipient}</bdi>
        </Fact>
        {mail.replyTo && (
          <Fact name={m.mail_outgoing_reply_to()}>
            <bdi>{mail.replyTo}</bdi>
          </Fact>
        )}
        <Fact name={m.mail_outgoing_written()}>{formatTime(mail.createdAt, "fullDateTime")}</Fact>
        {mail.sentAt && (
          <Fact name={m.mail_outgoing_sent_at()}>{formatTime(mail.sentAt, "fullDateTime")}</Fact>
        )}
        {mail.state !== "sent" && mail.attempts > 0 && (
          <Fact name={m.mail_outgoing_attempts()}>{mail.attempts}</Fact>
        )}
        {mail.lastError && (
          <Fact name={m.mail_outgoing_error()}>
            <bdi>{mail.lastError}</bdi>
          </Fact>
        )}
        {mail.trailId && (
          <Fact name={m.mail_outgoing_about()}>
            <Link to={`/admin/activity/${mail.trailId}`} className="text-link hover:underline">
              {m.mail_outgoing_entry()}
            </Link>
          </Fact>
        )}
      </dl>
      <Section title={m.mail_outgoing_text()}>
        {mail.text ? (
          // Removes links because they belong to the recipient.
          <iframe
            src={`/api/admin/mails/${mail.id}/html`}
            sandbox=""
            title={mail.subject}
            className="h-[34rem] w-full rounded border border-line bg-white"
          />
        ) : (
          <p className="text-sm text-muted">
            <span>{m.mail_outgoing_secret()}</span>
            {mail.state === "failed" && <span> {m.mail_outgoing_no_retry()}</span>}
          </p>
        )}
      </Section>
      {mail.attachments.length > 0 && (
        <Section title={m.mail_outgoing_attachments()}>
          <ul className="flex flex-col gap-1 text-sm">
            {mail.attachments.map((name) => (
              <li key={name} className="flex items-center gap-2">
                <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
                <bdi className="truncate">{name}</bdi>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** Asks for confirmation, because the recipient gets the email twice. */
function SendAgain({ mail: { id, recipient }, onClose }: { mail: MailDetail; onClose: () => void }) {
  const sendAgain = useSendAgain(id);
  const form = useForm({
    initialValues: {},
    send: () => sendAgain.mutateAsync({}),
    onDone: () => passingNotices.show({ title: m.mail_outgoing_resent(), tone: "success" }),
    next: onClose,
  });
  return (
    <EditForm label={m.mail_outgoing_retry()} submit={m.mail_outgoing_retry()} form={form} onClose={onClose}>
      <p className="text-sm">{m.mail_outgoing_resend_hint({ recipient: bidiIsolate(recipient) })}</p>
    </EditForm>
  );
}
