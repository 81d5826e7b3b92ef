import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref, mapHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { formatDay } from "~/platform/time";
import { formatPin } from "../access";
import type { AccessView } from "../views";

/** Known access details as labelled facts. */
export function accessFacts(
  access: AccessView,
  { permitHref }: { permitHref: (fileId: string) => string },
): { name: string; what: ReactNode }[] {
  const link = "text-link underline underline-offset-4";
  const { pin, sitePhone, permitFileId } = access;
  const words = (text: string) => (
    <span className="whitespace-pre-line" dir="auto">
      {text}
    </span>
  );
  return [
    access.parking && { name: m.access_parking(), what: words(access.parking) },
    access.notes && { name: m.access_notes(), what: words(access.notes) },
    (access.siteContact || sitePhone) && {
      name: m.access_site_contact(),
      what: (
        <>
          <bdi className="me-1">{access.siteContact}</bdi>
          {sitePhone && (
            <a href={callHref(sitePhone)} className={`figures whitespace-nowrap ${link}`}>
              {formatPhone(sitePhone)}
            </a>
          )}
        </>
      ),
    },
    access.permitNeeded && {
      name: m.access_permit(),
      what: (
        <>
          <span className="me-1">{wordsOfPermit(access)}</span>
          {permitFileId && (
            <a href={permitHref(permitFileId)} target="_blank" rel="noreferrer" className={link}>
              {m.access_permit_open()}
            </a>
          )}
        </>
      ),
    },
    access.makani && { name: m.access_makani(), what: spacedMakani(access.makani) },
    pin && {
      name: m.access_pin(),
      what: (
        <a href={mapHref(formatPin(pin))} target="_blank" rel="noreferrer" className={link}>
          {m.access_pin_open()}
        </a>
      ),
    },
  ].filter((fact) => typeof fact === "object" && fact !== null);
}

/** Makani number as on the building's plate. */
function spacedMakani(makani: string): string {
  return bidiIsolate(`${makani.slice(0, 5)} ${makani.slice(5)}`);
}

function wordsOfPermit({ permitUntil, permitFileId, permitBy }: AccessView): string {
  if (permitUntil) return m.access_permit_until({ day: formatDay(permitUntil) });
  if (permitFileId) return m.access_permit_on_file();
  if (permitBy === "office") return m.access_permit_requested_by_office();
  if (permitBy === "customer") return m.access_permit_requested_by_customer();
  return m.access_permit_not_requested();
}
