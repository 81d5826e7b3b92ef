import { useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { controlClass } from "~/ui/form/field";
import { isPressed, useShortcutsInHelp } from "~/ui/hooks/shortcuts";
import { useNow } from "~/ui/hooks/use-now";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { fillVariables, listUnfilledVariables, type ReplyValues } from "../canned/canned-reply";
import { MAX_NOTE_LENGTH, MAX_REPLY_LENGTH, WRITING_MS } from "../conversation";
import { channelLabels } from "../labels";
import type { ConversationDetail } from "../views";
import { CannedMenu } from "./canned-menu";
import { inbox, useNote, useReply } from "./inbox-client";

type ReplyOption = ConversationDetail["replyChannels"][number];

const NOTE = "note";
const CLOCK_MS = 30_000;

/** Reply on a chosen channel, or a note for the office. */
export function ReplyBox({ conversation }: { conversation: ConversationDetail }) {
  const { id, version, replyChannels, writers } = conversation;
  const now = useNow(CLOCK_MS);
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState("");
  const hintId = useId();
  const reply = useReply();
  const note = useNote();
  const noteWriting = useWritingNotice(id);
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcutsInHelp("reply-send");

  const usable = replyChannels.find((option) => isUsable(option, now)) ?? replyChannels[0];
  const channel = chosen ?? usable?.channel ?? NOTE;
  const option = replyChannels.find((one) => one.channel === channel);
  const unfilled = channel === NOTE ? [] : listUnfilledVariables(text);
  const isPending = reply.isPending || note.isPending;
  const isSendable =
    text.trim() !== "" &&
    unfilled.length === 0 &&
    !isPending &&
    (channel === NOTE || (option && isUsable(option, now)));
  const send = () => {
    if (!isSendable) return;
    const done = { onSuccess: () => setText("") };
    if (option) reply.mutate({ id, version, channel: option.channel, text }, done);
    else note.mutate({ id, text }, done);
  };

  const label = channel === NOTE ? m.inbox_note() : m.inbox_reply();
  const hint = option ? hintOf(option, now) : null;

  /** Selects the first variable without a value, so that typing replaces it. */
  const insert = (canned: string) => {
    const filled = fillVariables(canned, valuesOf(conversation));
    const next = text.trim() === "" ? filled : `${text.trimEnd()}\n${filled}`;
    flushSync(() => setText(next));
    const [first] = listUnfilledVariables(next);
    field.current?.focus();
    if (first) field.current?.setSelectionRange(next.indexOf(first), next.indexOf(first) + first.length);
    noteWriting(true);
  };

  return (
    <form
      aria-label={m.inbox_reply()}
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p role="status" className="text-xs text-muted empty:hidden">
        {writers.length > 0 &&
          m.inbox_writing({
            names: formatList(writers.map((name) => bidiIsolate(name))),
            count: writers.length,
          })}
      </p>
      <textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        rows={2}
        maxLength={channel === NOTE ? MAX_NOTE_LENGTH : MAX_REPLY_LENGTH}
        dir="auto"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (channel !== NOTE) noteWriting(target.value !== "");
        }}
        onKeyDown={(event) => {
          if (isPressed("reply-send", event)) {
            event.preventDefault();
            send();
          }
        }}
        className={classNames(controlClass, "field-sizing-content max-h-48 min-h-16 resize-none text-sm!")}
      />
      {hint && (
        <p id={hintId} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <p role="status" className="text-xs font-medium text-brass-text empty:hidden">
        {unfilled.length > 0 &&
          m.inbox_canned_fill({ variables: unfilled.map((one) => bidiIsolate(one)).join(" ") })}
      </p>
      <ChangeRefused error={reply.error ?? note.error} />
      <div className="flex gap-2">
        {channel !== NOTE && <CannedMenu language={conversation.language} onChoose={insert} />}
        <select
          aria-label={m.inbox_reply_by()}
          aria-describedby={hint ? hintId : undefined}
          value={channel}
          onChange={({ target }) => setChosen(target.value)}
          className={classNames(
            controlClass,
            "select-arrow min-h-9! min-w-0 grow truncate py-1! pe-10 text-sm!",
          )}
        >
          {replyChannels.map((one) => (
            <option key={one.channel} value={one.channel}>
              {m.inbox_reply_to({
                channel: channelLabels[one.channel](),
                address: bidiIsolate(one.channel === "email" ? one.address : formatPhone(one.address)),
              })}
            </option>
          ))}
          <option value={NOTE}>{m.inbox_reply_note()}</option>
        </select>
        <Button type="submit" size="small" disabled={!isSendable} className="shrink-0">
          {channel === NOTE ? m.inbox_note_add() : m.inbox_send()}
        </Button>
      </div>
    </form>
  );
}

function valuesOf({ name, replyFacts }: ConversationDetail): ReplyValues {
  const { reference, visitTime, link, business, phone } = replyFacts;
  return {
    ...{ customer: name, reference, link, business, phone: formatPhone(phone) },
    "visit time": visitTime,
  };
}

function isUsable(option: ReplyOption, now: Date): boolean {
  return !option.isOptedOut && (option.channel !== "whatsapp" || isWindowOpen(option, now));
}

function isWindowOpen({ windowEndsAt }: ReplyOption, now: Date): boolean {
  return windowEndsAt !== null && Date.parse(windowEndsAt) > now.getTime();
}

/** Why the channel cannot be used, or until when; null if it always can. */
function hintOf(option: ReplyOption, now: Date): string | null {
  const { channel, isOptedOut, windowEndsAt } = option;
  if (isOptedOut) return m.inbox_opted_out();
  if (channel !== "whatsapp") return null;
  return windowEndsAt && isWindowOpen(option, now)
    ? m.inbox_window_open({ time: formatTime(windowEndsAt, "dateTime") })
    : m.inbox_window_closed();
}

/** Shares with other users that this one is writing: at the first key, then often enough that the notice does not expire. */
function useWritingNotice(id: string): (isWriting: boolean) => void {
  const noted = useRef<number | null>(null);
  const send = (isWriting: boolean) => {
    noted.current = isWriting ? Date.now() : null;
    // Only a notice: the next key repeats it.
    inbox.send("/admin/inbox/{id}/writing", { id, isWriting }).catch(() => {});
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(
    () => () => {
      if (noted.current !== null) latest.current(false);
    },
    [],
  );
  return (isWriting) => {
    const isDue = noted.current === null || Date.now() - noted.current > WRITING_MS / 2;
    if (isWriting ? isDue : noted.current !== null) send(isWriting);
  };
}
