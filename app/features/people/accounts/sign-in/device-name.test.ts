import { expect, it } from "vitest";
import { deviceOf } from "./device-name";

it.each([
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    { browser: "Safari", system: "iPhone", mobile: true },
  ],
  [
    "Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36",
    { browser: "Samsung Internet", system: "Android", mobile: true },
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
    { browser: "Edge", system: "Windows", mobile: false },
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 14.7; rv:143.0) Gecko/20100101 Firefox/143.0",
    { browser: "Firefox", system: "macOS", mobile: false },
  ],
  ["curl/8.5.0", { browser: undefined, system: undefined, mobile: false }],
  [null, { browser: undefined, system: undefined, mobile: false }],
])("names the device of the user agent %s", (userAgent, device) => {
  expect(deviceOf(userAgent)).toEqual(device);
});
