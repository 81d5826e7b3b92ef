import { classNames } from "./class-names";

/** User text, truncated at a word boundary if possible. */
export function TruncateAtWord({ children, className }: { children: string; className?: string }) {
  return (
    <bdi
      className={classNames(
        "align-with-parent line-clamp-1 w-fit wrap-anywhere whitespace-normal",
        className,
      )}
    >
      {children}
    </bdi>
  );
}
