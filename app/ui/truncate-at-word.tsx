import { classNames } from "./class-names";

/**
 * User text, truncated at a word boundary if possible. Text of the other direction is truncated within a word, because
 * it would leave a gap at the start of its column.
 */
export function TruncateAtWord({ children, className }: { children: string; className?: string }) {
  return (
    <bdi
      className={classNames(
        "line-clamp-1 w-fit max-w-full wrap-anywhere whitespace-normal",
        "ltr:[&:dir(rtl)]:block ltr:[&:dir(rtl)]:truncate rtl:[&:dir(ltr)]:block rtl:[&:dir(ltr)]:truncate",
        className,
      )}
    >
      {children}
    </bdi>
  );
}
