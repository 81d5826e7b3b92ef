import { m } from "~/paraglide/messages";
import type { Channel, MessageState } from "./channel";

const channelLabels: Record<Channel, () => string> = {
  push: m.mail_channel_push,
  whatsapp: m.mail_channel_whatsapp,
  sms: m.mail_channel_sms,
  email: m.mail_channel_email,
};

export function labelForChannel(channel: Channel): string {
  return channelLabels[channel]();
}

const stateLabels: Record<MessageState, () => string> = {
  queued: m.mail_outgoing_state_queued,
  sending: m.mail_outgoing_state_sending,
  sent: m.mail_outgoing_state_sent,
  delivered: m.mail_outgoing_state_delivered,
  read: m.mail_outgoing_state_read,
  failed: m.mail_outgoing_state_failed,
  unknown: m.mail_outgoing_state_unknown,
  withdrawn: m.mail_outgoing_state_withdrawn,
};

export function labelForMessageState(state: MessageState): string {
  return stateLabels[state]();
}
