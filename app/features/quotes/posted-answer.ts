/** What an answer that was posted to the quote's page, without our code, is told where it was not taken. */
export interface PostedAnswer {
  answer: "approve" | "changes" | "decline" | "link";
  /** Done, for a link that was asked for; otherwise what is wrong. */
  done: boolean;
  message: string;
  values: Record<string, string>;
  errors: Record<string, string>;
}

/** The field of an optional line, and the position that it stands for. */
export function positionOfOption(field: string): number | null {
  const [, position] = /^option-(\d{1,3})$/.exec(field) ?? [];
  return position ? Number(position) : null;
}
