import { index, layout, type RouteConfig } from "@react-router/dev/routes";

/** Every page URL of the product. */
export default [layout("site/site-layout.tsx", [index("site/home.tsx")])] satisfies RouteConfig;
