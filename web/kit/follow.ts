/** First wait before another try; doubles up to the slowest, with chance in it, so that not all come at once. Ms. */
const firstWait = 1000;
const slowestWait = 30_000;
/** A page that nobody looks at gives its place free after this. Ms. */
const restAfter = 60_000;

/**
 * How a page is connected. 'resting': on purpose, since nobody looks at it, or other tabs of the same browser have
 * taken the places.
 */
export type Connection = 'open' | 'lost' | 'resting';

export type Follower = {
  /** By the name of each event. */
  on: Readonly<Record<string, (data: string) => void>>;
  /** The server ends the stream and says why; 'rest' waits until somebody looks at the page again. */
  onEnd: (why: string) => 'rest' | 'try-again';
  /** The stream is open again after a gap, in which anything may have happened. */
  onBack: () => void;
  /** Asked before each further try: a stream that cannot be opened does not say why. False ends it all. */
  goOn: () => Promise<boolean>;
  onConnection?: (now: Connection) => void;
};

/** Follows what the server tells an open page, and finds it again when the way was lost. Answers how to stop. */
export function follow(address: string, follower: Follower): () => void {
  let source: EventSource | undefined;
  let wait = firstWait;
  let timer: number | undefined;
  let hiddenTimer: number | undefined;
  let connection: Connection | undefined;
  let missed = false;
  let stopped = false;

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
    const jitter = 0.5 + Math.random() / 2;
    timer = window.setTimeout(() => void tryAgain(), wait * jitter);
    wait = Math.min(wait * 2, slowestWait);
  };
  const tryAgain = async (): Promise<void> => {
    if (await follower.goOn()) open();
    else stop();
  };
  const looked = (): void => {
    window.clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') hiddenTimer = window.setTimeout(rest, restAfter);
    // Also one that was lost before it could rest: its next try was called off.
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
