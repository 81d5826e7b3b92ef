import * as z from "zod/mini";
import type { Silent } from "~/platform/events/events";

/** Items of the inbox: messages, and requests for a contract. */

export const itemKinds = ["message", "contract"] as const;
export const itemStates = ["open", "in-progress", "answered"] as const;
export type ItemState = (typeof itemStates)[number];

/** Transitions of an item. */
export const inboxTransitions = {
  takeOn: { from: ["open"], to: "in-progress" },
  answer: { from: ["open", "in-progress"], to: "answered" },
  reopen: { from: ["in-progress", "answered"], to: "open" },
} as const satisfies Record<string, { from: readonly ItemState[]; to: ItemState }>;
export type InboxTransition = keyof typeof inboxTransitions;
export const inboxTransitionNames = Object.keys(inboxTransitions) as [InboxTransition, ...InboxTransition[]];

export function availableInboxTransitions(state: ItemState): InboxTransition[] {
  return inboxTransitionNames.filter((transition) =>
    (inboxTransitions[transition].from as readonly ItemState[]).includes(state),
  );
}

export interface InboxFilter {
  search?: string;
  state?: ItemState;
}

/** Item as the office sees it. Instants are ISO 8601 in UTC. */
export const inboxItem = z.object({
  id: z.uuid(),
  /** Such as MS-2026-000123 or AMC-2026-000123. */
  reference: z.string(),
  kind: z.enum(itemKinds),
  state: z.enum(itemStates),
  /** 0 for an untouched item. */
  version: z.int32(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.string(),
  /** Requested package. */
  packageName: z.nullable(z.string()),
  receivedAt: z.iso.datetime(),
  /** User who made the last transition. */
  actorName: z.nullable(z.string()),
});
export type InboxItem = z.output<typeof inboxItem>;

export const inboxDetail = z.object({
  ...inboxItem.shape,
  address: z.nullable(z.string()),
  /** Transitions, newest first. */
  history: z.array(
    z.object({
      id: z.int(),
      transition: z.enum(inboxTransitionNames),
      actorName: z.nullable(z.string()),
      at: z.iso.datetime(),
    }),
  ),
});
export type InboxDetail = z.output<typeof inboxDetail>;

declare module "~/platform/events/events" {
  interface Events {
    "inbox.item-state-changed": Silent<{ transition: InboxTransition }>;
  }
}
