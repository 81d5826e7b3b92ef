import { AuthScreen } from "./auth-screen";

export function meta() {
  // Each step sets its own title.
  return [{ name: "robots", content: "noindex" }];
}

export default AuthScreen;
