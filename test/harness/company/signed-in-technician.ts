import type { DeviceSubscription, PushService } from "../servers/push-service";
import type { Caller } from "./booking-caller";

const PASSWORD = "a password of mine";

export interface SignedInTechnician {
  id: string;
  userId: string;
  cookie: string;
}

/** Adds a technician for every service with an account, signed in. */
export async function addSignedInTechnician(caller: Caller, name: string): Promise<SignedInTechnician> {
  const id = await caller.addTechnician(name);
  const { email } = await caller.db
    .selectFrom("technicians")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const user = { email, password: PASSWORD };
  const userId = await caller.addUser({ ...user, role: "technician" });
  await caller.db.updateTable("technicians").set({ userId }).where("id", "=", id).execute();
  return { id, userId, cookie: await caller.signIn(user) };
}

/** Switches notifications on for a device of the session, as a browser does. */
export async function switchPushOn(
  caller: Caller,
  service: PushService,
  device: string,
  cookie: string,
): Promise<DeviceSubscription> {
  const { publicKey } = (await caller.call("GET", "/api/push-subscriptions/key", undefined, { cookie })).body;
  const subscription = service.subscribe(device, publicKey);
  const { status, text } = await caller.call("POST", "/api/push-subscriptions", subscription, { cookie });
  if (status !== 200) throw new Error(`The subscription was answered with ${status} ${text}`);
  return subscription;
}
