import Download from "lucide-react/icons/download";
import { formatMoney } from "~/platform/money";

interface DocumentRowProps {
  reference: string;
  about: string;
  fils: number;
  /** Null once the file is deleted. */
  path: string | null;
}

export function DocumentRow({ reference, about, fils, path }: DocumentRowProps) {
  const Row = path ? "a" : "div";
  return (
    <Row
      {...(path && { href: path, download: `${reference}.pdf` })}
      className={`flex items-center gap-4 rounded-lg border border-line bg-surface px-4 py-3 text-ink ${path ? "hover:border-accent" : ""}`}
    >
      <span className="min-w-0 grow">
        <span className="figures block font-medium whitespace-nowrap">{reference}</span>
        <span className="block text-sm text-muted">{about}</span>
      </span>
      <span className="figures font-medium">{formatMoney(fils)}</span>
      {path && <Download aria-hidden className="size-5 shrink-0 text-muted" />}
    </Row>
  );
}
