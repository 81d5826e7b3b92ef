import { Tabs as Parts } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  chosen: Value;
  onChange: (value: Value) => void;
  className?: string;
  children: ReactNode;
}

/** Several views of one page, one at a time: around their strip and what it shows. */
export function Tabs<Value extends string>({ onChange, chosen, ...rest }: TabsProps<Value>) {
  return <Parts.Root value={chosen} onValueChange={onChange} {...rest} />;
}

interface TabStripProps {
  /** What is chosen between. */
  label: string;
  tabs: readonly { value: string; label: string }[];
}

/** The arrows walk along it; Enter opens, as a view may have to be loaded. */
export function TabStrip({ label, tabs }: TabStripProps) {
  return (
    <Parts.List
      aria-label={label}
      className="flex gap-0.5 rounded border border-line bg-sunken p-0.5 text-xs font-medium"
    >
      {tabs.map(({ value, label }) => (
        <Parts.Tab
          key={value}
          value={value}
          className="h-8 rounded-sm px-3 text-muted hover:text-ink aria-selected:bg-surface aria-selected:text-ink"
        >
          {label}
        </Parts.Tab>
      ))}
    </Parts.List>
  );
}

interface TabPanelProps {
  value: string;
  busy?: boolean;
  className?: string;
  children: ReactNode;
}

/** What is shown while its tab is chosen. */
export function TabPanel({ busy, ...panel }: TabPanelProps) {
  // What is in it can be reached by itself.
  return <Parts.Panel tabIndex={-1} aria-busy={busy || undefined} {...panel} />;
}
