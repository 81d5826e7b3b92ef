/**
 * Handles links within a page, because a native navigation would make React discard islands without code.
 * Scrolls again on resize, because the target may load later.
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
