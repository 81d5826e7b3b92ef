import { data } from "react-router";
import { listPortfolio } from "~/features/website/content/queries.server";
import { m } from "~/paraglide/messages";
import { pageCtx } from "~/server/context.server";
import { breadcrumbThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/portfolio-page";

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const all = await listPortfolio(ctx);
  const trades = new Map(all.map(({ serviceId, serviceName }) => [serviceId, serviceName]));
  const trade = params.trade ? trades.get(params.trade) : null;
  if (trade === undefined) throw data(null, { status: 404 });
  const trail = [
    { name: m.content_portfolio(), path: "/portfolio" },
    ...(trade ? [{ name: trade, path: `/portfolio/${params.trade}` }] : []),
  ];
  return {
    trail,
    trade,
    trades: [...trades],
    items: params.trade ? all.filter(({ serviceId }) => serviceId === params.trade) : all,
    structuredData: structuredData(breadcrumbThing(trail, ctx.publicUrl)),
  };
}
