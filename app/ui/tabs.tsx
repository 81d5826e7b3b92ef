import { Tabs as Parts } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  chosen: Value;
  onChange: (value: Value) => void;
  className?: string;
  children: ReactNode;
}

export function Tabs<Value extends string>({ onChange, chosen, ...rest }: TabsProps<Value>) {
  return <Parts.Root value={chosen} onValueChange={onChange} {...rest} />;
}

interface TabStripProps {
  label: string;
  tabs: readonly { value: string; label: string }[];
}

/** Enter selects a tab, because its panel may have to load. */
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

export function TabPanel({ busy, ...panel }: TabPanelProps) {
  // Not a tab stop, because its content is focusable.
  return <Parts.Panel tabIndex={-1} aria-busy={busy || undefined} {...panel} />;
}
