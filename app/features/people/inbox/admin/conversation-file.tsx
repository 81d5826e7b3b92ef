import FileText from "lucide-react/icons/file-text";
import { m } from "~/paraglide/messages";
import type { ConversationMessage } from "../views";

interface ConversationFileProps {
  file: Pick<ConversationMessage["files"][number], "id" | "name" | "contentType">;
  pictureClass: string;
}

/** Stored file of a message: the picture itself, or a link that downloads the PDF. */
export function ConversationFile({ file: { id, name, contentType }, pictureClass }: ConversationFileProps) {
  const href = `/api/admin/conversation-files/${id}`;
  return contentType.startsWith("image/") ? (
    <a href={href} target="_blank" rel="noreferrer">
      <img src={href} alt={name ?? m.inbox_photo()} loading="lazy" className={pictureClass} />
    </a>
  ) : (
    <a href={href} download className="inline-flex min-h-6 items-center gap-1.5 text-link hover:underline">
      <FileText aria-hidden className="size-4 shrink-0" />
      <bdi>{name ?? m.inbox_pdf()}</bdi>
    </a>
  );
}
