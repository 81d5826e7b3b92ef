import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createProofOfWork } from "~/platform/auth/captcha.server";
import {
  type ApiResponse,
  type Caller,
  createCaller,
  NOW,
} from "../../../../../test/harness/company/booking-caller";
import { emergencyDoublings, MAX_EMERGENCY_TRIES } from "./emergency-work";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({ FREE_EMERGENCIES: "3", TRUST_PROXY: "1" });
});
afterAll(() => caller.close());

const STRANGER = "203.0.113.9";

async function sendEmergency(ip: string, captchaToken?: string): Promise<ApiResponse> {
  const form = await caller.form({ service: "emergency", captchaToken });
  return caller.call("POST", "/api/handle-booking", form, { "X-Forwarded-For": ip });
}

async function solve({ body }: ApiResponse): Promise<string> {
  const { challenge } = body.captcha;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString("base64");
}

const doublings = ({ body }: ApiResponse) => body.captcha.challenge.parameters.data.doublings;
const isRefused = (answer: ApiResponse) =>
  expect(answer).toMatchObject({ status: 409, body: { reason: "captcha-required", about: "emergency" } });

it("requires work from the fourth emergency of a network on, which doubles, and accepts each that is solved", async () => {
  for (let at = 0; at < 3; at++) expect((await sendEmergency(STRANGER)).status).toBe(200);
  const fourth = await sendEmergency(STRANGER);
  isRefused(fourth);
  expect(fourth.body.message).toContain("Yours is sent right after it.");
  const token = await solve(fourth);
  expect((await sendEmergency(STRANGER, token)).status).toBe(200);
  // A token works once, and is too easy for the next one.
  const fifth = await sendEmergency(STRANGER, token);
  isRefused(fifth);
  const captcha = await createProofOfWork(caller.ctx(), caller.config, doublings(fourth), 75);
  isRefused(await sendEmergency(STRANGER, await solve({ ...fourth, body: { captcha } })));
  expect((await sendEmergency(STRANGER, await solve(fifth))).status).toBe(200);
  expect(doublings(fifth) - doublings(fourth)).toBe(1);

  expect((await sendEmergency("203.0.113.10")).status).toBe(200);
  vi.setSystemTime(NOW.getTime() + 10 * 60_000);
  expect((await sendEmergency(STRANGER)).status).toBe(200);
});

it("counts IPv6 by /64, and concurrent emergencies one after the other", async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) => sendEmergency(`2001:db8:1:2::${at + 1}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409]);
  expect((await sendEmergency("2001:db8:1:3::1")).status).toBe(200);
  // A site has the limits of four networks, whatever number of networks it uses.
  const ofSite: number[] = [];
  for (let at = 0; at < 12; at++)
    ofSite.push((await sendEmergency(`2001:db8:1:${(at + 16).toString(16)}::1`)).status);
  expect(ofSite).toEqual([...Array(8).fill(200), ...Array(4).fill(409)]);
  expect((await sendEmergency("2001:db8:2:1::1")).status).toBe(200);
});

it("does not limit emergencies that the office enters", async () => {
  const admin = await caller.asAdmin();
  for (let at = 0; at < 5; at++) {
    const { securityCheck: _, ...form } = await caller.form({ service: "emergency" });
    const made = await caller.call("POST", "/api/admin/bookings", form, admin);
    expect(made.status).toBe(200);
  }
});

it("never requires more than ten seconds of a phone", () => {
  const doublings = Array.from({ length: 12 }, (_, earlier) => emergencyDoublings(earlier, 3));
  expect(doublings).toEqual([null, null, null, -2, -1, 0, 1, 2, 2, 2, 2, 2]);
  const phoneMsPerTry = 4;
  expect(MAX_EMERGENCY_TRIES * phoneMsPerTry).toBeLessThanOrEqual(10_000);
});
