// Shows a public form on a device that many visitors use. When a visitor finishes or leaves, the script removes
// everything that they entered: the frame with its history, the browser's storage and the link to the document.
const idleMs = 90_000;
const countdownMs = 20_000;

const place = document.getElementById('form');
const restart = document.getElementById('restart');
const [stay, done] = ['stay', 'done'].map((id) => document.getElementById(id));

/** Storage before the first visit. It is not empty if a member tries the page in their own browser. */
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
// The browser may restore the page from its cache.
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
  // Browsers do not restore the history of a frame that a script has created.
  frame = document.createElement('iframe');
  frame.title = place.dataset.title;
  frame.src = place.dataset.url;
  frame.addEventListener('load', watch);
  place.replaceChildren(frame);
  place.hidden = false;
}

/** Watches for activity in the frame, and reads the id of the visit from its URL. */
function watch() {
  const shown = frame.contentWindow;
  if (!isReadable(shown)) return;
  const { document: page, location: at } = shown;
  visit = /^\/form\/code\/([\w-]+)$/.exec(at.pathname)?.[1] ?? visit;
  for (const act of ['pointerdown', 'keydown', 'input', 'scroll', 'wheel'])
    page.addEventListener(act, noticeAct, { capture: true, passive: true });
  if (visit) noticeAct();
}

/** Returns false if the frame shows a PDF or the browser's error page, which scripts cannot read. */
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

/** Disables the code and the link of this visit. Visitors who have not finished continue by email. */
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
