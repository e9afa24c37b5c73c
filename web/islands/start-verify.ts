import { queueEarlyActs } from '../kit/early-acts.ts';

/**
 * Makes the server-rendered page /verify accept files immediately, and loads the code that verifies them
 * after the first paint.
 */
export function startVerify(place: HTMLElement): void {
  const early = queueEarlyFiles(place);
  const repeatEarlyActs = queueEarlyActs(place);
  const start = async (): Promise<void> => {
    const { prepare, show } = await import('./verify.tsx');
    await prepare();
    await early.settled();
    const focused = indexOfFocus(place);
    show(place);
    if (focused >= 0) focusable(place)[focused]?.focus({ preventScroll: true });
    repeatEarlyActs();
    early.repeat();
  };
  // If the network failed, the next click or drop tries again.
  const tryAgain = (): void =>
    void start().catch(() => place.addEventListener('pointerdown', tryAgain, { once: true }));
  whenIdle(tryAgain);
}

const fileInputs = (place: HTMLElement) =>
  Array.from(place.querySelectorAll<HTMLInputElement>('input[type=file]'));
const focusable = (place: HTMLElement) =>
  Array.from(place.querySelectorAll<HTMLElement>('a[href], button, input'));
const indexOfFocus = (place: HTMLElement): number =>
  focusable(place).findIndex((element) => element === document.activeElement);

/**
 * Opens the file dialogs of the server-rendered page, and passes the chosen or dropped files to the
 * interactive page.
 */
function queueEarlyFiles(place: HTMLElement) {
  const inputs = fileInputs(place);
  const files = new Map<number, readonly File[]>();
  let dialog: Promise<void> | undefined;
  const press = (event: Event): void => {
    const { target } = event;
    if (target instanceof HTMLInputElement && inputs.includes(target)) {
      // The input must remain in the document until its dialog closes.
      dialog = new Promise((close) => {
        for (const end of ['change', 'cancel']) target.addEventListener(end, () => close(), { once: true });
      });
    } else if (target instanceof Element && target.closest('[data-choose-file]')) {
      event.stopImmediatePropagation();
      inputs[0]?.click();
    }
  };
  const choose = ({ target }: Event): void => {
    const at = inputs.findIndex((input) => input === target);
    const chosen = Array.from(inputs[at]?.files ?? []);
    if (chosen.length > 0) files.set(at, chosen);
  };
  const drag = (event: DragEvent): void => event.preventDefault();
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const dropped = Array.from(event.dataTransfer?.files ?? []);
    if (dropped.length > 0) files.set(0, dropped);
  };
  place.addEventListener('click', press);
  place.addEventListener('change', choose);
  place.addEventListener('dragover', drag);
  place.addEventListener('drop', drop);
  return {
    settled: () => dialog,
    repeat(): void {
      place.removeEventListener('click', press);
      place.removeEventListener('change', choose);
      place.removeEventListener('dragover', drag);
      place.removeEventListener('drop', drop);
      for (const [at, chosen] of files) chooseAgain(fileInputs(place)[at], chosen);
    },
  };
}

function chooseAgain(input: HTMLInputElement | undefined, files: readonly File[]): void {
  if (!input) return;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Waits for the first paint, so that the code does not compete with the page. */
function whenIdle(start: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 2000 });
  else setTimeout(start, 200);
}
