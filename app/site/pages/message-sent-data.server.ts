import { getOpening } from "~/features/operations/scheduling/queries.server";
import { pageCtx } from "~/server/context.server";
import type { Route } from "./+types/message-sent-page";

export async function loader({ context }: Route.LoaderArgs) {
  return { opening: await getOpening(context.get(pageCtx)!) };
}
