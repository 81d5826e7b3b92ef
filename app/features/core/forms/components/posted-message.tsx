import type { PostedForm } from "../posted-form";

interface PostedMessageProps {
  posted: PostedForm | null;
  /** Message to show; null when the user has changed the form since the post. */
  children: string | null;
}

/** Result of a form posted without JavaScript, above its fields. */
export function PostedMessage({ posted, children }: PostedMessageProps) {
  if (!children) return null;
  return (
    <p
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the message answers the post just sent, far down the page.
      autoFocus={posted?.focus === null}
      className="rounded border border-accent bg-brass-soft p-4 font-medium text-brass-text"
    >
      {children}
    </p>
  );
}
