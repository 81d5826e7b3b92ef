import { m } from "~/paraglide/messages";
import type { ConversationChannel, ConversationState, InboxView } from "./conversation";
import type { DeliveryState } from "./views";

export const viewLabels: Record<InboxView, () => string> = {
  open: m.inbox_view_open,
  mine: m.inbox_view_mine,
  unassigned: m.inbox_view_unassigned,
  snoozed: m.inbox_view_snoozed,
  closed: m.inbox_view_closed,
};

export const stateLabels: Record<ConversationState, () => string> = {
  open: m.inbox_state_open,
  snoozed: m.inbox_state_snoozed,
  closed: m.inbox_state_closed,
};

export const channelLabels: Record<ConversationChannel, () => string> = {
  whatsapp: m.inbox_channel_whatsapp,
  sms: m.inbox_channel_sms,
  email: m.inbox_channel_email,
  form: m.inbox_channel_form,
  contract: m.inbox_channel_contract,
};

export const deliveryLabels: Record<DeliveryState, () => string> = {
  queued: m.inbox_delivery_queued,
  sent: m.inbox_delivery_sent,
  delivered: m.inbox_delivery_delivered,
  read: m.inbox_delivery_read,
  failed: m.inbox_delivery_failed,
  unknown: m.inbox_delivery_unknown,
};
