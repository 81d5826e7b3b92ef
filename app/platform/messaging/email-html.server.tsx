import { type CSSProperties, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { containsName } from "../files/logo";
import { documentLanguageAttributes } from "../locale/locale";
import type { StateTone } from "../state-tone";
import { callHref } from "../text/contact-links";
import { formatPhone } from "../text/phone";
import type { DigestContent, Link, MailContent, Sender } from "./message";

/**
 * Renders the email for all mail clients: tables, inline styles, no scripts, no image except the logo.
 * Support of each property: caniemail.com, checked by `every-email.test.ts`.
 */
export function renderHtml(content: MailContent | DigestContent, sender: Sender): string {
  return `<!DOCTYPE html>${renderToStaticMarkup(<Page content={content} sender={sender} />)}`;
}

/** Shades of the brand colours with a contrast of at least 4.5:1 on their background. */
const colour = {
  ink: "#0F1A2B",
  inkSoft: "#4A5364",
  sand: "#F6F0E6",
  paper: "#FFFDF9",
  hairline: "#E4DACA",
  brass: "#86591A",
  signal: "#BF3522",
  white: "#FFFFFF",
};

/** Used only by mail clients with a dark scheme. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #0B1320 !important; }
  .card { background: #152238 !important; border-color: #2B3A54 !important; }
  .text, .text a { color: #F6F0E6 !important; }
  .soft { color: #B9C0CC !important; }
  .line { border-color: #2B3A54 !important; }
  .action { background: #E0A84A !important; }
  .action a { color: #0F1A2B !important; }
  .alarm { background: #BF3522 !important; }
  .alarm a { color: #FFFFFF !important; }
}
@media (max-width: 480px) {
  .card-cell { padding: 24px 20px !important; }
}`;

/** Background and text of a state, the same as of badges in the light theme. */
export const stateColours: Record<StateTone, [background: string, text: string]> = {
  neutral: ["#EDE4D5", "#4F5868"],
  waiting: ["#F3E3C6", "#6B450D"],
  planned: ["#DFE6F2", "#24406F"],
  active: [colour.ink, colour.sand],
  working: ["#0E6E6E", colour.white],
  done: ["#DCEBE6", "#0B5F5F"],
  emergency: ["#D6402B", colour.white],
};

const WIDTH = 600;

/** Outlook for Windows ignores `max-width`, so that a table would fill the window. */
const OUTLOOK_TABLE = [
  `<!--[if mso]><table role="presentation" width="${WIDTH}" align="center" cellpadding="0" cellspacing="0"><tr><td><![endif]-->`,
  "<!--[if mso]></td></tr></table><![endif]-->",
] as const;

/** Invisible text after the preview line, because mail clients fill the line with the text that follows. */
const PREVIEW_PADDING = "\u00a0\u200c".repeat(90);

const FONT = "'Readex Pro', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const text: CSSProperties = { fontFamily: FONT, color: colour.ink, fontSize: 16, lineHeight: "24px" };
const soft: CSSProperties = { ...text, color: colour.inkSoft, fontSize: 14, lineHeight: "20px" };

/** `msoHide`: Outlook for Windows. Gmail in a phone's browser ignores `display: none`. */
const HIDDEN: CSSProperties & { msoHide: string } = {
  display: "none",
  msoHide: "all",
  color: colour.sand,
  fontSize: 1,
  lineHeight: "1px",
};

function Page({ content, sender }: { content: MailContent | DigestContent; sender: Sender }) {
  return (
    <html {...documentLanguageAttributes()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        {/* Phone numbers and dates would lose their colour if the mail client turned them into links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>{content.heading}</title>
        <style>{DARK}</style>
      </head>
      <body className="page" style={{ margin: 0, padding: 0, backgroundColor: colour.sand }}>
        <div style={HIDDEN}>
          {content.preview.replace(/\s*\n\s*/g, ", ")}
          {PREVIEW_PADDING}
        </div>
        <Table className="page" style={{ backgroundColor: colour.sand }}>
          <td
            align="center"
            style={{ padding: "24px 12px" }}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: React renders no comments, and has escaped the content.
            dangerouslySetInnerHTML={{
              __html: OUTLOOK_TABLE.join(
                renderToStaticMarkup(<Container content={content} sender={sender} />),
              ),
            }}
          />
        </Table>
      </body>
    </html>
  );
}

function Container({ content, sender }: { content: MailContent | DigestContent; sender: Sender }) {
  return (
    <Table style={{ maxWidth: WIDTH }}>
      <td>
        <Head sender={sender} emergency={content.tone === "emergency"} />
        <Card content={content} />
        <Foot sender={sender} />
      </td>
    </Table>
  );
}

function Head({ sender, emergency }: { sender: Sender; emergency: boolean }) {
  return (
    <Table>
      <td
        style={{
          ...text,
          backgroundColor: emergency ? colour.signal : colour.ink,
          color: emergency ? colour.white : colour.sand,
          padding: "16px 32px",
          borderRadius: "10px 10px 0 0",
          fontWeight: 600,
        }}
      >
        <Name of={sender} />
      </td>
    </Table>
  );
}

/** The logo at the height of a line of text. */
function Name({ of: { name, logo } }: { of: Sender }) {
  if (!logo) return name;
  const height = 36;
  const alone = containsName(logo);
  const plate: CSSProperties =
    logo.plate === "on-dark" ? { backgroundColor: colour.white, padding: 4, borderRadius: 6 } : {};
  return (
    <>
      <img
        src={logo.path}
        // Otherwise React adds a preload to the head.
        loading="lazy"
        alt={alone ? name : ""}
        height={height}
        width={Math.round((logo.width * height) / logo.height)}
        style={{ verticalAlign: "middle", border: 0, ...plate }}
      />
      {!alone && <span style={{ paddingInlineStart: 12 }}>{name}</span>}
    </>
  );
}

function Card({ content }: { content: MailContent | DigestContent }) {
  return (
    <Table>
      <td
        className="card card-cell"
        style={{
          backgroundColor: colour.paper,
          border: `1px solid ${colour.hairline}`,
          borderTop: 0,
          borderRadius: "0 0 10px 10px",
          padding: "32px",
        }}
      >
        <h1
          className="text"
          style={{ ...text, fontSize: 24, lineHeight: "30px", fontWeight: 600, margin: "0 0 16px" }}
        >
          {content.heading}
        </h1>
        <Paragraphs of={content.paragraphs} />
        {"sections" in content ? <Sections of={content.sections} /> : <Details content={content} />}
        <Paragraphs of={content.after} />
      </td>
    </Table>
  );
}

function Sections({ of }: { of: MailContent[] }) {
  return of.map((section, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the sections of an email never change.
    <Fragment key={index}>
      <Subheading>{section.heading}</Subheading>
      <Paragraphs of={section.paragraphs} />
      <Details content={section} />
      <Paragraphs of={section.after} />
    </Fragment>
  ));
}

function Details({ content }: { content: MailContent }) {
  return (
    <>
      <Facts facts={content.facts} />
      {content.button && <Button link={content.button} emergency={content.tone === "emergency"} />}
      <Links links={content.links} />
      <Steps steps={content.steps} />
    </>
  );
}

function Subheading({ children }: { children: string }) {
  return (
    <h2
      className="text"
      style={{ ...text, fontSize: 18, lineHeight: "24px", fontWeight: 600, margin: "0 0 8px" }}
    >
      {children}
    </h2>
  );
}

function Paragraphs({ of }: { of: string[] }) {
  return of.map((paragraph) => (
    <p key={paragraph} className="text" style={{ ...text, margin: "0 0 16px" }}>
      <Lines of={paragraph} />
    </p>
  ));
}

/** Outlook for Windows ignores `white-space`, so line breaks are elements. */
function Lines({ of }: { of: string }) {
  return of.split(/\r?\n/).map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity.
    <Fragment key={index}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));
}

function Facts({ facts }: { facts: MailContent["facts"] }) {
  return (
    <table role="presentation" width="100%" cellPadding={0} cellSpacing={0} style={{ margin: "8px 0 24px" }}>
      <tbody>
        {facts.map(({ label, value, href, tone }) => (
          <tr key={label}>
            <td
              className="line"
              style={{ borderTop: `1px solid ${colour.hairline}`, padding: "10px 0", verticalAlign: "top" }}
            >
              <div className="soft" style={soft}>
                {label}
              </div>
              <div className="text" style={{ ...text, wordBreak: "break-word" }}>
                {tone ? (
                  <StateLabel tone={tone}>{value}</StateLabel>
                ) : href ? (
                  <a href={href} style={{ color: colour.ink }}>
                    <Lines of={value} />
                  </a>
                ) : (
                  <Lines of={value} />
                )}
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function StateLabel({ tone, children }: { tone: StateTone; children: string }) {
  const [backgroundColor, color] = stateColours[tone];
  return (
    <span
      style={{
        display: "inline-block",
        padding: "0 12px",
        borderRadius: 12,
        fontSize: 14,
        fontWeight: 600,
        backgroundColor,
        color,
      }}
    >
      {children}
    </span>
  );
}

/** `msoPaddingAlt`: Outlook for Windows ignores the padding of links. */
function buttonCell(emergency: boolean): CSSProperties & { msoPaddingAlt: string } {
  return {
    backgroundColor: emergency ? colour.signal : colour.brass,
    borderRadius: 10,
    msoPaddingAlt: "14px 28px",
  };
}

function Button({ link, emergency }: { link: Link; emergency: boolean }) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} style={{ margin: "0 0 24px" }}>
      <tbody>
        <tr>
          <td className={emergency ? "alarm" : "action"} style={buttonCell(emergency)}>
            <a
              href={link.href}
              style={{
                ...text,
                color: colour.white,
                display: "inline-block",
                padding: "14px 28px",
                fontWeight: 600,
                textDecoration: "none",
              }}
            >
              {link.label}
            </a>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function Links({ links = [] }: { links?: Link[] }) {
  if (links.length === 0) return null;
  return (
    <p className="text" style={{ ...text, margin: "0 0 24px" }}>
      {links.map(({ label, href }) => (
        <a
          key={href}
          href={href}
          style={{ color: colour.ink, display: "inline-block", margin: "0 20px 8px 0" }}
        >
          {label}
        </a>
      ))}
    </p>
  );
}

function Steps({ steps }: { steps: MailContent["steps"] }) {
  if (!steps) return null;
  return (
    <>
      <Subheading>{steps.heading}</Subheading>
      <ol className="text" style={{ ...text, margin: "0 0 24px", padding: "0 0 0 20px" }}>
        {steps.items.map((item) => (
          <li key={typeof item === "string" ? item : item.href} style={{ margin: "0 0 8px" }}>
            {typeof item === "string" ? (
              item
            ) : (
              <a href={item.href} style={{ color: colour.ink }}>
                {item.label}
              </a>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function Foot({ sender }: { sender: Sender }) {
  return (
    <Table>
      <td className="soft" style={{ ...soft, padding: "20px 32px" }}>
        {sender.name} · {sender.tagline}
        <br />
        {sender.phone && (
          <>
            <a className="soft" href={callHref(sender.phone)} style={{ color: colour.inkSoft }}>
              {formatPhone(sender.phone)}
            </a>
            {" · "}
          </>
        )}
        {sender.address}
      </td>
    </Table>
  );
}

/** Full-width table of one row. */
function Table({
  children,
  className,
  style,
}: {
  children: ReactNode;
  className?: string;
  style?: CSSProperties;
}) {
  return (
    <table
      role="presentation"
      width="100%"
      cellPadding={0}
      cellSpacing={0}
      className={className}
      style={style}
    >
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}
