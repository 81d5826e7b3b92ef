import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { Select } from "~/ui/form/field";
import { passingNotices } from "~/ui/overlay/toast-store";
import type { VisitChanges as Choice } from "../account";
import { chooseVisitChanges, profileQuery } from "../client";
import { showFailure } from "./show-failure";

const options: Record<Choice, () => string> = {
  "push-email": m.account_visit_changes_both,
  push: m.account_visit_changes_push,
  email: m.account_visit_changes_email,
};

/** How a technician learns of changed visits. */
export function VisitChanges() {
  const { data: profile } = useQuery(profileQuery);
  const [saving, setSaving] = useState<Choice | null>(null);
  if (!profile) return null;

  async function choose(choice: Choice) {
    setSaving(choice);
    try {
      queryClient.setQueryData(profileQuery.queryKey, await chooseVisitChanges(choice));
      passingNotices.show({ title: m.account_saved(), tone: "success" });
    } catch (error) {
      showFailure(error);
    } finally {
      setSaving(null);
    }
  }

  return (
    <Select
      label={m.account_visit_changes()}
      hint={m.account_visit_changes_hint()}
      value={saving ?? profile.visitChanges}
      disabled={saving !== null}
      onChange={({ target }) => void choose(target.value as Choice)}
    >
      {Object.entries(options).map(([choice, label]) => (
        <option key={choice} value={choice}>
          {label()}
        </option>
      ))}
    </Select>
  );
}
