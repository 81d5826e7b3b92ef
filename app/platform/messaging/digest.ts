import { m } from "~/paraglide/messages";
import type { DigestContent, MailSection } from "./message";

/** Content of one email for several. A paragraph that all of them have appears once. */
export function digestMessage(sections: readonly MailSection[]): { subject: string; content: DigestContent } {
  const contents = sections.map(({ content }) => content);
  const isShared = (part: "paragraphs" | "after", text: string) =>
    contents.every((content) => content[part].includes(text));
  const [first, ...others] = sections;
  const shared = (part: "paragraphs" | "after") =>
    first?.content[part].filter((text) => isShared(part, text)) ?? [];
  const own = (part: "paragraphs" | "after", texts: string[]) =>
    texts.filter((text) => !isShared(part, text));
  return {
    // A text of the catalogue, whose user texts are isolated.
    subject: m.mail_digest_subject({ first: first?.subject ?? "", count: others.length }),
    content: {
      tone: "normal",
      preview: others.map(({ subject }) => subject).join("\n"),
      heading: m.mail_digest_heading({ count: sections.length }),
      paragraphs: shared("paragraphs"),
      sections: contents.map((content) => ({
        ...content,
        paragraphs: own("paragraphs", content.paragraphs),
        after: own("after", content.after),
      })),
      after: shared("after"),
    },
  };
}
