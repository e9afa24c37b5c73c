import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { follow } from './follow.ts';

/** The last stream is the newest one, and the only open one. */
let streams: Stream[] = [];

class Stream extends EventTarget {
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  closed = false;
  constructor() {
    super();
    streams.push(this);
  }
  close(): void {
    this.closed = true;
  }
  hear(name: string, data: string): void {
    this.dispatchEvent(new MessageEvent(name, { data }));
  }
}

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
const show = (state: 'hidden' | 'visible') => {
  page.visibilityState = state;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', page);
  const target = new EventTarget();
  vi.stubGlobal('window', Object.assign(target, { setTimeout, clearTimeout }));
  streams = [];
  page.visibilityState = 'visible';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function followed({ goesOn = true } = {}) {
  const calls: string[] = [];
  const stop = follow('/live', {
    on: { changed: (data) => calls.push(`changed ${data}`) },
    onEnd: (why) => (why === 'replaced' ? 'rest' : 'try-again'),
    onBack: () => calls.push('back'),
    goOn: () => Promise.resolve(goesOn),
    onConnection: (now) => calls.push(now),
  });
  return { told: calls, stop };
}

const open = () => streams.at(-1)?.onopen?.();
const fail = () => streams.at(-1)?.onerror?.();

test('asks the server after losing a stream, reopens it after a delay and reports the gap', async () => {
  const { told } = followed();
  open();
  streams[0]!.hear('changed', '7');
  fail();
  await vi.advanceTimersByTimeAsync(499);
  expect(streams).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(501);
  open();
  expect(told).toEqual(['open', 'changed 7', 'lost', 'open', 'back']);
});

test('delays grow to half a minute, and are reset once the stream is open', async () => {
  followed();
  for (let tries = 1; tries < 10; tries++) {
    fail();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(streams).toHaveLength(tries + 1);
  }
  open();
  fail();
  await vi.advanceTimersByTimeAsync(1000);
  expect(streams).toHaveLength(11);
});

test('closes the stream when the page is left, and opens it again if the page comes back', () => {
  const { told } = followed();
  open();
  window.dispatchEvent(new Event('pagehide'));
  expect(streams.map(({ closed }) => closed)).toEqual([true]);
  window.dispatchEvent(new Event('pageshow'));
  open();
  expect(streams.map(({ closed }) => closed)).toEqual([true, false]);
  expect(told).toEqual(['open', 'resting', 'open', 'back']);
});

test('stops when the link or session has ended', async () => {
  const { told } = followed({ goesOn: false });
  open();
  fail();
  await vi.advanceTimersByTimeAsync(60_000);
  show('hidden');
  show('visible');
  expect(streams).toHaveLength(1);
  expect(told).toEqual(['open', 'lost']);
});

test('a hidden page disconnects, and reconnects when it is visible', async () => {
  const { told } = followed();
  open();
  show('hidden');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(streams[0]!.closed).toBe(true);
  show('visible');
  open();
  expect(told).toEqual(['open', 'resting', 'open', 'back']);
});

test('a page that lost the server while hidden reconnects when it is visible', async () => {
  const { told } = followed();
  open();
  fail();
  show('hidden');
  for (let tries = 0; tries < 8; tries++) {
    await vi.advanceTimersByTimeAsync(10_000);
    fail();
  }
  show('visible');
  open();
  expect(told.slice(-2)).toEqual(['open', 'back']);
});

test('a stream replaced by newer tabs pauses until its page is visible; a stopped stream remains stopped', async () => {
  const { stop } = followed();
  open();
  streams[0]!.hear('end', 'replaced');
  await vi.advanceTimersByTimeAsync(120_000);
  expect(streams).toHaveLength(1);
  window.dispatchEvent(new Event('focus'));
  expect(streams).toHaveLength(2);
  stop();
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('online'));
  expect(streams.map(({ closed }) => closed)).toEqual([true, true]);
});
