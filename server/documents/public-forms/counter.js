// Shows a public form on a device that many visitors use. After each visit, or if the visitor left, nothing that they
// entered remains: the frame with its history, its storage, and the link to the document are gone.
const idleMs = 90_000;
const countdownMs = 20_000;

const place = document.getElementById('form');
const restart = document.getElementById('restart');
const [stay, done] = ['stay', 'done'].map((id) => document.getElementById(id));

/** Storage as it was before the first visitor, such as of a member who tries the page in their own browser. */
const before = stores().map((store) => new Map(Object.entries(store)));
let frame;
let visit;
let lastActMs = 0;
let endsAtMs;

for (const button of document.querySelectorAll('[data-act]'))
  button.addEventListener('click', button.dataset.act === 'continue' ? goOn : startAgain);
for (const dialog of [stay, done]) dialog.addEventListener('cancel', (event) => event.preventDefault());
addEventListener('message', ({ source, origin, data }) => {
  const isDone = data?.source === 'countersign' && ['signed', 'declined'].includes(data.event);
  if (isDone && origin === location.origin && source === frame?.contentWindow) count(done);
});
// The browser may bring the page back as it was left.
addEventListener('pageshow', ({ persisted }) => persisted && startAgain());
addEventListener('pagehide', endVisit);
setInterval(tick, 250);
startAgain();

function startAgain() {
  endVisit();
  frame?.remove();
  forget();
  for (const dialog of [stay, done]) dialog.close();
  visit = endsAtMs = undefined;
  lastActMs = 0;
  restart.hidden = true;
  // A frame made by a script is not restored from the history of the browser.
  frame = document.createElement('iframe');
  frame.title = place.dataset.title;
  frame.src = place.dataset.url;
  frame.addEventListener('load', watch);
  place.replaceChildren(frame);
  place.hidden = false;
}

/** Notices what the visitor does in the frame, and which visit it is. */
function watch() {
  const shown = frame.contentWindow;
  if (!isReadable(shown)) return;
  const { document: page, location: at } = shown;
  visit = /^\/form\/code\/([\w-]+)$/.exec(at.pathname)?.[1] ?? visit;
  for (const act of ['pointerdown', 'keydown', 'input', 'scroll', 'wheel'])
    page.addEventListener(act, noticeAct, { capture: true, passive: true });
  if (visit) noticeAct();
}

/** False for a PDF, which has no access to our pages, and without a network. */
function isReadable(shown) {
  try {
    return Boolean(shown.document);
  } catch {
    return false;
  }
}

function noticeAct() {
  lastActMs = performance.now();
  restart.hidden = false;
}

function goOn() {
  stay.close();
  endsAtMs = undefined;
  noticeAct();
}

function count(dialog) {
  if (dialog.open) return;
  stay.close();
  endsAtMs = performance.now() + countdownMs;
  dialog.showModal();
  tick();
}

function tick() {
  const now = performance.now();
  if (endsAtMs === undefined) {
    if (lastActMs > 0 && now - lastActMs > idleMs) count(stay);
    return;
  }
  if (now >= endsAtMs) return void startAgain();
  const left = String(Math.ceil((endsAtMs - now) / 1000));
  for (const shown of document.querySelectorAll('[data-left]'))
    if (shown.textContent !== left) shown.textContent = left;
}

/** The code and the link of this visit stop working. What is not finished continues by email. */
function endVisit() {
  if (visit)
    void fetch(`/form/code/${visit}/end`, { method: 'POST', keepalive: true }).catch(() => undefined);
}

function forget() {
  stores().forEach((store, at) => {
    store.clear();
    for (const [key, value] of before[at]) store.setItem(key, value);
  });
}

function stores() {
  try {
    return [localStorage, sessionStorage];
  } catch {
    return [];
  }
}
