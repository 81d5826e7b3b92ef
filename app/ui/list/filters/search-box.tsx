import Search from "lucide-react/icons/search";
import { type Ref, useEffect, useRef, useState } from "react";
import { pressedKey } from "../../hooks/latin-key";

const SEARCH_DELAY_MS = 250;

interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

export function SearchBox({ label, placeholder, value, onChange, ref }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The URL changed elsewhere (Back, "Clear filters").
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function send(next: string) {
    clearTimeout(timer.current);
    timer.current = undefined;
    sent.current = next.trim();
    onChange(sent.current);
  }

  return (
    <div className="relative min-w-0 grow sm:max-w-sm">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-3 my-auto size-4 text-muted"
      />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        maxLength={100}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => send(next), SEARCH_DELAY_MS);
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) === "Enter") send(text);
        }}
        // A later navigation would close a record that was opened meanwhile.
        onBlur={() => {
          if (timer.current !== undefined) send(text);
        }}
        className="h-9 w-full rounded border border-control bg-surface ps-9 pe-3 text-sm text-ellipsis placeholder:text-muted hover:border-accent"
      />
    </div>
  );
}
