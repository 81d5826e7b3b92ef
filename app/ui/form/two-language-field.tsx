import type { ComponentProps } from "react";
import { m } from "~/paraglide/messages";
import { ARABIC, DEFAULT_LOCALE, languageAttributes } from "~/platform/locale/locale";
import { Badge } from "../badge";
import { TextArea, TextField } from "./field";
import type { TextInput } from "./use-form";

interface TwoLanguageFieldProps {
  /** "Name"; the Arabic field is "Name in Arabic". */
  label: string;
  english: TextInput;
  arabic: TextInput;
  /** Maximum length of each language's text, in characters. */
  maxLength: number;
  /** Lines of text areas; absent for one-line fields. */
  rows?: number;
  hint?: string;
  required?: boolean;
  /** Focuses the English field. */
  autoFocus?: boolean;
}

/** English and Arabic side by side. An empty Arabic text is marked, because readers then see English. */
export function TwoLanguageField({
  label,
  english,
  arabic,
  required,
  hint,
  autoFocus,
  ...input
}: TwoLanguageFieldProps) {
  return (
    <div className="@container">
      <div className="grid items-start gap-3 @md:grid-cols-2">
        <LanguageField
          {...input}
          {...english}
          label={label}
          hint={hint}
          required={required}
          autoFocus={autoFocus}
          {...languageAttributes(DEFAULT_LOCALE)}
        />
        <LanguageField
          {...input}
          {...arabic}
          label={m.form_in_arabic({ label })}
          optional={arabic.value.trim() ? undefined : m.form_arabic_missing()}
          {...languageAttributes(ARABIC)}
        />
      </div>
    </div>
  );
}

type LanguageFieldProps = TextInput &
  Pick<ComponentProps<"input">, "autoFocus" | "dir" | "lang" | "maxLength" | "required"> & {
    label: string;
    hint?: string;
    optional?: string;
    rows?: number;
  };

function LanguageField({ rows, ...field }: LanguageFieldProps) {
  return rows === undefined ? <TextField {...field} /> : <TextArea rows={rows} {...field} />;
}

/** Mark of a record in a list, if one of its Arabic texts is missing. */
export function ArabicMissing({ texts }: { texts: readonly (string | readonly string[] | null)[] }) {
  return texts.includes(null) ? <Badge className="shrink-0">{m.form_arabic_missing()}</Badge> : null;
}
