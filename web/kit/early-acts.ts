/**
 * Records presses and choices while the page is visible but its script is still loading: server-rendered HTML
 * looks interactive, so a press must not be lost. Links and scrolling need no help.
 *
 * @returns a function that stops recording and replays the actions on the page that replaced the first one.
 */
export function queueEarlyActs(root: HTMLElement): () => void {
  let pressed: string | undefined;
  let chosen: string | undefined;
  const press = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button) return;
    pressed = nameOf(button);
    button.setAttribute('aria-busy', 'true');
  };
  const choose = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) chosen = target.value;
  };
  root.addEventListener('click', press);
  root.addEventListener('change', choose);
  return () => {
    root.removeEventListener('click', press);
    root.removeEventListener('change', choose);
    if (chosen !== undefined) chooseAgain(root, chosen);
    const button = [...root.querySelectorAll('button')].find((one) => nameOf(one) === pressed);
    if (pressed !== undefined) button?.click();
  };
}

function nameOf(button: HTMLButtonElement): string {
  return button.getAttribute('aria-label') ?? button.textContent;
}

function chooseAgain(root: HTMLElement, value: string): void {
  for (const select of root.querySelectorAll('select')) {
    if (select.value === value || ![...select.options].some((option) => option.value === value)) continue;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
