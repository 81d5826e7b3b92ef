/** User text of either direction, cut off with an ellipsis. */
export function Truncate({ children }: { children: string }) {
  return <bdi className="inline-block max-w-full truncate align-bottom">{children}</bdi>;
}
