/** The cornerstone: a cube set on its edge, the house reduced to its first block. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path d="M5 11.5 16 5.4v11.2L5 22.8Z" className="fill-accent" />
      <path d="m16 5.4 11 6.1v11.3l-11-6.2Z" className="fill-ink" />
      <path d="m5 22.8 11-6.2 11 6.2-11 6.1Z" className="fill-accent opacity-60" />
    </svg>
  );
}
