export type PagePoint = { page: number; element: HTMLElement; left: number; top: number };

/**
 * Returns the page at a point of the window, if any. `left` and `top` are the position of the page in the
 * window.
 */
export function pageUnderPointer(clientX: number, clientY: number): PagePoint | null {
  // Hit-testing all elements would check every page of the document; usually the topmost element is inside a
  // page.
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

/** Dragging scrolls within this distance from the upper or lower edge of the scroller, in CSS pixels. */
const edge = 48;
const pace = 14;

export function scrollAtEdge(scroller: HTMLElement | null, clientY: number): void {
  if (!scroller) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (clientY < top + edge) scroller.scrollBy(0, -pace);
  else if (clientY > bottom - edge) scroller.scrollBy(0, pace);
}
