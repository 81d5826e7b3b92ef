import type { PostedForm } from "../posted-form";

interface PostedMessageProps {
  posted: PostedForm | null;
  /** Null once it is out of date. */
  children: string | null;
}

/** What the page says of the form that was posted to it, above its fields. */
export function PostedMessage({ posted, children }: PostedMessageProps) {
  if (!children) return null;
  return (
    <p
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the answer to what was just sent, far down the page.
      autoFocus={posted?.focus === null}
      className="rounded border border-accent bg-brass-soft p-4 font-medium text-brass-text"
    >
      {children}
    </p>
  );
}
