import { createContext, useContext } from "react";

/** Values of a form posted without JavaScript, from which the page restores its fields. */
export interface PostedFields {
  values: Record<string, string>;
  focus: string | null;
}

export const PostedFieldsContext = createContext<PostedFields | null>(null);

export function usePostedField(name: string | undefined): { defaultValue?: string; autoFocus?: true } {
  const posted = useContext(PostedFieldsContext);
  if (!posted || name === undefined) return {};
  const value = posted.values[name];
  return {
    ...(value === undefined ? {} : { defaultValue: value }),
    ...(posted.focus === name ? { autoFocus: true } : {}),
  };
}
