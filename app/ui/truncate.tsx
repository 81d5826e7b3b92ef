/** User text of either direction. */
export function Truncate({ children }: { children: string }) {
  return <bdi className="inline-block max-w-full truncate align-bottom">{children}</bdi>;
}
