import { useState } from "react";
import { useActionData } from "react-router";
import type { SecurityQuestion } from "./client";
import type { MenuView, SlotChoice } from "./views";

/**
 * What a form that was posted to its page, without our code, is answered with as long as it is not accepted: the page
 * shows itself again with this in its form.
 */
export interface PostedForm {
  /** Of a page that has two. */
  form: "booking" | "follow" | "contact" | "contract";
  /** What is wrong, or to be done, for a person. */
  message: string;
  /** What was typed, by field. */
  values: Record<string, string>;
  /** What is wrong, by field. */
  errors: Record<string, string>;
  /** The field to go on with, the first that is wrong; null: whoever reads the message knows all. */
  focus: string | null;
  /** What a booking is counted from; null: of another form. */
  menu: MenuView | null;
  /** Comes with the answer; null: this form asks none. */
  question: SecurityQuestion | null;
  /** Free slots instead of the one that has gone. */
  alternatives: SlotChoice[] | null;
  /** The reference of the same booking, which is there already; sent again, it is a second one. */
  besides: string | null;
}

/** The field of the slots that are offered, each date and time in one. */
export const OFFERED_SLOT = "slot";

/** What this form was posted with, if it was. Stays while the visitor looks around on the page. */
export function usePosted(form: PostedForm["form"]): PostedForm | null {
  const answered = useActionData<PostedForm>();
  const [posted] = useState(answered?.form === form ? answered : null);
  return posted;
}
