/** Response to an answer form that was posted without JavaScript and not accepted. */
export interface PostedAnswer {
  answer: "approve" | "changes" | "decline" | "link";
  /** True only for a completed link request; otherwise `message` is the error. */
  done: boolean;
  message: string;
  values: Record<string, string>;
  errors: Record<string, string>;
}

/** Line position of an option's checkbox; null for other fields. */
export function optionPosition(field: string): number | null {
  const [, position] = /^option-(\d{1,3})$/.exec(field) ?? [];
  return position ? Number(position) : null;
}
