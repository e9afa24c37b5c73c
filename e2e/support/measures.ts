import type { Page } from '@playwright/test';

/** Measurements of one page, for the tests of every page. */

/**
 * Maximum layout shift while a page loads. Browsers rate 0.1 and above as poor, but smaller shifts are
 * noticeable too.
 */
export const maxShift = 0.02;

export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources?: { node?: Node; previousRect?: DOMRect; currentRect?: DOMRect }[];
      })[])
        shifts.push({
          value: entry.value,
          what: (entry.sources ?? [])
            .map(({ node, previousRect: from, currentRect: to }) => {
              const element = node instanceof Element ? node.outerHTML.slice(0, 90) : node?.nodeName;
              return `${element} ${from?.y}+${from?.height} -> ${to?.y}+${to?.height}`;
            })
            .join(' | '),
        });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Returns all layout shifts since navigation, once the page is rendered. */
export async function shiftsOf(page: Page): Promise<{ sum: number; shifts: string }> {
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
  const shifts = await page.evaluate(
    () => (window as unknown as { shifts: { value: number; what: string }[] }).shifts,
  );
  return { sum: shifts.reduce((total, { value }) => total + value, 0), shifts: JSON.stringify(shifts) };
}

/**
 * Returns controls whose touch target, measured from the center of the drawn shape, is smaller than 44 by 44
 * (WCAG 2.5.5). Exempt are links within a sentence, which are as high as its line, and fields on a page,
 * which are limited by the paper and can also be reached with 'Next'.
 */
export function smallTargets(): string[] {
  const dialog = [...document.querySelectorAll('[role="dialog"], dialog[open]')].at(-1) ?? document;
  const kinds =
    'a[href], button, select, summary, textarea, input:not([type="hidden"]), [role="switch"], [role="tab"], [role="combobox"]';
  const small: string[] = [];
  for (const control of dialog.querySelectorAll<HTMLElement>(kinds)) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (control.closest('[data-field], [aria-hidden="true"], [inert], [data-page]')) continue;
    const label = control.closest('label') ?? (control as HTMLInputElement).labels?.[0] ?? null;
    const inSentence =
      getComputedStyle(control).display === 'inline' &&
      (control.parentElement?.textContent ?? '').trim() !== (control.textContent ?? '').trim();
    if (inSentence) continue;
    control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = control.getBoundingClientRect();
    // Visible only to screen readers
    if (box.width <= 1 || box.height <= 1 || box.right < 0 || box.bottom < 0) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = (dx: number, dy: number) => {
      const at = document.elementFromPoint(x + dx, y + dy);
      return (
        at !== null &&
        (control.contains(at) || label?.contains(at) === true || (at.contains(control) && at === label))
      );
    };
    const reach = (dx: number, dy: number) => {
      let far = 0;
      while (far < 22 && hit(dx * (far + 1), dy * (far + 1))) far += 1;
      return far;
    };
    const sum = (...parts: number[]) => parts.reduce((all, part) => all + part, 0);
    const wide = Math.max(box.width, sum(reach(1, 0), reach(-1, 0)));
    const high = Math.max(box.height, sum(reach(0, 1), reach(0, -1)));
    // Allows one pixel of rounding on each side.
    if (wide >= 42 && high >= 42) continue;
    const name = (control.getAttribute('aria-label') ?? control.textContent ?? '').trim().slice(0, 40);
    small.push(
      `${control.tagName.toLowerCase()} '${name || (label?.textContent ?? '').trim()}' ${Math.round(wide)} x ${Math.round(high)}`,
    );
  }
  return small;
}

/** Doubles the browser's base font size from 16 to 32 pixels. */
export async function enlarge(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
}

/** Returns controls and text outside the window, and text that is cut off without an indication. */
export function lost(): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth + 1) found.push(`scrolls sideways: ${scrollWidth} of ${clientWidth}`);
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (size < 32) found.push(`letters of ${size}`);
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('[aria-hidden="true"], [inert], [data-page], svg')) continue;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    if (box.width <= 1 || box.height <= 1 || box.bottom < 0) continue;
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    const name = `${element.tagName.toLowerCase()} '${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}'`;
    const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
    const isSigned = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
    if (own && !isSigned && cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 2)
      found.push(`${name} is cut at its side`);
    if (own && !isSigned && cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 4)
      found.push(`${name} is cut below`);
    let inScroller = false;
    for (let up = element.parentElement; up; up = up.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(up).overflowX)) inScroller = true;
    const isControl = element.matches('a, button, input, select, textarea, h1, h2, h3, p');
    if (isControl && !inScroller && (box.right > clientWidth + 1 || box.left < -1))
      found.push(`${name} is beside the window`);
  }
  return found.slice(0, 12);
}

/**
 * Returns text that overlaps other text or a neighboring control anywhere on the page. Fixed or sticky
 * elements overlap intentionally, and so do those without pointer events, such as the hint on a pad.
 */
export function overlaps(): string[] {
  const things: { element: Element; name: string; box: DOMRect }[] = [];
  for (const element of document.querySelectorAll('body *')) {
    const isControl = element.matches('button, input, select, textarea, [role="img"]');
    const words = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!isControl && words.length === 0) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('[inert], [data-page], svg, option')) continue;
    const ancestors: Element[] = [];
    for (let up: Element | null = element; up; up = up.parentElement) ancestors.push(up);
    const styles = ancestors.map((ancestor) => getComputedStyle(ancestor));
    if (styles.some(({ position }) => ['fixed', 'sticky'].includes(position))) continue;
    if (styles[0]!.pointerEvents === 'none') continue;
    const name = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
    const windows = ancestors
      .filter((_, index) => styles[index]!.overflow !== 'visible')
      .map((ancestor) => ancestor.getBoundingClientRect());
    const drawn = isControl ? [element.getBoundingClientRect()] : words.flatMap(linesOf);
    for (const line of drawn) {
      // Clipped content extends no further than the box that clips it.
      const left = Math.max(line.left, ...windows.map((box) => box.left));
      const right = Math.min(line.right, ...windows.map((box) => box.right));
      const top = Math.max(line.top, ...windows.map((box) => box.top));
      const bottom = Math.min(line.bottom, ...windows.map((box) => box.bottom));
      if (right - left > 1 && bottom - top > 1)
        things.push({ element, name, box: new DOMRect(left, top, right - left, bottom - top) });
    }
  }
  const found: string[] = [];
  for (const [index, one] of things.entries())
    for (const other of things.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // The lines of a paragraph are so close that their boxes touch.
      if (wide > 2 && high > 4)
        found.push(`'${one.name}' on '${other.name}': ${Math.round(wide)} x ${Math.round(high)}`);
    }
  return [...new Set(found)].slice(0, 8);

  function linesOf(words: Node): DOMRect[] {
    const range = document.createRange();
    range.selectNodeContents(words);
    return [...range.getClientRects()];
  }
}

/** Runs in the page and returns placeholders of empty fields that are cut off. */
export function cutPrompts(): string[] {
  const pen = document.createElement('canvas').getContext('2d')!;
  return [...document.querySelectorAll('input')]
    .filter((input) => input.value === '' && input.placeholder !== '' && input.checkVisibility())
    .filter((input) => {
      const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(input);
      pen.font = font;
      const room = input.clientWidth - parseFloat(paddingInlineStart) - parseFloat(paddingInlineEnd);
      return pen.measureText(input.placeholder).width > room + 1;
    })
    .map(({ placeholder }) => placeholder);
}
