/**
 * Faults that show only in the browser: wiring, hydration, offline, accessibility, layout.
 *
 * @type {import("./faults.mjs").Fault[]}
 */
export const browserFaults = [
  {
    description: "Buttons of a booking have no handler",
    file: "app/features/operations/bookings/admin/booking-transitions.tsx",
    search: "run: () => submit(transition)",
    replace: "run: () => {}",
    tests: ["e2e/office/office.spec.ts › shows a new request live, confirms it in one click"],
  },
  {
    description: "The reason of a declined booking is not sent",
    file: "app/features/operations/bookings/admin/booking-transitions.tsx",
    search: "input: { reason: reason.trim(), continueOn",
    replace: 'input: { reason: "", continueOn',
    tests: ["e2e/office/office.spec.ts › marks emergencies and requires a reason to decline"],
  },
  {
    description: "Google Analytics loads before consent",
    file: "app/site/frame/visit-tracking.tsx",
    search: 'const allowed = consent !== "unread" && consent?.analytics === true;',
    replace: 'const allowed = consent !== "unread" && consent?.analytics !== false;',
    tests: ["e2e/visitor/site-frame.spec.ts › loads nothing from Google before consent"],
  },
  {
    description: "The phone bar dials the office in an emergency",
    file: "app/site/frame/thumb-bar.tsx",
    search: `href={callHref(business.emergencyPhone)}
        tone="signal"
        className=`,
    replace: `href={callHref(business.phone)}
        tone="signal"
        className=`,
    tests: ["e2e/visitor/content.spec.ts › dials the emergency line from every part of a phone page"],
  },
  {
    description: "A button with an icon has no name",
    file: "app/site/frame/mobile-menu.tsx",
    search: "            aria-label={m.site_close_menu()}\n",
    replace: "",
    tests: ["e2e/visitor/site-frame.spec.ts › accessibility: the site frame passes the checks on a"],
  },
  {
    description: "The phone bar is wider than a screen of 320 px",
    file: "app/site/frame/thumb-bar.tsx",
    search: `className="grow px-2! max-[22rem]:[&>svg]:hidden [&>svg]:text-calm-text"`,
    replace: `className="min-w-40 grow px-2! [&>svg]:text-calm-text"`,
    tests: [
      "e2e/visitor/emergency-request.spec.ts › shows all four links of the phone bar on a narrow screen",
    ],
  },
  {
    description: "The focus leaves a drawer for the list that it covers",
    file: "app/ui/list/office-list-page.tsx",
    search: "inert={covered} ",
    replace: "",
    tests: ["e2e/office/office.spec.ts › traps the focus in a booking that covers the list"],
  },
  {
    description: "Clicks before hydration are lost",
    file: "app/platform/browser/early-clicks.ts",
    search: "    clicks.push(click);\n",
    replace: "",
    tests: ["e2e/visitor/site-frame.spec.ts › replays clicks from before hydration"],
  },
  {
    description: "The browser renders another text than the server",
    file: "app/site/frame/thumb-bar.tsx",
    search: "{m.site_book()}",
    replace: '{typeof window === "undefined" ? m.site_call() : m.site_book()}',
    tests: ["e2e/visitor/home.spec.ts › passes the checks without console errors"],
  },
  {
    description: "The technician's page does not open without a connection",
    file: "public/technician-worker.js",
    search: "    if (cached) return cached;\n",
    replace: "",
    tests: ["e2e/technician/technician.spec.ts › stores an offline visit on the phone"],
  },
  {
    description: "A tap on the phone waits for the next connection change",
    file: "app/technician/use-work.ts",
    search: "    if (waitingKeys) void send();",
    replace: "    if (waitingKeys) void outbox.refresh();",
    tests: ["e2e/technician/technician.spec.ts › shows an emergency customer the technician"],
  },
  {
    description: "Open lists ignore live events",
    file: "app/platform/live/live-client.ts",
    search: "if (queryKey[0] !== topic) return false;",
    replace: "if (queryKey.join() !== topic) return false;",
    tests: ["e2e/office/office.spec.ts › shows a new request live, confirms it in one click"],
  },
  {
    description: "The order of a list is lost on reload",
    file: "app/ui/list/filters/use-list-filter.ts",
    search: "const sort = sortable && readSort(sortable, address);",
    replace: "const sort = sortable && readSort(sortable, writeFilter(filters, filter));",
    tests: ["e2e/office/admin-people.spec.ts › sorts a list by its headings, keeps the order in the address"],
  },
  {
    description: "A component has an inline style, which the content security policy forbids",
    file: "app/site/frame/thumb-bar.tsx",
    search: '      id="thumb-bar"\n',
    replace: '      id="thumb-bar"\n      style={{ contain: "layout" }}\n',
    tests: ["e2e/visitor/home.spec.ts › passes the checks without console errors"],
  },
  {
    description: "The first load contains the library of phone numbers",
    file: "app/site/frame/site-layout.tsx",
    search: `return [{ rel: "manifest", href: localPath("/manifest.webmanifest") }];`,
    replace: `return [{ rel: "manifest", href: localPath("/manifest.webmanifest"), title: normalizePhone("+971501234567") ?? "" }];
}

import { normalizePhone } from "~/platform/text/phone-input";
void {`,
    tests: ["e2e/visitor/budget.spec.ts › keeps the first load of"],
  },
  {
    description: "Controls are printed",
    file: "app/ui/print.css",
    search: "  button:not([data-visit], th *),\n",
    replace: "",
    tests: ["e2e/visitor/print.spec.ts › prints bookings, quotes, invoices and the board light and complete"],
  },
  {
    description: "Arrow keys move between visits in the wrong direction",
    file: "app/features/operations/dispatch/admin/board/changes/arrow-navigation.ts",
    search: 'const direction = arrow === "ArrowDown" ? 1 : -1;',
    replace: 'const direction = arrow === "ArrowUp" ? 1 : -1;',
    tests: ["e2e/office/board.spec.ts › places, moves, unassigns, cancels and undoes visits by keyboard"],
  },
  {
    description: "A repeated submission of a booking has a new idempotency key",
    file: "app/features/operations/bookings/components/form/booking-form.tsx",
    search: "await submitBooking(payload, keyFor(payload));",
    replace: "await submitBooking(payload, keyFor(payload) + Date.now());",
    tests: ["e2e/visitor/booking-form.spec.ts › avoids a duplicate booking after a lost response"],
  },
  {
    description: "A form sends nothing without JavaScript",
    file: "app/features/core/forms/components/secured-submission.ts",
    search: '      method: "post",\n',
    replace: "",
    tests: ["e2e/visitor/forms-without-javascript.spec.ts › after rejected input is corrected"],
  },
  {
    description: "The focus stays on the button of a form with invalid fields",
    file: "app/features/core/forms/components/secured-submission.ts",
    search: `    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();\n`,
    replace: "",
    tests: ["e2e/visitor/booking.spec.ts › shows validation errors beside the fields and focuses the first"],
  },
];
