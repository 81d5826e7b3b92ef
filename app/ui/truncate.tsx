/** What a person wrote, where nothing else stands on the line: without room it loses its end, whichever its direction. */
export function Truncate({ children }: { children: string }) {
  return <bdi className="inline-block max-w-full truncate align-bottom">{children}</bdi>;
}
