import CalendarRange from "lucide-react/icons/calendar-range";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import Clock from "lucide-react/icons/clock-alert";
import FileCheck from "lucide-react/icons/file-check";
import Heart from "lucide-react/icons/heart";
import History from "lucide-react/icons/history";
import KeyRound from "lucide-react/icons/key-round";
import Mail from "lucide-react/icons/mail";
import Repeat from "lucide-react/icons/repeat";
import RouteIcon from "lucide-react/icons/route";
import Siren from "lucide-react/icons/siren";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import UserPlus from "lucide-react/icons/user-plus";
import Users from "lucide-react/icons/users";
import type { ComponentType, SVGProps } from "react";
import { classNames } from "~/ui/class-names";
import type { Mark, Sign } from "./visit-marks";

/** Red: problems. Brass: to do. Colour is never the only cue. */
const signStyles: Record<Sign, { Icon: ComponentType<SVGProps<SVGSVGElement>>; tone?: string }> = {
  emergency: { Icon: Siren, tone: "text-signal-text" },
  late: { Icon: Clock, tone: "text-error" },
  "other-day": { Icon: History },
  "too-far": { Icon: RouteIcon, tone: "text-error" },
  warning: { Icon: TriangleAlert, tone: "text-error" },
  "helpers-missing": { Icon: UserPlus, tone: "text-error" },
  "crew-needed": { Icon: Users },
  "permit-missing": { Icon: KeyRound, tone: "text-brass-text" },
  unconfirmed: { Icon: CircleHelp, tone: "text-brass-text" },
  "notification-pending": { Icon: Mail },
  "multi-day": { Icon: CalendarRange },
  crew: { Icon: Users },
  recurring: { Icon: Repeat },
  contract: { Icon: FileCheck, tone: "text-calm-text" },
  "preferred-technician": { Icon: Heart },
};

/**
 * Number of signs by card width (container queries); the rest is counted. The count takes the room of one
 * sign.
 */
const SIGN_LIMITS = [
  { max: 1, fit: 1, tooMany: "@max-[4rem]:hidden", rest: "hidden" },
  { max: 1, fit: 2, tooMany: "@max-[9rem]:hidden", rest: "@max-[4rem]:hidden @min-[9rem]:hidden" },
  { max: 3, fit: 4, tooMany: "@max-[13rem]:hidden", rest: "@max-[9rem]:hidden @min-[13rem]:hidden" },
];

/**
 * Hidden from screen readers, because the visit's label names them. `countHidden`: counts signs that do not
 * fit.
 */
export function VisitSigns({
  marks,
  countHidden = false,
}: {
  marks: readonly Mark[];
  countHidden?: boolean;
}) {
  const signs = marks.flatMap(({ signs, short }) => signs.map((sign) => ({ sign, short })));
  const limits = countHidden ? SIGN_LIMITS.filter(({ fit }) => signs.length > fit) : [];
  return (
    <>
      {signs.map(({ sign, short }, index) => (
        <span
          key={sign}
          aria-hidden
          data-sign={sign}
          className={classNames(
            "shrink-0",
            signStyles[sign].tone,
            ...limits.filter(({ max }) => index >= max).map(({ tooMany }) => tooMany),
          )}
        >
          <SignIcon sign={sign} short={short} />
        </span>
      ))}
      {limits.map(({ max, rest }) => (
        <span
          key={rest}
          aria-hidden
          data-count={`+${signs.length - max}`}
          className={classNames("board-count figures shrink-0", rest)}
        />
      ))}
    </>
  );
}

function SignIcon({ sign, short }: { sign: Sign; short?: string | undefined }) {
  const { Icon } = signStyles[sign];
  if (sign === "late") return <span className="board-late-word">{short}</span>;
  if (sign === "multi-day") return <span data-count={short} className="board-count figures" />;
  if (sign === "permit-missing") {
    return (
      <span className="board-permit-word">
        <Icon className="size-3 shrink-0" />
        <span className="hidden @min-[11rem]:inline">{short}</span>
      </span>
    );
  }
  return <Icon className="size-3.5" />;
}

/** Marks of a visit with their texts. */
export function VisitFacts({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs">
      {marks.map(({ signs, words }) => {
        const tone = signStyles[signs[0]!].tone;
        return (
          <span
            key={signs[0]}
            data-sign={signs.join(" ")}
            className={classNames("flex max-w-full items-start gap-1", tone)}
          >
            {signs.map((sign) => {
              const { Icon } = signStyles[sign];
              return <Icon key={sign} aria-hidden className="mt-px size-3.5 shrink-0" />;
            })}
            <span className="min-w-0">{words}</span>
          </span>
        );
      })}
    </span>
  );
}
