/**
 * An inline script: a link to a part of the same page leads there at any moment, before the page's code and after it. Left to
 * the browser it would be a navigation to the router, and React gives up the markup of late parts (ui/late.tsx) at
 * every navigation: what the link led to went away under the visitor, with what was typed into it.
 *
 * It listens before React does, which keeps a click on a late part to itself until the part's code is there.
 *
 * The part may not be there yet, or move while others arrive above it: it is shown again as the page changes its size,
 * until the visitor does something else.
 */
export const PAGE_LINKS_SCRIPT = `
  addEventListener("click", (click) => {
    const link = click.target instanceof Element && click.target.closest('a[href^="#"]');
    if (!link || click.button || click.ctrlKey || click.metaKey || click.shiftKey || click.altKey) return;
    click.preventDefault();
    history.replaceState(history.state, "", link.hash);
    let found = false;
    const show = () => {
      const part = document.getElementById(link.hash.slice(1));
      if (!part) return;
      part.scrollIntoView();
      if (!found) part.focus({ preventScroll: true });
      found = true;
    };
    show();
    const sizes = new ResizeObserver(show);
    sizes.observe(document.body);
    const leave = () => sizes.disconnect();
    for (const sign of ["pointerdown", "wheel", "touchmove", "keydown", "popstate"]) addEventListener(sign, leave, { once: true, passive: true });
    setTimeout(leave, 5000);
  }, true);`;
