import { useInfiniteQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { readerText } from "~/platform/locale/reader-text";
import { Button } from "~/ui/button";
import { EditForm } from "~/ui/form/edit-form";
import { TextField } from "~/ui/form/field";
import { ArabicMissing, TwoLanguageField } from "~/ui/form/two-language-field";
import { useForm } from "~/ui/form/use-form";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { LoadMoreButton } from "~/ui/list/load-more-button";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { EmptyState } from "~/ui/screen/empty-state";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { SectionAction } from "~/ui/section";
import { type CannedReplyView, cannedReplySchema, replyVariables } from "../canned/canned-reply";
import { MAX_REPLY_LENGTH } from "../conversation";
import { cannedReplies, cannedRepliesQuery } from "./canned-client";

export function CannedRepliesScreen() {
  const query = useInfiniteQuery(cannedRepliesQuery(""));
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  const replies = query.data?.pages.flatMap((page) => page.replies) ?? [];
  return (
    <SettingsFrame title={m.inbox_canned_title()} hint={m.inbox_canned_hint()}>
      <div className="flex flex-col gap-3">
        {open === "new" ? (
          <div className="max-w-2xl">
            <CannedReplyForm onClose={close} />
          </div>
        ) : (
          <Button size="small" className="self-start" onClick={() => setOpen("new")}>
            <Plus aria-hidden />
            <span>{m.inbox_canned_add()}</span>
          </Button>
        )}
        {query.isError && !query.data && (
          <ListFailed reason={query.error.message} onRetry={() => query.refetch()} />
        )}
        {query.isPending && <ListLoading />}
        {query.data && replies.length === 0 && open !== "new" && <EmptyState title={m.inbox_canned_none()} />}
        <ul className="border-t border-line empty:hidden">
          {replies.map((reply) => (
            <li key={reply.id} className="max-w-2xl border-b border-line py-3">
              {open === reply.id ? (
                <CannedReplyForm reply={reply} onClose={close} />
              ) : (
                <CannedReply reply={reply} onEdit={() => setOpen(reply.id)} />
              )}
            </li>
          ))}
        </ul>
        <LoadMoreButton query={query} />
      </div>
    </SettingsFrame>
  );
}

function CannedReply({
  reply: { id, title, text, textAr },
  onEdit,
}: {
  reply: CannedReplyView;
  onEdit: () => void;
}) {
  const remove = cannedReplies.useChange("/admin/canned-replies/{id}/remove");
  const [isConfirming, setConfirming] = useState(false);
  const name = bidiIsolate(title);
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className="flex items-baseline gap-2">
        <span className="font-medium" dir="auto">
          {title}
        </span>
        <ArabicMissing texts={[textAr]} />
      </p>
      <p className="wrap-anywhere whitespace-pre-line text-muted" dir="auto">
        {readerText(text, textAr)}
      </p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <SectionAction label={m.inbox_canned_edit_of({ name })} onClick={onEdit}>
          {m.inbox_canned_edit()}
        </SectionAction>
        <SectionAction
          label={isConfirming ? undefined : m.inbox_canned_remove_of({ name })}
          onClick={() =>
            isConfirming
              ? remove.mutate({ id }, { onSettled: () => setConfirming(false) })
              : setConfirming(true)
          }
        >
          {isConfirming ? m.inbox_canned_remove_sure() : m.inbox_canned_remove()}
        </SectionAction>
      </div>
      <ChangeRefused error={remove.error} />
    </div>
  );
}

function CannedReplyForm({ reply, onClose }: { reply?: CannedReplyView; onClose: () => void }) {
  const add = cannedReplies.useChange("/admin/canned-replies");
  const edit = cannedReplies.useChange("/admin/canned-replies/{id}/edit");
  const form = useForm({
    initialValues: { title: reply?.title ?? "", text: reply?.text ?? "", textAr: reply?.textAr ?? "" },
    schema: cannedReplySchema,
    send: (input) =>
      reply ? edit.mutateAsync({ ...input, id: reply.id, version: reply.version }) : add.mutateAsync(input),
    next: onClose,
  });
  return (
    <EditForm
      label={reply ? m.inbox_canned_edit_of({ name: bidiIsolate(reply.title) }) : m.inbox_canned_add()}
      submit={m.inbox_canned_save()}
      form={form}
      onClose={onClose}
    >
      <TextField label={m.inbox_canned_name()} maxLength={60} required autoFocus {...form.field("title")} />
      <TwoLanguageField
        label={m.inbox_canned_text()}
        hint={m.inbox_canned_variables({
          variables: replyVariables.map((name) => bidiIsolate(`{${name}}`)).join(" "),
        })}
        rows={5}
        maxLength={MAX_REPLY_LENGTH}
        required
        english={form.field("text")}
        arabic={form.field("textAr")}
      />
    </EditForm>
  );
}
