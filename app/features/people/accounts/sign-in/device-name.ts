import { m } from "~/paraglide/messages";

/** Order matters: browsers also contain the names of earlier ones. */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrom(?:e|ium)\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Browser and system of a user agent, if known. */
export function deviceOf(userAgent: string | null) {
  const nameIn = (known: [RegExp, string][]) => known.find(([sign]) => sign.test(userAgent ?? ""))?.[1];
  const system = nameIn(systems);
  return {
    browser: nameIn(browsers),
    system,
    mobile: system === "iPhone" || system === "iPad" || system === "Android",
  };
}

/** Browser and system, for example "Firefox on Windows". */
export function labelForDevice(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return m.account_device_name({ browser, system });
  return browser ?? system ?? m.account_device_unknown();
}
