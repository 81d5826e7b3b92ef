import { useState } from "react";
import { useActionData } from "react-router";
import type { SecurityQuestion } from "./views";

/** Answer to a refused post without JavaScript; the page renders its form with it. */
export interface PostedForm {
  /** Name of the form, on a page with two. */
  form: string;
  /** Message for the visitor. */
  message: string;
  /** Typed values by field. */
  values: Record<string, string>;
  /** Errors by field. */
  errors: Record<string, string>;
  /** First wrong field, which gets the focus; null: the message suffices. */
  focus: string | null;
  /** Security question; null: the form has none. */
  question: SecurityQuestion | null;
}

/** Result of the post of this form, if any. Stays during the visit of the page. */
export function usePosted<Posted extends PostedForm = PostedForm>(form: Posted["form"]): Posted | null {
  const answered = useActionData<Posted>();
  const [posted] = useState(answered?.form === form ? (answered as Posted) : null);
  return posted;
}
