import { useState } from "react";
import { useActionData } from "react-router";
import type { SecurityQuestion } from "./views";

/** Response to a refused post without JavaScript, from which the page renders its form. */
export interface PostedForm {
  /** Name of the form, because a page can have two. */
  form: string;
  message: string;
  values: Record<string, string>;
  errors: Record<string, string>;
  /** First wrong field, which gets the focus. */
  focus: string | null;
  /** Null if the form has none. */
  question: SecurityQuestion | null;
}

/** Stays until the visitor leaves the page. */
export function usePosted<Posted extends PostedForm = PostedForm>(form: Posted["form"]): Posted | null {
  const answered = useActionData<Posted>();
  const [posted] = useState(answered?.form === form ? (answered as Posted) : null);
  return posted;
}
