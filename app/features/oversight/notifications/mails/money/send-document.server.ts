import type { Ctx } from "~/platform/context";
import { currentLocale } from "~/platform/locale/locale";
import type { Message, Sender } from "~/platform/messaging/message";
import { queueMessage } from "~/platform/messaging/messages.server";
import { messageContent } from "~/platform/messaging/text-message";

/** The state then becomes "failed" or "unknown". */
const DEADLINE_SECONDS = 24 * 3600;

interface DocumentMessage {
  /** Name of the template, which has a document in its header if there is a PDF. */
  kind: string;
  trailId: number;
  phone: string;
  sender: Pick<Sender, "name">;
  message: Message;
  url: string;
  fileId: string | null | undefined;
  fileName: string;
}

/** Queues a document by WhatsApp without a fallback: the office chose the channel and sees the state. */
export async function queueDocument(ctx: Ctx, document: DocumentMessage): Promise<void> {
  const { kind, trailId, phone, sender, message, url, fileId, fileName } = document;
  await queueMessage(ctx, {
    ...{ kind, trailId },
    content: {
      ...messageContent(message, { sender, url, language: currentLocale() }),
      ...(fileId && { attachments: [{ fileId, fileName }] }),
    },
    route: {
      startsAt: ctx.now,
      steps: [{ channel: "whatsapp", recipient: phone, seconds: DEADLINE_SECONDS }],
    },
  });
}
