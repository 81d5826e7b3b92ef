import { classNames } from "./class-names";

/** What a person wrote, on one line: without room it loses its last words, a word that is too long for all of it its end. */
export function TruncateAtWord({ children, className }: { children: string; className?: string }) {
  return (
    <bdi className={classNames("line-clamp-1 w-fit wrap-anywhere whitespace-normal", className)}>
      {children}
    </bdi>
  );
}
