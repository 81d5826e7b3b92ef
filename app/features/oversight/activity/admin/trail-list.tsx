import { useQuery } from "@tanstack/react-query";
import History from "lucide-react/icons/history";
import { useMemo } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { compareWords } from "~/platform/locale/compare-words";
import { formatTime } from "~/platform/time";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { RecordDrawer } from "~/ui/overlay/drawer";
import { Fact, Section } from "~/ui/section";
import { Truncate } from "~/ui/truncate";
import { type TrailFilter, trailEntryQuery, trailPeopleQuery, trailQuery } from "../admin-client";

import { eventTypes, kindOf, labelForEvent, labelForRole, recordKinds } from "../labels";
import type { TrailDetail, TrailEntry } from "../views";
import { actionOf, actorOf, describeRecord, factsOf, formatValue, nameOf, pageOf } from "./entry-labels";
import { labelForField } from "./field-labels";

/** The audit trail, newest first. */
export const trailList = officeList<TrailEntry, TrailFilter>({
  path: "/admin/activity",
  title: m.activity_title,
  filters: [
    { kind: "search", name: "search", label: m.activity_search, placeholder: m.activity_search_placeholder },
    {
      kind: "choice",
      name: "by",
      label: m.activity_filter_by,
      all: m.activity_filter_by_all,
      useOptions: usePeople,
    },
    {
      kind: "choice",
      name: "kind",
      label: m.activity_filter_kind,
      all: m.activity_filter_kind_all,
      useOptions: () => useMemo(() => optionsOf(recordKinds, (kind) => kindOf(kind).label()), []),
    },
    {
      kind: "choice",
      name: "type",
      label: m.activity_filter_type,
      all: m.activity_filter_type_all,
      useOptions: () => useMemo(() => optionsOf(eventTypes, labelForEvent), []),
    },
    {
      kind: "days",
      name: "from",
      label: m.activity_filter_days,
      from: m.admin_filters_from,
      until: "until",
      to: m.admin_filters_to,
    },
  ],
  useRows: pagedRows(trailQuery, ({ entries }) => entries),
  layout: {
    columns: [
      {
        label: m.activity_col_event,
        isLink: true,
        cellClass: "font-medium",
        card: "title",
        fullText: actionOf,
        cell: actionOf,
      },
      {
        label: m.activity_col_record,
        card: "line",
        cell: (entry) => <RecordLink entry={entry} />,
        onCard: describeRecord,
      },
      {
        label: m.activity_col_actor,
        card: "foot",
        width: "w-40",
        fullText: actorOf,
        cell: (entry) => <Actor entry={entry} />,
        onCard: actorOf,
      },
      {
        label: m.activity_col_at,
        width: "w-52",
        visibleFrom: "3xl",
        cellClass: "figures text-muted",
        card: "foot-end",
        cell: ({ at }) => formatTime(at, "fullDateTime"),
      },
    ],
  },
  empty: { Icon: History, title: m.activity_empty_title, body: m.activity_empty_body },
  noResults: () => ({ title: m.activity_none_title, clear: m.activity_clear }),
  Opened: EntryDrawer,
});

function usePeople() {
  const people = useQuery(trailPeopleQuery).data?.people;
  return useMemo(() => people && [{ id: "system", name: labelForRole("system") }, ...people], [people]);
}

/** Sorted by label, because users search by label. */
function optionsOf(values: readonly string[], labelOf: (value: string) => string) {
  return values
    .map((id) => ({ id, name: labelOf(id) }))
    .sort((one, other) => compareWords(one.name, other.name));
}

/** Person and role; without a person, the role as the name. */
function Actor({ entry }: { entry: TrailEntry }) {
  const { id, role } = entry.actor;
  return (
    <>
      <bdi>{actorOf(entry)}</bdi>
      {id !== null && <span className="text-muted">{` · ${labelForRole(role)}`}</span>}
    </>
  );
}

/** Record with a link to its page, if any. */
function RecordLink({ entry }: { entry: TrailEntry }) {
  const page = pageOf(entry);
  const record = describeRecord(entry);
  if (!page) return <Truncate>{record}</Truncate>;
  const name = nameOf(entry);
  return (
    <>
      {name && <span className="text-muted">{`${kindOf(entry.record.kind).label()} `}</span>}
      <Link to={page} className="figures text-link hover:underline">
        <bdi>{name || record}</bdi>
      </Link>
    </>
  );
}

function EntryDrawer({ id, closePath }: { id: string; closePath: string }) {
  const query = useQuery(trailEntryQuery(id));
  return (
    <RecordDrawer
      id={id}
      closePath={closePath}
      query={query}
      nameOf={actionOf}
      headOf={(entry) => <h2 className="truncate text-base font-semibold">{actionOf(entry)}</h2>}
      missing={m.activity_missing()}
      failed={m.activity_failed()}
    >
      {(entry) => <Opened entry={entry} />}
    </RecordDrawer>
  );
}

function Opened({ entry }: { entry: TrailDetail }) {
  const { at, changes, valuesErased, reason, requestId, clientIp } = entry;
  const facts = factsOf(entry);
  return (
    <div className="flex flex-col gap-5 px-4 py-4 lg:px-5">
      <dl className="flex flex-col gap-1.5 text-sm">
        <Fact name={m.activity_col_record()}>
          <RecordLink entry={entry} />
        </Fact>
        <Fact name={m.activity_col_actor()}>
          <Actor entry={entry} />
        </Fact>
        <Fact name={m.activity_col_at()}>
          <time dateTime={at}>{formatTime(at, "fullDateTime")}</time>
        </Fact>
        {reason && (
          <Fact name={m.activity_reason()}>
            <bdi className="whitespace-pre-line">{reason}</bdi>
          </Fact>
        )}
      </dl>
      {valuesErased && (
        <p className="rounded bg-sunken px-3 py-2 text-sm text-muted">{m.activity_values_erased()}</p>
      )}
      {changes.length > 0 && (
        <Section title={m.activity_changes()}>
          <Changes entry={entry} />
        </Section>
      )}
      {facts.length > 0 && (
        <Section title={m.activity_facts()}>
          <dl className="flex flex-col gap-1.5 text-sm">
            {facts.map(([name, value]) => (
              <Fact key={name} name={name}>
                <bdi>{value}</bdi>
              </Fact>
            ))}
          </dl>
        </Section>
      )}
      <Section title={m.activity_origin()}>
        <dl className="flex flex-col gap-1.5 text-sm">
          <Fact name={m.activity_address()}>{clientIp ?? m.activity_none_retained()}</Fact>
          <Fact name={m.activity_request()}>
            <span className="break-all">{requestId}</span>
          </Fact>
        </dl>
      </Section>
    </div>
  );
}

/** Values before and after, side by side. */
function Changes({ entry }: { entry: TrailDetail }) {
  return (
    <table className="w-full table-fixed text-start text-sm">
      <thead>
        <tr className="text-xs text-muted">
          {[m.activity_field(), m.activity_before(), m.activity_after()].map((label) => (
            <th key={label} scope="col" className="pe-3 pb-1.5 text-start font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entry.changes.map(({ field, before, after }) => (
          <tr key={field} className="border-t border-line align-top">
            <th scope="row" className="py-1.5 pe-3 text-start font-normal text-muted">
              {labelForField(entry, field)}
            </th>
            <td className="figures py-1.5 pe-3 whitespace-pre-line text-muted">
              <bdi>{formatValue(field, before)}</bdi>
            </td>
            <td className="figures py-1.5 whitespace-pre-line">
              <bdi>{formatValue(field, after)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
