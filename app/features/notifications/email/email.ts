import type { Logo } from "~/platform/files/logo";

/**
 * What a mail says, apart from how it looks: written once, rendered as HTML and as plain text. All text is plain and
 * may hold anything a person typed; the renderers escape it.
 */
export interface MailContent {
  /** `emergency` is for emergencies only, as the colour Signal is. */
  tone: "normal" | "emergency";
  /** Shown by mail programs beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  facts: Fact[];
  button: Link;
  /** Lesser actions. */
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

/** Whose mail it is: the foot of every mail. */
export interface Sender {
  name: string;
  tagline: string;
  phone: string;
  address: string;
  /** Null: its name alone. */
  logo: Logo | null;
}

/** A finished mail with its subject, and what the receiver's calendar is to do, where a time is fixed. */
export interface Message {
  subject: string;
  content: MailContent;
  calendar?: "REQUEST" | "CANCEL";
}
