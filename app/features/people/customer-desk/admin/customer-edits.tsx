import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/text/phone";
import { formatTime } from "~/platform/time";
import { Section } from "~/ui/section";
import type { CustomerDetail } from "../views";

type Edit = CustomerDetail["edits"][number];

/** Corrections by the office, newest first. */
export function CustomerEdits({ customer: { edits } }: { customer: CustomerDetail }) {
  if (edits.length === 0) return null;
  return (
    <Section title={m.customers_edits()}>
      <ul className="flex flex-col gap-2 text-sm">
        {edits.map((edit) => (
          <li key={edit.id}>
            {linesOf(edit).map((line) => (
              <p key={line} className="figures">
                {line}
              </p>
            ))}
            <p className="figures text-xs text-muted">
              {[edit.author && bidiIsolate(edit.author), formatTime(edit.at, "dateTime")]
                .filter(Boolean)
                .join(" · ")}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function linesOf({ before, after }: Edit): string[] {
  const phone = (phone: string | null | undefined) => (phone ? formatPhone(phone) : m.customers_merge_none());
  const email = (email: string | null | undefined) => email ?? m.customers_merge_none();
  return [
    after.name !== undefined &&
      m.customers_edit_name({ before: bidiIsolate(before.name ?? ""), after: bidiIsolate(after.name) }),
    after.phone !== undefined &&
      m.customers_edit_phone({ before: phone(before.phone), after: phone(after.phone) }),
    after.email !== undefined &&
      m.customers_edit_email({ before: email(before.email), after: email(after.email) }),
  ].filter((line) => line !== false);
}
