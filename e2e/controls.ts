import type { Page } from '@playwright/test';

/** What a finger has to meet (44 CSS pixels each way), and how much of an edge may be lost to rounding. */
const finger = 44;
const rounding = 1;

/**
 * Controls that a finger misses easily: each is scrolled to the middle, and what lies around its own middle is asked
 * for, so that a label or an invisible margin that belongs to it counts. A link within a sentence is
 * as high as its line, and a field on a page is where the sender has put it: 'Next' leads to it.
 */
export function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(
    ([wanted, slack]) => {
      const kinds =
        'a[href], button, input, select, textarea, summary, [role="button"], [role="checkbox"], [role="switch"], ' +
        '[role="tab"], [role="menuitem"], [role="option"], [role="combobox"], [role="radio"]';
      const reaches = (control: Element, x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        if (!hit) return false;
        if (control.contains(hit)) return true;
        const label = hit.closest('label');
        return (
          hit.contains(control) &&
          hit.matches('label, a, button') &&
          label !== null &&
          label.control === control
        );
      };
      const ofLabel = (control: Element, x: number, y: number): boolean => {
        const label = document.elementFromPoint(x, y)?.closest('label');
        return label !== null && label !== undefined && label.control === control;
      };
      const extent = (control: Element, x: number, y: number, dx: number, dy: number): number => {
        let far = 0;
        while (far < wanted) {
          const at = [x + dx * (far + 1), y + dy * (far + 1)] as const;
          if (!reaches(control, ...at) && !ofLabel(control, ...at)) break;
          far += 1;
        }
        return far;
      };
      const inSentence = (control: Element): boolean =>
        control.matches('a, button') &&
        getComputedStyle(control).display.startsWith('inline') &&
        !getComputedStyle(control).display.includes('flex') &&
        (control.parentElement?.textContent.trim().length ?? 0) > control.textContent.trim().length + 3;
      const found: string[] = [];
      const dialog = [...document.querySelectorAll('[role="dialog"], [role="menu"], dialog[open]')].at(-1);
      for (const control of (dialog ?? document).querySelectorAll(kinds)) {
        if (control.closest('[aria-hidden="true"], [inert]') || inSentence(control)) continue;
        // A row that leads where its title does is met wherever it is touched.
        if (control.closest('tr.cursor-pointer th')) continue;
        if ((control as HTMLInputElement).disabled || control.matches('[data-page] *')) continue;
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const box = control.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || getComputedStyle(control).visibility === 'hidden') continue;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (!reaches(control, x, y) && !ofLabel(control, x, y)) continue;
        const width = extent(control, x, y, -1, 0) + extent(control, x, y, 1, 0);
        const height = extent(control, x, y, 0, -1) + extent(control, x, y, 0, 1);
        if (width >= wanted - slack && height >= wanted - slack) continue;
        const name = control.getAttribute('aria-label') ?? control.textContent.trim().slice(0, 40);
        found.push(`${control.tagName.toLowerCase()} '${name}' ${width}×${height}`);
      }
      window.scrollTo(0, 0);
      return found;
    },
    [finger, rounding] as const,
  );
}

/** Words that their own box cuts off though nothing says that it may, and controls whose words leave them. */
export function cutWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const shown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getBoundingClientRect().width > 2;
    for (const element of document.querySelectorAll('body *')) {
      const own = [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
      if (!own || !shown(element) || element.closest('.sr-only, .hidden-heading, svg, .textLayer')) continue;
      const style = getComputedStyle(element);
      const [wide, high] = [
        element.scrollWidth - element.clientWidth,
        element.scrollHeight - element.clientHeight,
      ];
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      const meant = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
      const isControl = element.matches('button, a, label, [role="button"]') && style.display !== 'inline';
      if (style.display === 'inline' || meant) continue;
      if ((cuts(style.overflowX) || isControl) && wide > 2)
        found.push(`${describe(element)}: ${wide} px wide`);
      else if ((cuts(style.overflowY) || isControl) && high > 4)
        found.push(`${describe(element)}: ${high} px high`);
    }
    return found;

    function describe(element: Element): string {
      return `${element.tagName.toLowerCase()} '${element.textContent?.trim().slice(0, 40)}'`;
    }
  });
}
