import type { ReactNode } from "react";
import { buttonClass } from "../button";

interface UploadButtonProps {
  id: string;
  /** Announced before the button text. */
  label: string;
  name?: string;
  accept: string;
  invalid: boolean;
  describedBy?: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}

export function UploadButton({
  id,
  label,
  name,
  accept,
  invalid,
  describedBy,
  onChoose,
  children,
}: UploadButtonProps) {
  return (
    <label
      htmlFor={id}
      className={buttonClass(
        { tone: "quiet", size: "small" },
        "relative cursor-pointer focus-within:outline-2 focus-within:outline-accent",
      )}
    >
      <span className="sr-only">{`${label}: `}</span>
      {children}
      <input
        id={id}
        name={name}
        type="file"
        accept={accept}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onChoose(file);
          currentTarget.value = "";
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  );
}
