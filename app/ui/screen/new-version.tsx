import { m } from "~/paraglide/messages";
import { useNewVersion } from "~/platform/live/new-version";
import { Button } from "../button";
import { Banner } from "./banner";

export function NewVersion() {
  if (!useNewVersion()) return null;
  return (
    <Banner role="status" label={m.common_new_version_label()} text={m.common_new_version()}>
      <Button size="small" onClick={() => window.location.reload()}>
        {m.common_refresh_page()}
      </Button>
    </Banner>
  );
}
