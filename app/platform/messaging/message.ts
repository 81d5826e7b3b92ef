import type { Logo } from "../files/logo";
import type { StateTone } from "../state-tone";

/**
 * Content of an email, rendered as HTML and as plain text. Text may contain user input; the renderers escape
 * it.
 */
export interface MailContent {
  tone: "normal" | "emergency";
  /** Preview line beside the subject in mail clients. */
  preview: string;
  heading: string;
  paragraphs: string[];
  facts: Fact[];
  /** Null if the recipient has no page to open. */
  button: Link | null;
  links?: Link[];
  steps?: { heading: string; items: (string | Link)[] };
  after: string[];
}

export interface Fact {
  label: string;
  value: string;
  href?: string;
  /** Colour of a state. */
  tone?: StateTone;
}

export interface Link {
  label: string;
  href: string;
}

/** One of several emails that are sent as one. */
export type MailSection = Pick<Message, "subject" | "content">;

/** Content of an email that covers several events. */
export interface DigestContent extends Pick<MailContent, "preview" | "heading" | "paragraphs" | "after"> {
  tone: "normal";
  /** `paragraphs` and `after` of the section only; `after` follows its button. */
  sections: MailContent[];
}

/** The business, shown in the footer of every email. */
export interface Sender {
  name: string;
  tagline: string;
  phone: string;
  address: string;
  logo: Logo | null;
}

/**
 * `calendar`: only for visits with a fixed time. `usefulUntil`: the text is not true after it, so that it is no longer
 * sent.
 */
export interface Message {
  subject: string;
  content: MailContent;
  calendar?: "REQUEST" | "CANCEL";
  usefulUntil?: Date;
}
