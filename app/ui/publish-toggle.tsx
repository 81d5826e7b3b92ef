import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { Badge } from "./badge";
import { SectionAction } from "./section";

interface PublishToggleProps {
  name: string;
  isPublished: boolean;
  onChange: (published: boolean) => void;
}

export function PublishToggle({ name, isPublished: published, onChange }: PublishToggleProps) {
  const of = { name: bidiIsolate(name) };
  return (
    <>
      <Badge tone={published ? "done" : "neutral"}>
        {published ? m.website_state_published() : m.website_state_hidden()}
      </Badge>
      <SectionAction
        label={published ? m.website_withdraw_of(of) : m.website_publish_of(of)}
        onClick={() => onChange(!published)}
      >
        {published ? m.website_withdraw() : m.website_publish()}
      </SectionAction>
    </>
  );
}
