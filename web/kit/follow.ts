/**
 * Initial reconnect delay (ms). It doubles up to the maximum, with jitter, so that clients do not reconnect
 * simultaneously.
 */
const firstWait = 1000;
const maxRetryMs = 30_000;
/** Disconnect hidden pages after this (ms). */
const restAfter = 60_000;

/**
 * Connection state of a page. 'resting': deliberately disconnected, because the page is hidden or newer tabs
 * of the same browser have taken its place.
 */
export type Connection = 'open' | 'lost' | 'resting';

export type Follower = {
  /** Handlers by event name. */
  on: Readonly<Record<string, (data: string) => void>>;
  /** The server ended the stream with a reason. 'rest' waits until the page is visible again. */
  onEnd: (why: string) => 'rest' | 'try-again';
  /** The stream is open again after a gap in which events may have been missed. */
  onBack: () => void;
  /** Called before each retry, because a failed stream does not report its reason. False stops retrying. */
  goOn: () => Promise<boolean>;
  onConnection?: (now: Connection) => void;
};

/**
 * Follows the server-sent events of an open page and reconnects after failures. Returns a function that stops
 * it. It closes a stream when the page is left, because Firefox reports one that is still open as an error. A
 * page that is visible again opens its stream, even one that was lost before it could pause.
 */
export function follow(address: string, follower: Follower): () => void {
  let source: EventSource | undefined;
  let wait = firstWait;
  let timer: number | undefined;
  let hiddenTimer: number | undefined;
  let connection: Connection | undefined;
  let [missed, stopped] = [false, false];

  const tell = (now: Connection): void => {
    if (connection !== now) follower.onConnection?.((connection = now));
  };
  const open = (): void => {
    if (stopped || source) return;
    window.clearTimeout(timer);
    source = new EventSource(address);
    source.onopen = () => {
      wait = firstWait;
      tell('open');
      if (missed) follower.onBack();
      missed = false;
    };
    source.onerror = lost;
    source.addEventListener('end', (event) => {
      if (follower.onEnd((event as MessageEvent<string>).data) === 'rest') rest();
      else lost();
    });
    for (const [name, hear] of Object.entries(follower.on))
      source.addEventListener(name, (event) => hear((event as MessageEvent<string>).data));
  };
  const close = (): void => {
    source?.close();
    source = undefined;
    missed = true;
    window.clearTimeout(timer);
  };
  const rest = (): void => {
    close();
    if (connection === 'open') tell('resting');
  };
  const lost = (): void => {
    if (stopped || !source) return;
    close();
    tell('lost');
    timer = window.setTimeout(() => void tryAgain(), wait * (0.5 + Math.random() / 2));
    wait = Math.min(wait * 2, maxRetryMs);
  };
  const tryAgain = async (): Promise<void> => {
    if (await follower.goOn()) open();
    else stop();
  };
  const looked = (): void => {
    window.clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') hiddenTimer = window.setTimeout(rest, restAfter);
    else open();
  };
  const online = (): void => {
    wait = firstWait;
    open();
  };
  const offline = (): void => {
    close();
    tell('lost');
  };
  const listening: [EventTarget, string, () => void][] = [
    [window, 'online', online],
    [window, 'offline', offline],
    [window, 'focus', looked],
    [window, 'pagehide', rest],
    [window, 'pageshow', open],
    [document, 'visibilitychange', looked],
  ];
  const stop = (): void => {
    stopped = true;
    close();
    window.clearTimeout(hiddenTimer);
    for (const [target, name, listener] of listening) target.removeEventListener(name, listener);
  };
  for (const [target, name, listener] of listening) target.addEventListener(name, listener);
  open();
  return stop;
}
