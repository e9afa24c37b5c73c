export type PagePoint = { page: number; element: HTMLElement; left: number; top: number };

/** The page below a point of the window, if there is one; `left` and `top` are the page's own place in it. */
export function pageUnderPointer(clientX: number, clientY: number): PagePoint | null {
  // To ask for all that lies there costs a look at every page of the document; mostly the uppermost is in a page.
  const element =
    pageOf(document.elementFromPoint(clientX, clientY)) ??
    document
      .elementsFromPoint(clientX, clientY)
      .map(pageOf)
      .find((page) => page !== null);
  if (!element) return null;
  const { left, top } = element.getBoundingClientRect();
  return { page: Number(element.dataset.page), element, left, top };
}

function pageOf(hit: Element | null): HTMLElement | null {
  return hit?.closest<HTMLElement>('[data-page]') ?? null;
}

/** Near the upper or lower edge of the scroller, a drag scrolls on. CSS pixels. */
const edge = 48;
const pace = 14;

export function scrollAtEdge(scroller: HTMLElement | null, clientY: number): void {
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (clientY < top + edge) scroller.scrollBy(0, -pace);
  else if (clientY > bottom - edge) scroller.scrollBy(0, pace);
}
