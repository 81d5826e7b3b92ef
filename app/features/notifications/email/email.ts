import type { Logo } from "~/platform/files/logo";

/**
 * Content of an email, independent of its layout and rendered as HTML and as plain text. All text is plain
 * and may contain user input; the renderers escape it.
 */
export interface MailContent {
  /** `emergency` is for emergencies only, like the Signal colour. */
  tone: "normal" | "emergency";
  /** Preview line beside the subject in mail clients. */
  preview: string;
  heading: string;
  paragraphs: string[];
  facts: Fact[];
  button: Link;
  /** Secondary actions. */
  links?: Link[];
  steps?: { heading: string; items: string[] };
  after: string[];
}

export interface Fact {
  label: string;
  value: string;
  href?: string;
}

export interface Link {
  label: string;
  href: string;
}

/** The business, shown in the footer of every email. */
export interface Sender {
  name: string;
  tagline: string;
  phone: string;
  address: string;
  /** Null: the name is shown without a logo. */
  logo: Logo | null;
}

/** A complete email with its subject and, for visits with a fixed time, the calendar method. */
export interface Message {
  subject: string;
  content: MailContent;
  calendar?: "REQUEST" | "CANCEL";
}
