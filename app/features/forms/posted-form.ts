import { useState } from "react";
import { useActionData } from "react-router";
import type { SecurityQuestion } from "./views";

/**
 * What a form that was posted to its page, without our code, is answered with as long as it is not accepted: the page
 * shows itself again with this in its form.
 */
export interface PostedForm {
  /** Of a page that has two. */
  form: string;
  /** What is wrong, or to be done, for a person. */
  message: string;
  /** What was typed, by field. */
  values: Record<string, string>;
  /** What is wrong, by field. */
  errors: Record<string, string>;
  /** The field to go on with, the first that is wrong; null: whoever reads the message knows all. */
  focus: string | null;
  /** Comes with the answer; null: this form asks none. */
  question: SecurityQuestion | null;
}

/** What this form was posted with, if it was. Stays while the visitor looks around on the page. */
export function usePosted<Posted extends PostedForm = PostedForm>(form: Posted["form"]): Posted | null {
  const answered = useActionData<Posted>();
  const [posted] = useState(answered?.form === form ? (answered as Posted) : null);
  return posted;
}
