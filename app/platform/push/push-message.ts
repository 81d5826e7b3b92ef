/** Content of a push message, which public/push-worker.js shows as a notification. Paths are on the product's origin. */
export interface PushMessage {
  title: string;
  body: string;
  /** A later message with the same tag replaces the notification. */
  tag: string;
  /** Page of the record. */
  path: string;
  language: string;
  direction: "ltr" | "rtl";
  /** Stays on the screen and vibrates. */
  urgent?: boolean;
  /** Replaces the notification without a sound. */
  silent?: boolean;
  actions?: PushAction[];
}

/** Button of a notification that sends a request. If the request is refused or fails, the page of the record opens. */
export interface PushAction {
  name: string;
  title: string;
  post: { path: string; body: object };
  /** Title of the notification after success. */
  done: string;
  /** Page to open after success; names in braces are fields of the response. */
  thenPath?: string;
}

export interface PushOptions {
  /** Time for which the push service keeps the message while the device is unreachable. */
  ttlSeconds: number;
  urgency: "very-low" | "low" | "normal" | "high";
  /** A later message with the same topic replaces a waiting one. Up to 32 characters of base64url. */
  topic?: string;
}

/** One of several changes that a message lists. `at`: instant by which they are sorted, ISO 8601 in UTC. */
export interface PushLine {
  at: string;
  text: string;
}
