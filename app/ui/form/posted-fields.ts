import { createContext, useContext } from "react";

/** What a form was posted with without our code, to be put back into its fields. */
export interface PostedFields {
  /** By the field's name. */
  values: Record<string, string>;
  /** The field to go on with; the page comes with the focus in it. */
  focus: string | null;
}

export const PostedFieldsContext = createContext<PostedFields | null>(null);

/** Of one field; nothing where its form was not posted. */
export function usePostedField(name: string | undefined): { defaultValue?: string; autoFocus?: true } {
  const posted = useContext(PostedFieldsContext);
  if (!posted || name === undefined) return {};
  const value = posted.values[name];
  return {
    ...(value === undefined ? {} : { defaultValue: value }),
    ...(posted.focus === name ? { autoFocus: true } : {}),
  };
}
